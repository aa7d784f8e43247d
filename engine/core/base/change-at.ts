import { pointerSteps } from "./json-pointer.ts";

/**
 * One change of a JSON value. Without `put` it removes the value at the pointer. "/list/-" appends an item; "" replaces
 * the whole.
 */
export interface Change {
  readonly at: string;
  readonly put?: unknown;
}

/** Returns a copy with the change applied. Missing objects on the way are created. */
export function changeAt(document: unknown, change: Change): unknown {
  return apply(document, pointerSteps(change.at), change);
}

function apply(value: unknown, steps: readonly string[], change: Change): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change.put;
  if (Array.isArray(value)) {
    const list: unknown[] = [...(value as unknown[])];
    const index = step === "-" ? list.length : Number(step);
    if (rest.length === 0 && !("put" in change)) list.splice(index, 1);
    else list[index] = apply(list[index], rest, change);
    return list;
  }
  const map = { ...(value as Record<string, unknown>) };
  if (rest.length === 0 && !("put" in change)) delete map[step];
  else map[step] = apply(map[step], rest, change);
  return map;
}
