import { useRef, type RefObject } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useControlStyles } from "#widgets/control-styles.ts";
import { DropArea, EmptyTile } from "./DropArea.tsx";
import { FileInput } from "./FileInput.tsx";
import { FileTile } from "./FileTile.tsx";
import { allTypes, toTypeNames, type Arrival } from "./file-rules.ts";
import { useFileStyles } from "./file-styles.ts";
import { offersPhotos } from "./photos/offers-photos.ts";
import { TakePhotos } from "./photos/TakePhotos.tsx";
import { useSeveral } from "./use-several.ts";
import type { FileWidget } from "./use-upload.ts";

const useStyles = makeStyles({
  list: {
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  add: { marginTop: tokens.spacingVerticalS },
  group: { ":focus": { outlineStyle: "none" } },
});

interface SeveralFilesProps {
  widget: FileWidget;
  max: number;
}

/** A list of documents, each uploaded by itself, and a tile for more. The value is the list of their addresses. */
export function SeveralFiles({ widget, max }: SeveralFilesProps) {
  const { id, label } = widget;
  const styles = useStyles();
  const files = useFileStyles();
  const controls = useControlStyles();
  const input = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const { places, refused, moved, choose, toPlace, toWidget } = useSeveral(widget, max, () =>
    (input.current ?? group.current)?.focus(),
  );
  const hasRoom = places.length < max && !widget.disabled && !widget.readOnly;
  if (widget.readOnly && places.length === 0) return <span id={id}>{"\u2013"}</span>;
  return (
    <div
      ref={group}
      id={hasRoom ? undefined : id}
      tabIndex={-1}
      role="group"
      aria-label={label}
      className={styles.group}
    >
      {places.length > 0 ? (
        <ol className={styles.list}>
          {places.map((one, at) => (
            <li key={one.number}>
              <FileTile widget={toWidget(one)} place={toPlace(one, at)} />
            </li>
          ))}
        </ol>
      ) : null}
      {hasRoom ? (
        <div className={places.length > 0 ? styles.add : undefined}>
          <AddFiles
            widget={widget}
            input={input}
            count={{ n: places.length, max }}
            refused={refused}
            onFiles={choose}
          />
        </div>
      ) : null}
      <div id={`${id}-refusal`} role="alert" className={refused.length > 0 ? files.refusal : undefined}>
        {refused.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </div>
      <span role="status" className={controls.hidden}>
        {moved}
      </span>
    </div>
  );
}

interface AddFilesProps {
  widget: FileWidget;
  input: RefObject<HTMLInputElement | null>;
  count: { n: number; max: number };
  refused: readonly string[];
  onFiles(files: readonly File[], arrival: Arrival): void;
}

/** The tile that takes more files. */
function AddFiles({ widget, input, count, refused, onFiles }: AddFilesProps) {
  const files = useFileStyles();
  const accept = widget.accept ?? allTypes;
  return (
    <>
      <DropArea
        className={mergeClasses(files.empty, (widget.invalid || refused.length > 0) && files.invalid)}
        locked={false}
        onDropped={(dropped) => onFiles(dropped, "drop")}
      >
        <EmptyTile
          widget={widget}
          accept={accept}
          note={`${toTypeNames(accept)} · ${widget.text("files.count", count)}`}
        />
        <FileInput
          widget={widget}
          input={input}
          accept={accept}
          covers
          tabbable
          several
          onPick={(picked) => onFiles(picked, "pick")}
        />
      </DropArea>
      <TakePhotos
        widget={widget}
        offered={offersPhotos(widget)}
        onFile={(file) => onFiles([file], "pick")}
        onClosed={() => input.current?.focus()}
      />
    </>
  );
}
