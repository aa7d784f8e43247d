import { useCallback, useEffect, useRef, useState } from "react";
import { addFiles, moveFile, reconcile, toFilesValue, type Place } from "./file-places.ts";
import type { FileWidget } from "./use-upload.ts";

/** The list of a field of several files. Each change of stored files is committed at once. */
export function useFilePlaces(widget: FileWidget, max: number) {
  const [places, setPlaces] = useState<readonly Place[]>(() => reconcile([], widget.value, max));
  const shown = reconcile(places, widget.value, max);
  const latest = useRef({ widget, places: shown });
  useEffect(() => {
    latest.current = { widget, places: shown };
  });

  // Two uploads may end before the page is drawn again, so the latest list is the one to change.
  const change = useCallback((update: (places: readonly Place[]) => readonly Place[]) => {
    const { widget: current, places: before } = latest.current;
    const after = update(before);
    latest.current = { widget: { ...current, value: toFilesValue(after) }, places: after };
    setPlaces(after);
    const [was, is] = [toFilesValue(before), toFilesValue(after)];
    if (was?.join() !== is?.join()) current.onCommit(is);
  }, []);
  const add = useCallback((files: readonly File[]) => change((list) => addFiles(list, files, max)), [change, max]);
  const set = useCallback(
    (number: number, fileUrl: string | undefined) =>
      change((list) => list.map((one) => (one.number === number ? { number, fileUrl } : one))),
    [change],
  );
  const remove = useCallback(
    (number: number) => change((list) => list.filter((one) => one.number !== number)),
    [change],
  );
  const move = useCallback((number: number, step: 1 | -1) => change((list) => moveFile(list, number, step)), [change]);

  useEffect(() => {
    const { services, sensitive, pointer, readOnly } = latest.current.widget;
    const { pendingFiles } = services;
    if (!pendingFiles || sensitive || readOnly) return;
    let cancelled = false;
    for (let number = 0; number < max; number += 1)
      pendingFiles.get(toPendingKey(pointer, number)).then(
        (found) => {
          if (!found || cancelled) return;
          change((list) => (list.some((one) => one.number === number) ? list : [...list, { number }]));
        },
        () => undefined,
      ); // without storage no upload waits
    return () => {
      cancelled = true;
    };
  }, [change, max]);
  return { places: shown, add, set, remove, move };
}

/** The key of an upload of a field of several files. */
export const toPendingKey = (pointer: string, number: number): string => `${pointer}/${number}`;
