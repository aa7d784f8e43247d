import { useState, type ReactNode } from "react";
import { mergeClasses } from "@fluentui/react-components";
import { ArrowUpload24Regular } from "@fluentui/react-icons";
import { toTypeNames, type FileRefusal } from "./file-rules.ts";
import { useFileStyles } from "./file-styles.ts";
import type { FileWidget } from "./use-upload.ts";

interface DropAreaProps {
  className: string;
  locked: boolean;
  onDropped(files: readonly File[]): void;
  children: ReactNode;
}

/** Frame of the tile, highlighted while files are dragged over it. It keeps the browser from opening dropped files. */
export function DropArea({ className, locked, onDropped, children }: DropAreaProps) {
  const styles = useFileStyles();
  const [over, setOver] = useState(false);
  return (
    <div
      className={mergeClasses(styles.tile, className, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        if (!locked) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropped([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

interface EmptyTileProps {
  widget: FileWidget;
  accept: readonly string[];
  refusal?: FileRefusal;
  /** A second line in place of the types. */
  note?: string;
}

/** Text of an empty tile; after a wrong type it lists the allowed types. */
export function EmptyTile({ widget: { id, props, text }, accept, refusal, note }: EmptyTileProps) {
  const styles = useFileStyles();
  const types = toTypeNames(accept);
  return (
    <div className={styles.place}>
      <ArrowUpload24Regular aria-hidden className={styles.icon} />
      <div className={styles.words} id={`${id}-place`}>
        <span className={styles.main}>{text(refusal?.controlKey ?? "file.click-to-upload", { types })}</span>
        <span className={styles.quiet}>{note ?? (props.merge ? text("file.several-become-one") : types)}</span>
      </div>
    </div>
  );
}
