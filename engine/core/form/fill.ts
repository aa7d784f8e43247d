import { evaluate, isTrue } from "#engine/core/rules/evaluate.ts";
import { readPath } from "#engine/core/rules/own-value.ts";
import type { DerivedForm } from "./derive.ts";
import type { FieldModel } from "./form-model.ts";

/** Returns the arguments for the operation of a field's `fill`; undefined while it must not be called. */
export function findFillArgs(
  { pointer, base, field }: FieldModel,
  derived: DerivedForm,
): Record<string, unknown> | undefined {
  const scope = derived.scopeAt(base);
  if (!field.fill || !derived.fields[pointer]?.visible || !isTrue(field.fill.when, scope)) return undefined;
  return Object.fromEntries(Object.entries(field.fill.with ?? {}).map(([name, expr]) => [name, evaluate(expr, scope)]));
}

/** Returns what the answer of that operation fills in, by absolute pointer; undefined where it has nothing. */
export function listFilledValues({ base, field }: FieldModel, answer: unknown): [pointer: string, value: unknown][] {
  return Object.entries(field.fill?.into ?? {}).map(([at, path]) => [base + at, readPath(answer, path) ?? undefined]);
}
