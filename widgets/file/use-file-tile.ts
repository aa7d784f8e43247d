import { useEffect, useRef } from "react";
import type { Movable } from "./MoveButtons.tsx";
import { useFileSelection } from "./use-file-selection.ts";
import { useTile } from "./use-tile.ts";
import { useUpload, type FileWidget } from "./use-upload.ts";

/** A place in a list of files. */
export interface FilePlace extends Movable {
  /** The accessible name of its input, which has no label. */
  readonly name: string;
  /** A chosen file that is sent at once. */
  readonly first?: File;
  onDropped(files: readonly File[]): void;
  onRemoved(): void;
}

/** The state of one tile: its upload, what was chosen for it, and how it is emptied. */
export function useFileTile(widget: FileWidget, place: FilePlace | undefined, accept: readonly string[]) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload(widget);
  const { send } = upload;
  const selection = useFileSelection(widget, accept, send);
  const tile = useTile(widget, upload);
  const first = useRef(place?.first);
  useEffect(() => {
    if (first.current) send(first.current);
  }, [send]);

  const focus = () => input.current?.focus();
  const cancel = () => {
    selection.clear();
    focus();
  };
  const remove = () => {
    upload.reset();
    if (place) return place.onRemoved();
    if (tile.state === "COMPLETED") {
      widget.onChange(undefined);
      widget.onCommit();
    }
    cancel();
  };
  return { input, upload, selection, tile, focus, cancel, remove };
}
