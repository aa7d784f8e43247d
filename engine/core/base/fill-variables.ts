/** Values for the placeholders of a fixture. */
export type Variables = Record<string, unknown>;

const whole = /^\{([A-Za-z][A-Za-z0-9._-]*)\}$/;
const inside = /\{([A-Za-z][A-Za-z0-9._-]*)\}/g;

/**
 * Fills `{x}` in every string of a value. A string that is only `{x}` becomes the value itself, with its type. Throws
 * for an unknown name.
 */
export function fillVariables<T>(value: T, variables: Variables): T {
  if (typeof value === "string") return fillText(value, variables) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillVariables(item, variables)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillVariables(item as unknown, variables)]),
  ) as T;
}

/** Returns the value at a dotted path, or undefined. */
export function readDottedPath(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (at, key) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, key) ? (at as Variables)[key] : undefined,
      value,
    );
}

function fillText(text: string, variables: Variables): unknown {
  const name = whole.exec(text)?.[1];
  if (name !== undefined) return find(name, variables);
  return text.replace(inside, (_whole, key: string) => String(find(key, variables)));
}

function find(name: string, variables: Variables): unknown {
  const value = Object.hasOwn(variables, name) ? variables[name] : readDottedPath(variables, name);
  if (value === undefined) throw new Error(`unknown variable {${name}}`);
  return value;
}
