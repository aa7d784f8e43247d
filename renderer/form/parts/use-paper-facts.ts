import { useCallback, useRef, useSyncExternalStore } from "react";
import { listPaperFacts } from "../paper-facts.ts";
import type { PaperFact } from "#widgets/widget.ts";
import { getField, useHost } from "./host-context.ts";

/** What the paper of a field is expected to show, as it is filled in by now; a keystroke in one of those fields wakes the caller. */
export function usePaperFacts(pointer: string): readonly PaperFact[] | undefined {
  const { store } = useHost();
  const { field, base } = getField(store, pointer);
  const last = useRef<readonly PaperFact[]>(undefined);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = Object.keys(field.shows ?? {}).flatMap((at) => [
        store.subscribe(`value:${base}${at}`, listener),
        store.subscribe(`field:${base}${at}`, listener),
      ]);
      return () => stops.forEach((stop) => stop());
    },
    [store, field, base],
  );
  return useSyncExternalStore(subscribe, () => {
    if (!field.shows) return undefined;
    const now = listPaperFacts(store, pointer);
    if (JSON.stringify(now) !== JSON.stringify(last.current)) last.current = now;
    return last.current;
  });
}
