import { useCallback, useRef, useSyncExternalStore, type ComponentType } from "react";
import type { DocumentFact, WidgetProps } from "#widgets/widget.ts";
import { listDocumentFacts } from "../document-facts.ts";
import { getField, useHost } from "./host-context.ts";

/** Passes to a file widget the facts that its document should show, and lets it fill those fields. */
export function withDocumentFacts(Widget: ComponentType<WidgetProps>): ComponentType<WidgetProps> {
  return function DocumentWidget(props) {
    const { store } = useHost();
    const documentFacts = useDocumentFacts(props.pointer);
    const fillField = useCallback(
      (target: string, value: string) => {
        store.type(target, value);
        store.commit(target);
      },
      [store],
    );
    return <Widget {...props} documentFacts={documentFacts} onFillField={fillField} />;
  };
}

/** Facts that the document of a field should show; updates while those fields are typed. */
function useDocumentFacts(pointer: string): readonly DocumentFact[] | undefined {
  const { store } = useHost();
  const { field, base } = getField(store, pointer);
  const last = useRef<readonly DocumentFact[]>(undefined);
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
    const facts = listDocumentFacts(store, pointer);
    if (JSON.stringify(facts) !== JSON.stringify(last.current)) last.current = facts;
    return last.current;
  });
}
