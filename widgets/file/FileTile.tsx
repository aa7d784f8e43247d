import { useRef, useState, type DragEvent } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { ArrowUpload24Regular } from "@fluentui/react-icons";
import { useControlStyles } from "#widgets/control-styles.ts";
import { Attention } from "./Attention.tsx";
import { Papers } from "./parts/Papers.tsx";
import { maxPapers, mergeTypes } from "./parts/pages.ts";
import { allTypes, findRefusal, toType, toTypeNames, type Arrival, type FileRefusal } from "./file-rules.ts";
import { FileRow } from "./FileRow.tsx";
import { useFileStyles } from "./file-styles.ts";
import type { Tile } from "./tile-state.ts";
import { useStoredFile } from "./use-stored-file.ts";
import { useUpload, type FileWidget } from "./use-upload.ts";

/** A place for one paper: pick or drop, progress, verdict; the value is the stored file's address. */
export default function FileTile(widget: FileWidget) {
  const { id, value, services, text, props } = widget;
  const styles = useFileStyles();
  const controls = useControlStyles();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<FileRefusal>();
  const [over, setOver] = useState(false);
  const [papers, setPapers] = useState<readonly File[]>();
  const upload = useUpload(widget);
  const stored = useStoredFile(typeof value === "string" && value !== "" ? value : undefined, services);
  const tile = toShownTile(upload.tile, stored);
  const locked = widget.disabled || widget.readOnly;
  const accept = widget.accept ?? allTypes;

  const take = (files: readonly File[], arrival: Arrival) => {
    if (files.length === 0 || locked) return;
    if (props.merge && (files.length > 1 || files.some((file) => !accept.includes(toType(file))))) {
      const found = findRefusal(files, { accept: mergeTypes, maxFiles: maxPapers, anySize: true }, arrival);
      setRefusal(found);
      return found ? undefined : setPapers(files);
    }
    const found = findRefusal(files, { accept, maxFiles: props.maxFiles ?? 1, anySize: props.category === "photo" }, arrival);
    setRefusal(found);
    if (!found && files[0]) upload.send(files[0]);
  };
  const remove = () => {
    setRefusal(undefined);
    upload.forget();
    if (tile.state === "COMPLETED") {
      widget.onChange(undefined);
      widget.onCommit();
    }
    input.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files], "drop");
  };
  const empty = tile.state === "NULL";
  const attention = tile.state === "WARNING" || tile.state === "ERROR";
  const refusalId = `${id}-refusal`;
  return (
    <div>
      <div
        className={mergeClasses(styles.tile, empty && !papers && styles.empty, attention && styles.attention, empty && (widget.invalid || refusal) && styles.invalid, over && styles.over)}
        onDragOver={(event) => { event.preventDefault(); if (!locked) setOver(true); }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {papers ? (
          <Papers
            key={papers.map(({ name, size }) => name + size).join()}
            first={papers}
            name={widget.label}
            text={text}
            onCancel={() => { setPapers(undefined); input.current?.focus(); }}
            onMerged={(file) => { setPapers(undefined); take([file], "pick"); }}
          />
        ) : empty ? (
          <div className={styles.place}>
            <ArrowUpload24Regular aria-hidden className={styles.icon} />
            <div className={styles.words} id={`${id}-place`}>
              <span className={styles.main}>{refusal?.controlKey ? text(refusal.controlKey, { types: toTypeNames(accept) }) : text("file.click-to-upload")}</span>
              <span className={styles.quiet}>{props.merge ? text("file.several-become-one") : toTypeNames(accept)}</span>
            </div>
          </div>
        ) : (
          <FileRow tile={tile} services={services} text={text} locked={locked} onRemove={remove} />
        )}
        <input
          ref={input}
          id={id}
          className={mergeClasses(styles.input, (!empty || papers) && styles.hiddenInput)}
          type="file"
          tabIndex={papers ? -1 : undefined}
          accept={(props.merge ? mergeTypes : accept).join(",")}
          multiple={props.merge === true || (props.maxFiles ?? 1) > 1}
          disabled={locked}
          aria-required={widget.required}
          aria-invalid={widget.invalid || refusal !== undefined}
          aria-describedby={[empty ? `${id}-place` : "", refusal ? refusalId : "", widget.describedBy ?? ""].filter(Boolean).join(" ") || undefined}
          onChange={(event) => {
            take([...(event.target.files ?? [])], "pick");
            event.target.value = ""; // the same file may be picked again
          }}
        />
        {needsRetry(tile) && !locked ? (
          <div className={styles.actions}>
            <Button className={controls.button} onClick={() => { upload.retry(); input.current?.focus(); }}>{text("file.retry")}</Button>
          </div>
        ) : null}
        <Attention
          tile={tile}
          text={text}
          formats={toTypeNames(accept)}
          onPick={() => input.current?.click()}
          onProceed={upload.accept}
          onClosed={() => input.current?.focus()}
        />
      </div>
      <div id={refusalId} role="alert" className={refusal ? styles.refusal : undefined}>{refusal ? text(refusal.key, refusal.values) : null}</div>
    </div>
  );
}

/** A file on its way hides the stored one, which stays the value until the new one is stored. */
function toShownTile(own: Tile, stored: ReturnType<typeof useStoredFile>): Tile {
  if (own.state !== "NULL" && !(own.state === "COMPLETED" && own.stored.fileUrl !== stored?.fileUrl)) return own;
  return stored ? { state: "COMPLETED", stored } : { state: "NULL" };
}

const needsRetry = (tile: Tile) => (tile.state === "PROCESSING" && tile.phase === "waiting") || (tile.state === "ERROR" && tile.trouble.canRetry);
