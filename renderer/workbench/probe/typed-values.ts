import type { FormHandle } from "./outline.ts";

/** Session storage key for typed values during a reload. */
const key = "workbench-typed";
type Typed = Record<string, Record<string, unknown>>;

const readTyped = (): Typed => JSON.parse(sessionStorage.getItem(key) ?? "{}") as Typed;

/** Saves typed values of all forms on the page, including forms without a draft. */
export function saveTypedValues(forms: readonly FormHandle[]): void {
  const typed = readTyped();
  for (const { store } of forms)
    typed[store.model.id] = Object.fromEntries(
      store.model.fields
        .filter(({ pointer }) => store.isTyped(pointer))
        .map(({ pointer }) => [pointer, store.value(pointer)]),
    );
  sessionStorage.setItem(key, JSON.stringify(typed));
}

/** Restores the typed values of each form once. */
export function restoreTypedValues(forms: readonly FormHandle[]): void {
  if (forms.length === 0 || sessionStorage.getItem(key) === null) return;
  const typed = readTyped();
  for (const { store } of forms) {
    for (const [pointer, value] of Object.entries(typed[store.model.id] ?? {})) store.type(pointer, value);
    delete typed[store.model.id];
  }
  if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify(typed));
  else sessionStorage.removeItem(key);
}
