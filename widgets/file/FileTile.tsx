import { Button, mergeClasses } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import { DropArea, EmptyTile } from "./DropArea.tsx";
import { MoveButtons } from "./MoveButtons.tsx";
import { ProblemPanel } from "./ProblemPanel.tsx";
import { allTypes, toTypeNames, type FileRefusal } from "./file-rules.ts";
import { FileInput } from "./FileInput.tsx";
import { FileRow } from "./FileRow.tsx";
import { useFileStyles } from "./file-styles.ts";
import { LazyMergePanel } from "./merge/LazyMergePanel.tsx";
import { ReadingResult } from "./ReadingResult.tsx";
import { offersPhotos } from "./photos/offers-photos.ts";
import { TakePhotos } from "./photos/TakePhotos.tsx";
import { toFileName, type Tile } from "./tile-state.ts";
import { useFileTile, type FilePlace } from "./use-file-tile.ts";
import type { FileWidget } from "./use-upload.ts";

interface FileTileProps {
  widget: FileWidget;
  place?: FilePlace;
}

/** Uploads one document by picking, dropping or photographing. The value is the address of the stored file. */
export function FileTile({ widget, place }: FileTileProps) {
  const { id, services, text } = widget;
  const styles = useFileStyles();
  const accept = widget.accept ?? allTypes;
  const { input, upload, selection, tile, focus, cancel, remove } = useFileTile(widget, place, accept);
  const locked = widget.disabled || widget.readOnly;
  const empty = tile.state === "NULL" && !selection.filesToMerge;
  const hasProblem = tile.state === "WARNING" || tile.state === "ERROR";
  const addPhoto = (file: File) => selection.add([file], "pick");
  // A file that waits for its upload is still read from the storage of the browser.
  if (place && empty) return null;
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
        onDropped={place?.onDropped ?? ((files) => selection.add(files, "drop"))}
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
          <FileRow
            tile={tile}
            services={services}
            text={text}
            locked={locked}
            tools={
              place && tile.state === "COMPLETED" ? (
                <MoveButtons widget={widget} name={toFileName(tile)} place={place} />
              ) : undefined
            }
            onRemove={remove}
          />
        ) : null}
        {place && tile.state === "COMPLETED" ? null : (
          <FileInput
            widget={widget}
            input={input}
            accept={accept}
            covers={empty}
            tabbable={!selection.filesToMerge && !place}
            name={place?.name}
            refusal={selection.refusal}
            onPick={(files) => selection.add(files, "pick")}
          />
        )}
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

/** Why the chosen files were rejected. */
export function Refusal({ id, refusal, text }: { id: string; refusal?: FileRefusal; text: FileWidget["text"] }) {
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
