import { useCallback, useRef, useSyncExternalStore, type ComponentType } from "react";
import type { PaperFact, WidgetProps } from "#widgets/widget.ts";
import { listPaperFacts } from "../paper-facts.ts";
import { getField, useHost } from "./host-context.ts";

/** A widget of papers that is told what its paper is expected to show, and may put what was read into those fields. */
export function withPaperFacts(Widget: ComponentType<WidgetProps>): ComponentType<WidgetProps> {
  return function PaperWidget(props) {
    const { store } = useHost();
    const paperFacts = usePaperFacts(props.pointer);
    const takeRead = useCallback(
      (other: string, read: string) => {
        store.type(other, read);
        store.commit(other);
      },
      [store],
    );
    return <Widget {...props} paperFacts={paperFacts} onTake={takeRead} />;
  };
}

/** What the paper of a field is expected to show, as it is filled in by now; a keystroke in one of those fields wakes the caller. */
function usePaperFacts(pointer: string): readonly PaperFact[] | undefined {
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
