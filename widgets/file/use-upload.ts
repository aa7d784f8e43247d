import { useCallback, useEffect, useRef, useState } from "react";
import type { ResolvedProps } from "#engine/documents/props.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { KeptFile, StoredFile, WidgetProps } from "#widgets/widget.ts";
import type { contract } from "./contract.ts";
import { emptyTile, isLost, toReportTrouble, toTrouble, type Tile } from "./tile-state.ts";
import { useResend } from "./use-resend.ts";

export type FileWidget = WidgetProps<ResolvedProps<typeof contract.props>>;

/**
 * One file on its way: sent, looked at, accepted. A file that lost its connection waits and goes on by itself;
 * until it is stored it is kept, so that a reload goes on too (never for a sensitive field).
 */
export function useUpload(widget: FileWidget) {
  const [tile, setTile] = useState<Tile>(emptyTile);
  const latest = useRef(widget);
  useEffect(() => {
    latest.current = widget;
  });
  const running = useRef<AbortController>(undefined);
  const again = useRef<() => void>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    latest.current.onBusy?.(false);
  }, []);
  useEffect(() => stop, [stop]);

  /** Runs one leg of the way; an abort leaves the tile alone, a lost line makes it wait, anything else is told. */
  const attempt = useCallback((file: File, leg: (signal: AbortSignal) => Promise<Tile>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    again.current = () => attempt(file, leg);
    latest.current.onBusy?.(true);
    leg(controller.signal)
      .catch((error: unknown): Tile => {
        if (isLost(error)) return { state: "PROCESSING", file, phase: "waiting", sentBytes: 0 };
        // What the server refused is not sent again by itself.
        if (error instanceof UploadError && !controller.signal.aborted)
          store(latest.current, (kept, key) => kept.remove(key));
        return { state: "ERROR", file, name: file.name, trouble: toTrouble(error) };
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
      attempt(file, async () => {
        setTile({ state: "PROCESSING", file, phase: "checking", sentBytes: file.size });
        return finish(latest.current, file, await latest.current.services.acceptUpload(uploadId));
      }),
    [attempt],
  );

  const send = useCallback(
    (file: File) => attempt(file, (signal) => transfer(latest.current, file, signal, setTile)),
    [attempt],
  );

  const resume = useCallback(
    ({ file, uploadId, report }: KeptFile) => {
      if (uploadId && report?.state === "WARNING") setTile({ state: "WARNING", file, uploadId, report });
      else if (!report) send(file);
    },
    [send],
  );

  const forget = useCallback(() => {
    stop();
    setTile(emptyTile);
    store(latest.current, (kept, key) => kept.remove(key));
  }, [stop]);

  useEffect(() => {
    const { services, sensitive, pointer, readOnly } = latest.current;
    if (!services.keptFiles || sensitive || readOnly) return;
    let gone = false;
    services.keptFiles.get(pointer).then(
      (kept) => {
        if (kept && !gone && !running.current) resume(kept);
      },
      () => undefined,
    ); // no storage: nothing was kept
    return () => {
      gone = true;
    };
  }, [resume]);

  const retry = useCallback(() => again.current?.(), []);
  useResend(tile.state === "PROCESSING" && tile.phase === "waiting", retry);
  return { tile, send, accept, retry, forget, show: setTile };
}

async function transfer(
  widget: FileWidget,
  file: File,
  signal: AbortSignal,
  show: (tile: Tile) => void,
): Promise<Tile> {
  show({ state: "PROCESSING", file, phase: "sending", sentBytes: 0 });
  store(widget, (kept, key) => kept.put(key, { file }));
  const { uploadId, stored, report } = await widget.services.upload(file, {
    category: widget.props.category,
    fieldName: widget.pointer.split("/").pop() ?? "",
    detectIssues: widget.props.detectIssues === true,
    resumeKey: [widget.pointer, file.name, file.size, file.lastModified].join("|"),
    signal,
    onProgress: (sentBytes, totalBytes) => {
      if (!signal.aborted)
        show({ state: "PROCESSING", file, phase: sentBytes >= totalBytes ? "checking" : "sending", sentBytes });
    },
  });
  if (signal.aborted) return emptyTile;
  if (stored) return finish(widget, file, stored);
  if (report?.state === "ERROR") {
    store(widget, (kept, key) => kept.remove(key));
    return { state: "ERROR", file, name: file.name, trouble: toReportTrouble(report) };
  }
  if (report?.state === "WARNING") {
    store(widget, (kept, key) => kept.put(key, { file, uploadId, report }));
    return { state: "WARNING", file, uploadId, report };
  }
  return finish(widget, file, await widget.services.acceptUpload(uploadId));
}

function finish(widget: FileWidget, file: File, stored: StoredFile): Tile {
  store(widget, (kept, key) => kept.remove(key));
  return { state: "COMPLETED", stored, file };
}

/** Storage is a kindness, not a condition: a browser that refuses it costs only the survival of a reload. */
function store(
  { services, sensitive, pointer }: FileWidget,
  work: (kept: NonNullable<typeof services.keptFiles>, key: string) => Promise<void>,
): void {
  if (services.keptFiles && !sensitive) work(services.keptFiles, pointer).catch(() => undefined);
}
