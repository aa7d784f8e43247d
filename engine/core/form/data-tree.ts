import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { FieldModel, FormModel } from "./form-model.ts";
import type { ListModel, RowModel } from "./lists.ts";

/** A nested object of form data. */
export type DataTree = Record<string, unknown>;

/** Sets a value in a tree under construction; missing objects on the way are created. */
export function putAt(tree: DataTree, steps: readonly string[], value: unknown): void {
  let holder = tree;
  for (const [at, step] of steps.slice(0, -1).entries()) {
    const next = Object.hasOwn(holder, step) ? holder[step] : undefined;
    if (isObject(next) || (Array.isArray(next) && isIndex(steps[at + 1]))) holder = next as DataTree;
    else holder = holder[step] = {};
  }
  const last = steps.at(-1);
  if (last !== undefined) holder[last] = value;
}

/** Sets the value of a field; its row and the rows before it are created. */
export function putField(tree: DataTree, { steps, row }: Pick<FieldModel, "steps" | "row">, value: unknown): void {
  if (row) putRow(tree, row);
  putAt(tree, steps, value);
}

/** Creates a row, and the rows before it, where they are missing. */
export function putRow(tree: DataTree, { list, index }: RowModel): void {
  const rows = readRows(tree, list);
  for (let at = 0; at <= index; at += 1) if (!isObject(rows[at])) rows[at] = {};
  putAt(tree, list.steps, rows);
}

const isIndex = (step: string | undefined): boolean => step !== undefined && /^\d+$/.test(step);
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** The rows of a list in a tree; an empty array without them. */
export function readRows(tree: unknown, { steps }: Pick<ListModel, "steps">): unknown[] {
  const rows = readAt(tree, steps);
  return Array.isArray(rows) ? rows : [];
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
  for (const field of model.fields)
    if (Object.hasOwn(flat, field.pointer) && flat[field.pointer] !== undefined)
      putField(tree, field, flat[field.pointer]);
  return tree;
}

/** Returns the pointers of form data that have no field. A list with too many rows is one of them, not its rows. */
export function findUnknownKeys(model: FormModel, data: unknown): string[] {
  const holders = new Set<string>([""]);
  const lists = new Map(model.lists.map((list) => [list.pointer, list]));
  for (const { steps } of model.fields) {
    let path = "";
    for (const step of steps.slice(0, -1)) holders.add((path += `/${toPointerStep(step)}`));
  }
  const unknown: string[] = [];
  const walk = (value: unknown, path: string): void => {
    const list = lists.get(path);
    const isHolder = list ? Array.isArray(value) && value.length <= list.max : isObject(value);
    if (!isHolder) {
      if (value !== undefined) unknown.push(path);
      return;
    }
    for (const [key, child] of Object.entries(value as object)) {
      const pointer = `${path}/${toPointerStep(key)}`;
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
