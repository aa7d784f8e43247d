import type { FormModel } from "./form-model.ts";

/** A nested object of form data. */
export type DataTree = Record<string, unknown>;

/** Puts a value into a tree that is being built; objects on the way are made. */
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

/** The value at steps, own properties only; undefined when there is none. */
export function readAt(tree: unknown, steps: readonly string[]): unknown {
  let value = tree;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as DataTree)[step];
  }
  return value;
}

/** Form data as one flat map by pointer: what a section's validator and the form host work on. */
export function toFlatData(model: FormModel, data: unknown): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const { pointer, steps } of model.fields) {
    const value = readAt(data, steps);
    if (value !== undefined) flat[pointer] = value;
  }
  return flat;
}

/** Flat data as the nested object that is sent; places of no field are left out. */
export function toNestedData(model: FormModel, flat: Readonly<Record<string, unknown>>): DataTree {
  const tree: DataTree = {};
  for (const { pointer, steps } of model.fields)
    if (Object.hasOwn(flat, pointer) && flat[pointer] !== undefined) putAt(tree, steps, flat[pointer]);
  return tree;
}

/** Keys of form data that no field stands for, as pointers. */
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

/** Form data without what may never be stored or logged (`sensitive`); nested. */
export function withoutSensitive(model: FormModel, data: unknown): DataTree {
  const flat = toFlatData(model, data);
  for (const { pointer, field } of model.fields) if (field.sensitive) delete flat[pointer];
  return toNestedData(model, flat);
}

const escape = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1");
