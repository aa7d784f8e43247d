import type { Host } from "./outline.ts";

/** Where what was typed waits while the page is loaded again. */
const key = "workbench-typed";
type Typed = Record<string, Record<string, unknown>>;

const readTyped = (): Typed => JSON.parse(sessionStorage.getItem(key) ?? "{}") as Typed;

/** Keeps what was typed into the forms of the page, also where the app itself keeps no draft, and what waits still. */
export function keepTyped(hosts: readonly Host[]): void {
  const typed = readTyped();
  for (const { store } of hosts)
    typed[store.model.id] = Object.fromEntries(
      store.model.fields
        .filter(({ pointer }) => store.isTyped(pointer))
        .map(({ pointer }) => [pointer, store.value(pointer)]),
    );
  sessionStorage.setItem(key, JSON.stringify(typed));
}

/** Gives each form back what was typed into it, once, when it stands again. */
export function giveBack(hosts: readonly Host[]): void {
  if (hosts.length === 0 || sessionStorage.getItem(key) === null) return;
  const typed = readTyped();
  for (const { store } of hosts) {
    for (const [pointer, value] of Object.entries(typed[store.model.id] ?? {})) store.type(pointer, value);
    delete typed[store.model.id];
  }
  if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify(typed));
  else sessionStorage.removeItem(key);
}
