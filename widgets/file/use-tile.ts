import { useCallback, useEffect, useRef } from "react";
import type { StoredFile } from "#widgets/widget.ts";
import { toScanProblem, type Tile } from "./tile-state.ts";
import { useVirusScan } from "./use-virus-scan.ts";
import { useStoredFile } from "./use-stored-file.ts";
import type { FileWidget, useUpload } from "./use-upload.ts";

/**
 * The tile to show. An upload hides the stored file, which stays the value until the upload is stored. An infected file
 * is removed from the form, and the tile shows why.
 */
export function useTile(widget: FileWidget, { tile: uploadTile, setTile }: ReturnType<typeof useUpload>): Tile {
  const { value, services } = widget;
  const latest = useRef(widget);
  useEffect(() => {
    latest.current = widget;
  });
  const fileUrl = typeof value === "string" && value !== "" ? value : undefined;
  const fresh = uploadTile.state === "COMPLETED" && uploadTile.stored.fileUrl === fileUrl ? uploadTile : undefined;
  const isHidden = uploadTile.state !== "NULL" && uploadTile.state !== "COMPLETED";
  const found = useStoredFile(fresh ? undefined : fileUrl, services);
  const rejectInfected = useCallback(
    (stored: StoredFile) => {
      setTile({ state: "ERROR", name: stored.fileName, problem: toScanProblem(stored) });
      if (latest.current.readOnly) return;
      latest.current.onChange(undefined);
      latest.current.onCommit();
    },
    [setTile],
  );
  const stored = useVirusScan(isHidden ? undefined : (fresh?.stored ?? found), services, rejectInfected);
  if (isHidden) return uploadTile;
  return stored ? { state: "COMPLETED", stored, ...(fresh?.file && { file: fresh.file }) } : { state: "NULL" };
}
