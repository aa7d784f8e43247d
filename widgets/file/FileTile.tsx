import { useRef, useState, type ReactNode } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { ArrowUpload24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { ProblemPanel } from "./ProblemPanel.tsx";
import { allTypes, toTypeNames, type FileRefusal } from "./file-rules.ts";
import { FileInput } from "./FileInput.tsx";
import { FileRow } from "./FileRow.tsx";
import { useFileStyles } from "./file-styles.ts";
import { LazyMergePanel } from "./merge/LazyMergePanel.tsx";
import { ReadingResult } from "./ReadingResult.tsx";
import { offersPhotos } from "./photos/offers-photos.ts";
import { TakePhotos } from "./photos/TakePhotos.tsx";
import type { Tile } from "./tile-state.ts";
import { useFileSelection } from "./use-file-selection.ts";
import { useTile } from "./use-tile.ts";
import { useUpload, type FileWidget } from "./use-upload.ts";

/** Uploads one document by picking, dropping or photographing. The value is the address of the stored file. */
export default function FileTile(widget: FileWidget) {
  const { id, services, text } = widget;
  const styles = useFileStyles();
  const input = useRef<HTMLInputElement>(null);
  const accept = widget.accept ?? allTypes;
  const upload = useUpload(widget);
  const selection = useFileSelection(widget, accept, upload.send);
  const tile = useTile(widget, upload);
  const locked = widget.disabled || widget.readOnly;
  const empty = tile.state === "NULL" && !selection.filesToMerge;
  const hasProblem = tile.state === "WARNING" || tile.state === "ERROR";

  const focus = () => input.current?.focus();
  const cancel = () => {
    selection.clear();
    focus();
  };
  const remove = () => {
    upload.reset();
    if (tile.state === "COMPLETED") {
      widget.onChange(undefined);
      widget.onCommit();
    }
    cancel();
  };
  const addPhoto = (file: File) => selection.add([file], "pick");
  if (widget.readOnly && empty) return <span id={id}>{"\u2013"}</span>;
  return (
    <div>
      <DropArea
        className={mergeClasses(
          empty && styles.empty,
          hasProblem && styles.attention,
          empty && (widget.invalid || selection.refusal) && styles.invalid,
        )}
        locked={locked}
        onDropped={(files) => selection.add(files, "drop")}
      >
        {empty ? <EmptyTile widget={widget} accept={accept} refusal={selection.refusal} /> : null}
        {selection.filesToMerge ? (
          <LazyMergePanel
            key={selection.filesToMerge.map(({ name, size }) => name + size).join()}
            first={selection.filesToMerge}
            name={widget.label}
            text={text}
            onCancel={cancel}
            onMerged={addPhoto}
          />
        ) : tile.state !== "NULL" ? (
          <FileRow tile={tile} services={services} text={text} locked={locked} onRemove={remove} />
        ) : null}
        <FileInput
          widget={widget}
          input={input}
          accept={accept}
          covers={empty}
          tabbable={!selection.filesToMerge}
          refusal={selection.refusal}
          onPick={(files) => selection.add(files, "pick")}
        />
        {needsRetry(tile) && !locked ? <Retry text={text} onRetry={upload.retry} onDone={focus} /> : null}
        <ReadingResult widget={widget} tile={tile} />
        <ProblemPanel
          tile={tile}
          text={text}
          formats={toTypeNames(accept)}
          onPick={() => input.current?.click()}
          onProceed={upload.accept}
          onClosed={focus}
        />
      </DropArea>
      <TakePhotos
        widget={widget}
        offered={offersPhotos(widget) && (empty || hasProblem) && !locked}
        onFile={addPhoto}
        onClosed={focus}
      />
      <Refusal id={id} refusal={selection.refusal} text={text} />
    </div>
  );
}

interface DropAreaProps {
  className: string;
  locked: boolean;
  onDropped(files: readonly File[]): void;
  children: ReactNode;
}

/** Frame of the tile, highlighted while files are dragged over it. It keeps the browser from opening dropped files. */
function DropArea({ className, locked, onDropped, children }: DropAreaProps) {
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

/** Text of an empty tile; after a wrong type it lists the allowed types. */
function EmptyTile({
  widget: { id, props, text },
  accept,
  refusal,
}: {
  widget: FileWidget;
  accept: readonly string[];
  refusal?: FileRefusal;
}) {
  const styles = useFileStyles();
  const types = toTypeNames(accept);
  return (
    <div className={styles.place}>
      <ArrowUpload24Regular aria-hidden className={styles.icon} />
      <div className={styles.words} id={`${id}-place`}>
        <span className={styles.main}>{text(refusal?.controlKey ?? "file.click-to-upload", { types })}</span>
        <span className={styles.quiet}>{props.merge ? text("file.several-become-one") : types}</span>
      </div>
    </div>
  );
}

/** Why the chosen files were rejected. */
function Refusal({ id, refusal, text }: { id: string; refusal?: FileRefusal; text: FileWidget["text"] }) {
  const styles = useFileStyles();
  return (
    <div id={`${id}-refusal`} role="alert" className={refusal ? styles.refusal : undefined}>
      {refusal ? text(refusal.key, refusal.values) : null}
    </div>
  );
}

/** 'Try again' for an upload that failed or waits for the network. */
function Retry({ text, onRetry, onDone }: { text: FileWidget["text"]; onRetry(): void; onDone(): void }) {
  const styles = useFileStyles();
  const controls = useControlStyles();
  return (
    <div className={styles.actions}>
      <Button
        className={controls.button}
        onClick={() => {
          onRetry();
          onDone();
        }}
      >
        {text("file.retry")}
      </Button>
    </div>
  );
}

const needsRetry = (tile: Tile) =>
  (tile.state === "PROCESSING" && tile.phase === "waiting") || (tile.state === "ERROR" && tile.problem.canRetry);
