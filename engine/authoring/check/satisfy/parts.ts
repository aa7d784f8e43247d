import { isWithin, toDataPointer, type FieldModel, type FormModel } from "#engine/core/form/form-model.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";

/**
 * The fields of a form in parts that no rule connects, by their pointers. A form has a valid answer if each part has
 * one, and a search in one part is faster than in the whole.
 */
export function findParts(model: FormModel, rules: Scope["rules"]): ReadonlySet<string>[] {
  const leaders = new Map<string, string>();
  const leaderOf = (name: string): string => {
    let at = name;
    for (let next = leaders.get(at); next !== undefined; next = leaders.get(at)) at = next;
    return at;
  };
  const connect = (names: readonly string[]): void => {
    const [first, ...others] = new Set(names.map(leaderOf));
    for (const other of others) leaders.set(other, first!);
  };
  for (const { pointer, field, base, when } of model.fields) {
    const { require, value, readOnly, initial, dates } = field;
    const read = toNames([require, value, readOnly, initial, dates], base, model, rules);
    connect([pointer, ...read, ...when.flatMap((one) => toNames(one.rule, one.base, model, rules))]);
  }
  for (const { pointer, base, when, assert } of model.checks)
    connect([...fieldsAt(pointer, model), ...toNames([when, assert], base, model, rules)]);
  const parts = new Map<string, Set<string>>();
  for (const { pointer } of model.fields) {
    const leader = leaderOf(pointer);
    parts.set(leader, (parts.get(leader) ?? new Set()).add(pointer));
  }
  return [...parts.values()];
}

/** The fields and the values of other roots that an expression reads. Time is the same for all. */
const toNames = (expr: unknown, base: string, model: FormModel, rules: Scope["rules"]): string[] =>
  readPaths(expr, rules).flatMap((path) => {
    const pointer = toDataPointer(path, base, model);
    if (pointer === undefined) return path.startsWith("env.") ? [] : [path];
    return fieldsAt(pointer, model);
  });

const fieldsAt = (pointer: string, { byPointer, fields }: FormModel): string[] =>
  byPointer.has(pointer)
    ? [pointer]
    : fields.map((field) => field.pointer).filter((at) => isWithin(at, [pointer]) || isWithin(pointer, [at]));

/**
 * A form with the fields of one part of the `former` form only. Rows that the former one could not have belong to the
 * part of their first row.
 */
export function toPart(model: FormModel, part: ReadonlySet<string>, former = model): FormModel {
  const isIn = ({ pointer, row }: FieldModel): boolean =>
    part.has(pointer) ||
    (row !== undefined &&
      !former.byPointer.has(pointer) &&
      part.has(`${row.list.pointer}/0${pointer.slice(row.pointer.length)}`));
  const sections = model.sections.map((section) => ({ ...section, fields: section.fields.filter(isIn) }));
  const fields = model.fields.filter(isIn);
  const checks = model.checks.filter(({ pointer }) => fieldsAt(pointer, model).some((at) => part.has(at)));
  return { ...model, sections, fields, checks, byPointer: new Map(fields.map((field) => [field.pointer, field])) };
}
