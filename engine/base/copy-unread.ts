/** A copy that reads nothing: what is worked out when somebody looks (a price) stays so in the copy. */
export function copyUnread<T extends object>(value: T): T {
  return put({}, value, Object.keys(value)) as T;
}

/** As `copyUnread`, with these values in the place of what the copied has under their names. */
export function withUnread<T extends object, M extends object>(value: T, more: M): Omit<T, keyof M> & M {
  const others = Object.keys(value).filter((name) => !Object.hasOwn(more, name));
  return put(put({}, value, others), more, Object.keys(more)) as Omit<T, keyof M> & M;
}

/** One by one: to take all descriptors at once and make an object of them takes six times as long. */
function put(copy: object, from: object, names: readonly string[]): object {
  for (const name of names) {
    const own = Object.getOwnPropertyDescriptor(from, name);
    if (own && (own.get !== undefined || name === "__proto__")) Object.defineProperty(copy, name, own);
    else (copy as Record<string, unknown>)[name] = own?.value;
  }
  return copy;
}
