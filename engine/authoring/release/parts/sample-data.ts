import { putField, readAt, type DataTree } from "#engine/core/form/data-tree.ts";
import { toDependencies } from "#engine/core/form/dependencies.ts";
import { normaliseValue } from "#engine/core/form/normalise.ts";
import type { FieldModel } from "#engine/core/form/form-model.ts";
import { isWithin, toDataPointer } from "#engine/core/form/form-model.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { judgeData, type FormJudge } from "../accepts-stored-data.ts";
import type { Random } from "./random.ts";
import { isInSampleRow } from "#engine/core/form/lists.ts";

/** Values by field; `telling` are decisive for some rule. */
export type ValuePools = ReadonlyMap<
  string,
  { readonly telling: readonly unknown[]; readonly all: readonly unknown[] }
>;

/** Maximum number of repairs of invalid sample data. */
const mendings = 24;

/** Returns the values that shape and options of a field accept; rules are not applied. */
export function toAcceptedValues({ model, tools }: FormJudge, pointer: string, values: readonly unknown[]): unknown[] {
  const field = model.byPointer.get(pointer);
  if (!field) return [];
  const choices = field.field.options === undefined ? undefined : tools.options?.(field.field.options);
  return values.filter((value) => {
    const normal = normaliseValue(value, field.schema);
    if (normal === undefined || (choices && ![normal].flat().every((one) => choices.allowed.has(String(one)))))
      return false;
    return tools.shape(field.section, { [pointer]: normal }).length === 0;
  });
}

/**
 * Makes valid data at random: fills fields, then replaces or drops rejected values or their conditions. Returns
 * undefined without success.
 */
export function makeValidData(
  judge: FormJudge,
  pools: ValuePools,
  random: Random,
  filled: number,
): DataTree | undefined {
  const { model, scope } = judge;
  const typed = model.fields.filter((one) => one.field.value === undefined && isInSampleRow(one));
  const chosen = new Map<string, unknown>();
  const choose = (pointer: string) => {
    const { telling = [], all = [] } = pools.get(pointer) ?? {};
    chosen.set(pointer, random.pick(telling.length > 0 && random.chance(60) ? telling : all));
  };
  const { controllers } = toDependencies(model, scope.rules);
  for (const { pointer } of typed) if (random.chance(controllers.has(pointer) ? 85 : filled)) choose(pointer);
  for (let round = 0; round < mendings; round += 1) {
    const data = toTree(typed, chosen);
    const { faults, derived } = judgeData(judge, data);
    const fault = random.pick(faults);
    if (!fault) return derived.submitted;
    const field = model.byPointer.get(fault.pointer);
    if (!field) return undefined;
    const others = findReadFields(judge, fault.keyword, field);
    const mended = others.length > 0 && random.chance(50) ? random.pick(others)! : fault.pointer;
    if (fault.keyword !== "require" && random.chance(20)) chosen.delete(mended);
    else choose(mended);
  }
  return undefined;
}

/** Removes optional values; undefined when the rest is invalid. */
export function toMinimalData(judge: FormJudge, data: DataTree): DataTree | undefined {
  const { fields } = judgeData(judge, data).derived;
  const least: DataTree = {};
  for (const field of judge.model.fields) {
    const value = readAt(data, field.steps);
    if (value !== undefined && fields[field.pointer]?.required) putField(least, field, value);
  }
  return toValid(judge, least);
}

/** Changes one field of valid data; undefined when the result is invalid or lacks the field. */
export function toVariant(judge: FormJudge, data: DataTree, field: FieldModel, value: unknown): DataTree | undefined {
  const changed = JSON.parse(JSON.stringify(data)) as DataTree;
  putField(changed, field, value);
  const submitted = toValid(judge, changed);
  return submitted && readAt(submitted, field.steps) !== undefined ? submitted : undefined;
}

function toValid(judge: FormJudge, data: DataTree): DataTree | undefined {
  const { faults, derived } = judgeData(judge, data);
  return faults.length === 0 ? derived.submitted : undefined;
}

function toTree(fields: readonly FieldModel[], chosen: ReadonlyMap<string, unknown>): DataTree {
  const tree: DataTree = {};
  for (const field of fields) {
    const value = chosen.get(field.pointer);
    if (value !== undefined) putField(tree, field, value);
  }
  return tree;
}

/** Returns the other fields that the failed check or date bound reads. */
function findReadFields({ model, scope }: FormJudge, keyword: string, field: FieldModel): string[] {
  const check = model.checks.find(({ id, base }) => keyword === `check:${id}` && isWithin(field.pointer, [base]));
  const read = check ? [check.when, check.assert] : [field.field.dates?.min, field.field.dates?.max];
  const base = check?.base ?? field.base;
  return readPaths(read, scope.rules).flatMap((path) => {
    const pointer = toDataPointer(path, base, model);
    return pointer !== undefined && model.byPointer.has(pointer) ? [pointer] : [];
  });
}
