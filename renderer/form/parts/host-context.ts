import {
  createContext,
  useCallback,
  useContext,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import type { WidgetContract } from "#engine/documents/props.ts";
import type { FieldModel, SectionModel } from "#engine/form/form-model.ts";
import type { WidgetProps, WidgetServices, WidgetText } from "#widgets/widget.ts";
import type { FieldView, NoteView, SectionView } from "./field-view.ts";
import type { FieldStyles } from "./field-styles.ts";
import type { FormStore } from "../form-store.ts";

/** A widget whose code is there. */
export interface LoadedWidget {
  readonly contract: WidgetContract;
  readonly Component: ComponentType<WidgetProps>;
}

/** What the parts of one form share. It travels by React context: rjsf compares its own formContext deeply. */
export interface Host {
  readonly store: FormStore;
  readonly widgets: ReadonlyMap<string, LoadedWidget>;
  readonly services: WidgetServices;
  readonly words: WidgetText;
  /** Begins every DOM id of this form. */
  readonly idPrefix: string;
  readonly disabled: boolean;
  readonly styles: FieldStyles;
  /** What stands beside a field that is given again: how it was. */
  before?(pointer: string): ReactNode;
}

export const HostContext = createContext<Host | undefined>(undefined);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error("A field stands outside a form host.");
  return host;
}

function useStoreKey<T>(key: string, read: () => T): T {
  const { store } = useHost();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read);
}
/** The value of one field; only its own changes wake the caller, and of `inPlace` ones none that its control shows already. */
export function useFieldValue(pointer: string, inPlace = false): unknown {
  const { store } = useHost();
  const read = (): unknown => store.value(pointer);
  useStoreKey(`${inPlace ? "turn" : "value"}:${pointer}`, inPlace ? () => store.turn(pointer) : read);
  return read();
}
export function useFieldView(pointer: string): FieldView {
  const { store } = useHost();
  return useStoreKey(`field:${pointer}`, () => store.field(pointer));
}
export function useSectionView(id: string): SectionView {
  const { store } = useHost();
  return useStoreKey(`section:${id}`, () => store.section(id));
}
/** Whether one of these sections is there: the first of those under a heading may be hidden while others stand. */
export function useAnySection(sections: readonly SectionModel[]): boolean {
  const { store } = useHost();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = sections.map(({ id }) => store.subscribe(`section:${id}`, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, sections],
  );
  return useSyncExternalStore(subscribe, () => sections.some(({ id }) => store.section(id).visible));
}
export function useNoteView(key: string): NoteView {
  const { store } = useHost();
  return useStoreKey(`note:${key}`, () => store.note(key));
}

/** DOM id of a field's control: letters of its pointer behind the form's prefix. */
export function toFieldId(idPrefix: string, pointer: string): string {
  return idPrefix + pointer.replaceAll(/[^A-Za-z0-9_-]/g, "-");
}
export const toHintId = (fieldId: string): string => `${fieldId}-hint`;
export const toErrorId = (fieldId: string): string => `${fieldId}-error`;

/** The model of a field that certainly exists. */
export function getField(store: FormStore, pointer: string): FieldModel {
  const field = store.model.byPointer.get(pointer);
  if (!field) throw new Error(`The form ${store.model.id} has no field ${pointer}.`);
  return field;
}
