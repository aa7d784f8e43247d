/** Escapes one step of a JSON Pointer (RFC 6901). */
export function toPointerStep(step: string | number): string {
  const text = String(step);
  // Almost no key needs escaping, and the check writes tens of thousands of pointers.
  return text.includes("~") || text.includes("/") ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** The steps of a JSON Pointer, unescaped. */
export function pointerSteps(pointer: string): string[] {
  if (pointer === "") return [];
  const steps = pointer.slice(1).split("/");
  return pointer.includes("~") ? steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")) : steps;
}

/** The value at a JSON Pointer, own properties only; undefined when there is none. */
export function getAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const step of pointerSteps(pointer)) {
    if (current === null || typeof current !== "object" || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

/** Returns a copy with the value at the pointer set; undefined removes it. Missing objects on the way are created. */
export function setAt<T>(value: T, pointer: string, next: unknown): T {
  const [head, ...rest] = pointerSteps(pointer);
  if (head === undefined) return next as T;
  const base = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  const child = rest.length === 0 ? next : setAt(base[head] ?? {}, "/" + rest.map(toPointerStep).join("/"), next);
  if (child === undefined) delete base[head];
  else base[head] = child;
  return base as T;
}

/** Returns every leaf of a value with its pointer, list items included. */
export function listLeafValues(value: unknown, base = ""): { pointer: string; value: unknown }[] {
  if (typeof value !== "object" || value === null) return [{ pointer: base, value }];
  return Object.entries(value).flatMap(([key, child]) => listLeafValues(child, `${base}/${toPointerStep(key)}`));
}
