import { useRef, useState, type DragEvent, type RefObject } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { ArrowUpload24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { Attention } from "./Attention.tsx";
import { allTypes, toTypeNames, type FileRefusal } from "./file-rules.ts";
import { FileRow } from "./FileRow.tsx";
import { useFileStyles } from "./file-styles.ts";
import { Papers } from "./parts/Papers.tsx";
import { mergeTypes } from "./parts/pages.ts";
import type { Tile } from "./tile-state.ts";
import { useChoice } from "./use-choice.ts";
import { useStoredFile } from "./use-stored-file.ts";
import { useUpload, type FileWidget } from "./use-upload.ts";

/** A place for one paper: pick or drop, progress, verdict; the value is the stored file's address. */
export default function FileTile(widget: FileWidget) {
  const { id, value, services, text } = widget;
  const styles = useFileStyles();
  const controls = useControlStyles();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const upload = useUpload(widget);
  const accept = widget.accept ?? allTypes;
  const choice = useChoice(widget, accept, upload.send);
  const stored = useStoredFile(typeof value === "string" && value !== "" ? value : undefined, services);
  const tile = toShownTile(upload.tile, stored);
  const locked = widget.disabled || widget.readOnly;
  const empty = tile.state === "NULL" && !choice.papers;
  const attention = tile.state === "WARNING" || tile.state === "ERROR";

  const focus = () => input.current?.focus();
  const remove = () => {
    choice.clear();
    upload.forget();
    if (tile.state === "COMPLETED") {
      widget.onChange(undefined);
      widget.onCommit();
    }
    focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choice.take([...event.dataTransfer.files], "drop");
  };
  if (widget.readOnly && empty) return <span id={id}>{"\u2013"}</span>;
  return (
    <div>
      <div
        className={mergeClasses(styles.tile, empty && styles.empty, attention && styles.attention, empty && (widget.invalid || choice.refusal) && styles.invalid, over && styles.over)}
        onDragOver={(event) => { event.preventDefault(); if (!locked) setOver(true); }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {empty ? <EmptyPlace widget={widget} accept={accept} refusal={choice.refusal} /> : null}
        {choice.papers ? (
          <Papers
            key={choice.papers.map(({ name, size }) => name + size).join()}
            first={choice.papers}
            name={widget.label}
            text={text}
            onCancel={() => { choice.clear(); focus(); }}
            onMerged={(file) => choice.take([file], "pick")}
          />
        ) : tile.state !== "NULL" ? <FileRow tile={tile} services={services} text={text} locked={locked} onRemove={remove} /> : null}
        <FileInput widget={widget} input={input} accept={accept} covers={empty} tabbable={!choice.papers} refusal={choice.refusal} onPick={(files) => choice.take(files, "pick")} />
        {needsRetry(tile) && !locked ? (
          <div className={styles.actions}>
            <Button className={controls.button} onClick={() => { upload.retry(); focus(); }}>{text("file.retry")}</Button>
          </div>
        ) : null}
        <Attention tile={tile} text={text} formats={toTypeNames(accept)} onPick={() => input.current?.click()} onProceed={upload.accept} onClosed={focus} />
      </div>
      <div id={`${id}-refusal`} role="alert" className={choice.refusal ? styles.refusal : undefined}>
        {choice.refusal ? text(choice.refusal.key, choice.refusal.values) : null}
      </div>
    </div>
  );
}

/** The words of an empty place; after a wrong type the control itself says what it takes. */
function EmptyPlace({ widget: { id, props, text }, accept, refusal }: { widget: FileWidget; accept: readonly string[]; refusal?: FileRefusal }) {
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

interface FileInputProps {
  widget: FileWidget;
  input: RefObject<HTMLInputElement | null>;
  accept: readonly string[];
  /** Lies unseen over the whole tile while that is empty; else it is there for label, focus and replacing. */
  covers: boolean;
  tabbable: boolean;
  refusal?: FileRefusal;
  onPick(files: readonly File[]): void;
}

function FileInput({ widget, input, accept, covers, tabbable, refusal, onPick }: FileInputProps) {
  const styles = useFileStyles();
  const { id, props } = widget;
  const descriptions = [covers ? `${id}-place` : "", refusal ? `${id}-refusal` : "", widget.describedBy ?? ""].filter(Boolean);
  return (
    <input
      ref={input}
      id={id}
      className={mergeClasses(styles.input, !covers && styles.hiddenInput)}
      type="file"
      tabIndex={tabbable ? undefined : -1}
      accept={(props.merge ? mergeTypes : accept).join(",")}
      multiple={props.merge === true || (props.maxFiles ?? 1) > 1}
      disabled={widget.disabled || widget.readOnly}
      aria-required={widget.required}
      aria-invalid={widget.invalid || refusal !== undefined}
      aria-describedby={descriptions.join(" ") || undefined}
      onChange={(event) => {
        onPick([...(event.target.files ?? [])]);
        event.target.value = ""; // the same file may be picked again
      }}
    />
  );
}

/** A file on its way hides the stored one, which stays the value until the new one is stored. */
function toShownTile(own: Tile, stored: ReturnType<typeof useStoredFile>): Tile {
  if (own.state !== "NULL" && !(own.state === "COMPLETED" && own.stored.fileUrl !== stored?.fileUrl)) return own;
  return stored ? { state: "COMPLETED", stored } : { state: "NULL" };
}

const needsRetry = (tile: Tile) => (tile.state === "PROCESSING" && tile.phase === "waiting") || (tile.state === "ERROR" && tile.trouble.canRetry);
