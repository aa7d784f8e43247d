import type { FormModel } from "./form-model.ts";

/** A nested object of form data. */
export type DataTree = Record<string, unknown>;

/** Sets a value in a tree under construction; missing objects on the way are created. */
export function putAt(tree: DataTree, steps: readonly string[], value: unknown): void {
  let holder = tree;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(holder, step) ? holder[step] : undefined;
    if (typeof next === "object" && next !== null && !Array.isArray(next)) holder = next as DataTree;
    else holder = holder[step] = {};
  }
  const last = steps.at(-1);
  if (last !== undefined) holder[last] = value;
}

/** Returns the value at a path of own properties, or undefined. */
export function readAt(tree: unknown, steps: readonly string[]): unknown {
  let value = tree;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as DataTree)[step];
  }
  return value;
}

/** Flattens form data to a map by pointer, the input of section validators and of the form host. */
export function toFlatData(model: FormModel, data: unknown): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const { pointer, steps } of model.fields) {
    const value = readAt(data, steps);
    if (value !== undefined) flat[pointer] = value;
  }
  return flat;
}

/** Nests flat data for sending; pointers without a field are omitted. */
export function toNestedData(model: FormModel, flat: Readonly<Record<string, unknown>>): DataTree {
  const tree: DataTree = {};
  for (const { pointer, steps } of model.fields)
    if (Object.hasOwn(flat, pointer) && flat[pointer] !== undefined) putAt(tree, steps, flat[pointer]);
  return tree;
}

/** Returns the pointers of form data that have no field. */
export function findUnknownKeys(model: FormModel, data: unknown): string[] {
  const holders = new Set<string>([""]);
  for (const { steps } of model.fields) {
    let path = "";
    for (const step of steps.slice(0, -1)) holders.add((path += `/${escape(step)}`));
  }
  const unknown: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      if (value !== undefined) unknown.push(path);
      return;
    }
    for (const [key, child] of Object.entries(value)) {
      const pointer = `${path}/${escape(key)}`;
      if (model.byPointer.has(pointer)) continue;
      if (holders.has(pointer)) walk(child, pointer);
      else if (child !== undefined) unknown.push(pointer);
    }
  };
  walk(data ?? {}, "");
  return unknown;
}

/** Returns nested form data without `sensitive` values, which may never be stored or logged. */
export function withoutSensitive(model: FormModel, data: unknown): DataTree {
  const flat = toFlatData(model, data);
  for (const { pointer, field } of model.fields) if (field.sensitive) delete flat[pointer];
  return toNestedData(model, flat);
}

const escape = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1");
