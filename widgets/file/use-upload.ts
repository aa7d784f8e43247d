import { useCallback, useEffect, useRef, useState } from "react";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { PendingFile, StoredFile, WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { emptyTile, isConnectionLost, toDetectionProblem, toUploadProblem, type Tile } from "./tile-state.ts";
import { useRetryWhenOnline } from "./use-retry-when-online.ts";

export type FileWidget = WidgetProps<ResolvedProps<typeof contract.props>> & {
  /** The key of a file that is not stored yet; the pointer by default. A field of several files has one for each. */
  readonly pendingKey?: string;
};

/**
 * Uploads one file: sends, checks and accepts it. After a lost connection it continues by itself. Until it is stored,
 * the file survives a reload, except in a sensitive field.
 */
export function useUpload(widget: FileWidget) {
  const [tile, setTile] = useState<Tile>(emptyTile);
  const latest = useRef(widget);
  useEffect(() => {
    latest.current = widget;
  });
  const running = useRef<AbortController>(undefined);
  const retryStep = useRef<() => void>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    latest.current.onBusy?.(false);
  }, []);
  useEffect(() => stop, [stop]);

  /**
   * Runs one step of the upload. An abort leaves the tile unchanged, a lost connection makes it wait, and other errors
   * show.
   */
  const runStep = useCallback((file: File, step: (signal: AbortSignal) => Promise<Tile>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    retryStep.current = () => runStep(file, step);
    latest.current.onBusy?.(true);
    step(controller.signal)
      .catch((error: unknown): Tile => {
        if (isConnectionLost(error)) return { state: "PROCESSING", file, phase: "waiting", sentBytes: 0 };
        // A file that the server refused is not sent again automatically.
        if (error instanceof UploadError && !controller.signal.aborted)
          updatePending(latest.current, (files, key) => files.remove(key));
        return { state: "ERROR", file, name: file.name, problem: toUploadProblem(error) };
      })
      .then((next) => {
        if (controller.signal.aborted) return;
        running.current = undefined;
        setTile(next);
        if (next.state === "COMPLETED") latest.current.onCommit(next.stored.fileUrl);
        latest.current.onBusy?.(next.state === "PROCESSING");
      });
  }, []);

  const accept = useCallback(
    (file: File, uploadId: string) =>
      runStep(file, async () => {
        setTile({ state: "PROCESSING", file, phase: "checking", sentBytes: file.size });
        return finish(latest.current, file, await latest.current.services.acceptUpload(uploadId));
      }),
    [runStep],
  );

  const send = useCallback(
    (file: File) => runStep(file, (signal) => transfer(latest.current, file, signal, setTile)),
    [runStep],
  );

  const resume = useCallback(
    ({ file, uploadId, report }: PendingFile) => {
      if (uploadId && report?.state === "WARNING") setTile({ state: "WARNING", file, uploadId, report });
      else if (!report) send(file);
    },
    [send],
  );

  const reset = useCallback(() => {
    stop();
    setTile(emptyTile);
    updatePending(latest.current, (files, key) => files.remove(key));
  }, [stop]);

  useEffect(() => {
    const { services, sensitive, pointer, pendingKey, readOnly } = latest.current;
    if (!services.pendingFiles || sensitive || readOnly) return;
    let cancelled = false;
    services.pendingFiles.get(pendingKey ?? pointer).then(
      (files) => {
        if (files && !cancelled && !running.current) resume(files);
      },
      () => undefined,
    ); // without storage there is no pending file
    return () => {
      cancelled = true;
    };
  }, [resume]);

  const retry = useCallback(() => retryStep.current?.(), []);
  useRetryWhenOnline(tile.state === "PROCESSING" && tile.phase === "waiting", retry);
  return { tile, send, accept, retry, reset, setTile };
}

async function transfer(
  widget: FileWidget,
  file: File,
  signal: AbortSignal,
  show: (tile: Tile) => void,
): Promise<Tile> {
  show({ state: "PROCESSING", file, phase: "sending", sentBytes: 0 });
  updatePending(widget, (files, key) => files.put(key, { file }));
  const { uploadId, stored, report } = await widget.services.upload(file, {
    category: widget.props.category,
    fieldName: widget.pointer.split("/").pop() ?? "",
    detectIssues: widget.props.detectIssues === true,
    resumeKey: [widget.pendingKey ?? widget.pointer, file.name, file.size, file.lastModified].join("|"),
    signal,
    onProgress: (sentBytes, totalBytes) => {
      if (!signal.aborted)
        show({ state: "PROCESSING", file, phase: sentBytes >= totalBytes ? "checking" : "sending", sentBytes });
    },
  });
  if (signal.aborted) return emptyTile;
  if (stored) return finish(widget, file, stored);
  if (report?.state === "ERROR") {
    updatePending(widget, (files, key) => files.remove(key));
    return { state: "ERROR", file, name: file.name, problem: toDetectionProblem(report) };
  }
  if (report?.state === "WARNING") {
    updatePending(widget, (files, key) => files.put(key, { file, uploadId, report }));
    return { state: "WARNING", file, uploadId, report };
  }
  return finish(widget, file, await widget.services.acceptUpload(uploadId));
}

function finish(widget: FileWidget, file: File, stored: StoredFile): Tile {
  updatePending(widget, (files, key) => files.remove(key));
  return { state: "COMPLETED", stored, file };
}

/** Updates the pending file. A browser without storage only loses the file at a reload. */
function updatePending(
  { services, sensitive, pointer, pendingKey = pointer }: FileWidget,
  work: (files: NonNullable<typeof services.pendingFiles>, key: string) => Promise<void>,
): void {
  if (services.pendingFiles && !sensitive) work(services.pendingFiles, pendingKey).catch(() => undefined);
}
