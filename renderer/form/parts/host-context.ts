import {
  createContext,
  useCallback,
  useContext,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import type { WidgetContract } from "#engine/core/definitions/props.ts";
import type { FieldModel, SectionModel } from "#engine/core/form/form-model.ts";
import type { WidgetProps, WidgetServices, WidgetText } from "#widgets/widget.ts";
import type { FieldView, ListView, NoteView, SectionView } from "./field-view.ts";
import type { FieldStyles } from "./field-styles.ts";
import type { FormStore } from "../form-store.ts";

/** A loaded widget. */
export interface LoadedWidget {
  readonly contract: WidgetContract;
  readonly Component: ComponentType<WidgetProps>;
}

/** Shared by all parts of one form. A React context, because rjsf compares its own formContext deeply. */
export interface Host {
  readonly store: FormStore;
  readonly widgets: ReadonlyMap<string, LoadedWidget>;
  readonly services: WidgetServices;
  readonly text: WidgetText;
  /** Prefix of every DOM id of this form. */
  readonly idPrefix: string;
  readonly disabled: boolean;
  readonly styles: FieldStyles;
  /** The previous value of a field that the candidate must fill in again. */
  renderPrevious?(pointer: string): ReactNode;
}

export const HostContext = createContext<Host | undefined>(undefined);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error("A field needs a form host around it.");
  return host;
}

function useStoreKey<T>(key: string, read: () => T): T {
  const { store } = useHost();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read);
}
/** The value of one field. With `inPlace`, changes that the control already shows do not re-render. */
export function useFieldValue(pointer: string, inPlace = false): unknown {
  const { store } = useHost();
  const read = (): unknown => store.value(pointer);
  useStoreKey(`${inPlace ? "revision" : "value"}:${pointer}`, inPlace ? () => store.revision(pointer) : read);
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
/** Returns whether any of these sections is visible. */
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
export function useListView(pointer: string): ListView {
  const { store } = useHost();
  return useStoreKey(`list:${pointer}`, () => store.list(pointer));
}
export function useNoteView(key: string): NoteView {
  const { store } = useHost();
  return useStoreKey(`note:${key}`, () => store.note(key));
}

/** DOM id of a field's control. */
export function toFieldId(idPrefix: string, pointer: string): string {
  return idPrefix + pointer.replaceAll(/[^A-Za-z0-9_-]/g, "-");
}
export const toHintId = (fieldId: string): string => `${fieldId}-hint`;
export const toErrorId = (fieldId: string): string => `${fieldId}-error`;

/** The model of a field. Throws when the form has no such field. */
export function getField(store: FormStore, pointer: string): FieldModel {
  const field = store.model.byPointer.get(pointer);
  if (!field) throw new Error(`The form ${store.model.id} has no field ${pointer}.`);
  return field;
}
