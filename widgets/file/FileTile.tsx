import { useRef, useState, type ReactNode } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { ArrowUpload24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { Attention } from "./Attention.tsx";
import { allTypes, toTypeNames, type FileRefusal } from "./file-rules.ts";
import { FileInput } from "./FileInput.tsx";
import { FileRow } from "./FileRow.tsx";
import { useFileStyles } from "./file-styles.ts";
import { Papers } from "./parts/Papers.tsx";
import { ReadPaper } from "./ReadPaper.tsx";
import { offersPhotos } from "./photos/offers-photos.ts";
import { TakePhotos } from "./photos/TakePhotos.tsx";
import type { Tile } from "./tile-state.ts";
import { useChoice } from "./use-choice.ts";
import { useShownTile } from "./use-shown-tile.ts";
import { useUpload, type FileWidget } from "./use-upload.ts";

/** A place for one paper: pick or drop, progress, verdict; the value is the stored file's address. */
export default function FileTile(widget: FileWidget) {
  const { id, services, text } = widget;
  const styles = useFileStyles();
  const input = useRef<HTMLInputElement>(null);
  const accept = widget.accept ?? allTypes;
  const upload = useUpload(widget);
  const choice = useChoice(widget, accept, upload.send);
  const tile = useShownTile(widget, upload);
  const locked = widget.disabled || widget.readOnly;
  const empty = tile.state === "NULL" && !choice.papers;
  const attention = tile.state === "WARNING" || tile.state === "ERROR";

  const focus = () => input.current?.focus();
  const cancel = () => {
    choice.clear();
    focus();
  };
  const remove = () => {
    upload.forget();
    if (tile.state === "COMPLETED") {
      widget.onChange(undefined);
      widget.onCommit();
    }
    cancel();
  };
  const taken = (file: File) => choice.take([file], "pick");
  if (widget.readOnly && empty) return <span id={id}>{"\u2013"}</span>;
  return (
    <div>
      <DropArea
        className={mergeClasses(
          empty && styles.empty,
          attention && styles.attention,
          empty && (widget.invalid || choice.refusal) && styles.invalid,
        )}
        locked={locked}
        onDropped={(files) => choice.take(files, "drop")}
      >
        {empty ? <EmptyPlace widget={widget} accept={accept} refusal={choice.refusal} /> : null}
        {choice.papers ? (
          <Papers
            key={choice.papers.map(({ name, size }) => name + size).join()}
            first={choice.papers}
            name={widget.label}
            text={text}
            onCancel={cancel}
            onMerged={taken}
          />
        ) : tile.state !== "NULL" ? (
          <FileRow tile={tile} services={services} text={text} locked={locked} onRemove={remove} />
        ) : null}
        <FileInput
          widget={widget}
          input={input}
          accept={accept}
          covers={empty}
          tabbable={!choice.papers}
          refusal={choice.refusal}
          onPick={(files) => choice.take(files, "pick")}
        />
        {needsRetry(tile) && !locked ? <Retry text={text} onRetry={upload.retry} onDone={focus} /> : null}
        <ReadPaper widget={widget} tile={tile} />
        <Attention
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
        offered={offersPhotos(widget) && (empty || attention) && !locked}
        onTaken={taken}
        onClosed={focus}
      />
      <Refusal id={id} refusal={choice.refusal} text={text} />
    </div>
  );
}

interface DropAreaProps {
  className: string;
  locked: boolean;
  onDropped(files: readonly File[]): void;
  children: ReactNode;
}

/** The tile's frame, lit while files are held over it; what is dropped there is never opened by the browser instead. */
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

/** The words of an empty place; after a wrong type the control itself says what it takes. */
function EmptyPlace({
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

/** Why nothing was taken. */
function Refusal({ id, refusal, text }: { id: string; refusal?: FileRefusal; text: FileWidget["text"] }) {
  const styles = useFileStyles();
  return (
    <div id={`${id}-refusal`} role="alert" className={refusal ? styles.refusal : undefined}>
      {refusal ? text(refusal.key, refusal.values) : null}
    </div>
  );
}

/** 'Try again' for a transfer that broke off or is waiting for the line. */
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
  (tile.state === "PROCESSING" && tile.phase === "waiting") || (tile.state === "ERROR" && tile.trouble.canRetry);
