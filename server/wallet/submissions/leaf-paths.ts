import { toPointerStep } from "#engine/base/json-pointer.ts";

/** Every value of form data that is no object, with its JSON Pointer; items of lists too. */
export function leafPaths(data: unknown, base = ""): { pointer: string; value: unknown }[] {
  if (typeof data !== "object" || data === null) return [{ pointer: base, value: data }];
  return Object.entries(data).flatMap(([key, value]) => leafPaths(value, `${base}/${toPointerStep(key)}`));
}
