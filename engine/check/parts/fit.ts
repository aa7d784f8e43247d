import { canBe, describe, kindsOf, literalsOf, type JsonSchema } from "#engine/base/known.ts";
import { isMap } from "#engine/rules/expression.ts";
import { listWords, meantOf } from "./meant.ts";
import { judgeValue } from "./shape.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";
import { typeValue, type TypedValue } from "./typed-at.ts";

/** A value that can never be what its place takes. */
export interface Misfit {
  readonly pointer: string;
  readonly message: string;
}

/** Where a value, or a row of its table, can never be what the place takes: once, whatever the worlds in which it is read. */
export function findMisfits(
  set: DocumentSet,
  wanted: JsonSchema,
  source: SourceDocument,
  pointer: string,
  value: unknown,
): Misfit[] {
  const found = new Map<string, Misfit>();
  for (const typed of typeValue(set, source, pointer, value)) {
    const message = found.has(typed.pointer) ? undefined : toMisfit(set, wanted, typed);
    if (message !== undefined) found.set(typed.pointer, { pointer: typed.pointer, message });
  }
  return [...found.values()];
}

function toMisfit({ context }: DocumentSet, wanted: JsonSchema, { known, expr }: TypedValue): string | undefined {
  if (kindsOf(wanted).has("any")) return undefined;
  if (!isMap(expr) && !Array.isArray(expr) && expr !== null) return judgeValue(context.metas, wanted, expr)[0]?.message;
  if (!canBe(known.schema, wanted)) return `this is ${describe(known.schema)}, ${describe(wanted)} is taken`;
  const choices = literalsOf(wanted);
  const stranger = choices && literalsOf(known.schema)?.find((one) => one !== "" && !choices.includes(one));
  if (stranger === undefined) return undefined;
  const near = meantOf(String(stranger), (choices ?? []).map(String));
  return `"${String(stranger)}", which this can be, is none of ${listWords(choices ?? [])}${near}`;
}
