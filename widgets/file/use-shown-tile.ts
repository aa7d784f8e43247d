import { useCallback, useEffect, useRef } from "react";
import type { StoredFile } from "#widgets/widget.ts";
import { toScanTrouble, type Tile } from "./tile-state.ts";
import { useScan } from "./use-scan.ts";
import { useStoredFile } from "./use-stored-file.ts";
import type { FileWidget, useUpload } from "./use-upload.ts";

/**
 * A file on its way hides the stored one, which stays the value until the new one is stored. A stored one in which the
 * scanner finds a virus leaves the form, and the tile tells why.
 */
export function useShownTile(widget: FileWidget, { tile: own, show }: ReturnType<typeof useUpload>): Tile {
  const { value, services } = widget;
  const latest = useRef(widget);
  useEffect(() => {
    latest.current = widget;
  });
  const fileUrl = typeof value === "string" && value !== "" ? value : undefined;
  const fresh = own.state === "COMPLETED" && own.stored.fileUrl === fileUrl ? own : undefined;
  const isHidden = own.state !== "NULL" && own.state !== "COMPLETED";
  const found = useStoredFile(fresh ? undefined : fileUrl, services);
  const condemn = useCallback(
    (stored: StoredFile) => {
      show({ state: "ERROR", name: stored.fileName, trouble: toScanTrouble(stored) });
      if (latest.current.readOnly) return;
      latest.current.onChange(undefined);
      latest.current.onCommit();
    },
    [show],
  );
  const stored = useScan(isHidden ? undefined : (fresh?.stored ?? found), services, condemn);
  if (isHidden) return own;
  return stored ? { state: "COMPLETED", stored, ...(fresh?.file && { file: fresh.file }) } : { state: "NULL" };
}
