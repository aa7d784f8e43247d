import { putAt, readAt, type DataTree } from "#engine/form/data-tree.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { normaliseValue } from "#engine/form/normalise.ts";
import type { FieldModel } from "#engine/form/form-model.ts";
import { toDataPointer } from "#engine/form/form-model.ts";
import { readPaths } from "#engine/rules/read-paths.ts";
import { judgeData, type Judge } from "../takes.ts";
import type { Random } from "./random.ts";

/** Values to choose from by field; `telling` are those at which some rule changes its mind. */
export type Pools = ReadonlyMap<string, { readonly telling: readonly unknown[]; readonly all: readonly unknown[] }>;

/** How often a form that is not valid yet is mended before it is given up. */
const mendings = 24;

/** Of the values of a field those whose shape and choice its form takes: what is left for its rules to judge. */
export function toTakenValues({ model, tools }: Judge, pointer: string, values: readonly unknown[]): unknown[] {
  const field = model.byPointer.get(pointer);
  if (!field) return [];
  const choices = field.field.options === undefined ? undefined : tools.options?.(field.field.options);
  return values.filter((value) => {
    const normal = normaliseValue(value, field.schema);
    if (normal === undefined || (choices && !choices.allowed.has(String(normal)))) return false;
    return tools.shape(field.section, { [pointer]: normal }).length === 0;
  });
}

/**
 * Data that a form takes, as it would be submitted: fields are filled or left out by chance, then whatever is refused is
 * given another value, left out, or its conditions are. Undefined when that does not lead to valid data.
 */
export function makeValidData(judge: Judge, pools: Pools, random: Random, filled: number): DataTree | undefined {
  const { model, scope } = judge;
  const typed = model.fields.filter(({ field }) => field.value === undefined);
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

/** Valid data without what it need not hold; undefined when that is refused. */
export function toLeast(judge: Judge, data: DataTree): DataTree | undefined {
  const { fields } = judgeData(judge, data).derived;
  const least: DataTree = {};
  for (const { pointer, steps } of judge.model.fields) {
    const value = readAt(data, steps);
    if (value !== undefined && fields[pointer]?.required) putAt(least, steps, value);
  }
  return toValid(judge, least);
}

/** Valid data with one field given another value; undefined when that is refused or the field is not there then. */
export function toVariant(judge: Judge, data: DataTree, field: FieldModel, value: unknown): DataTree | undefined {
  const changed = JSON.parse(JSON.stringify(data)) as DataTree;
  putAt(changed, field.steps, value);
  const submitted = toValid(judge, changed);
  return submitted && readAt(submitted, field.steps) !== undefined ? submitted : undefined;
}

function toValid(judge: Judge, data: DataTree): DataTree | undefined {
  const { faults, derived } = judgeData(judge, data);
  return faults.length === 0 ? derived.submitted : undefined;
}

function toTree(fields: readonly FieldModel[], chosen: ReadonlyMap<string, unknown>): DataTree {
  const tree: DataTree = {};
  for (const { pointer, steps } of fields) {
    const value = chosen.get(pointer);
    if (value !== undefined) putAt(tree, steps, value);
  }
  return tree;
}

/** Fields that the check, or the date bound, behind a fault reads beside the field itself. */
function findReadFields({ model, scope }: Judge, keyword: string, field: FieldModel): string[] {
  const check = model.checks.find(({ id }) => keyword === `check:${id}`);
  const read = check ? [check.when, check.assert] : [field.field.dates?.min, field.field.dates?.max];
  const base = check?.base ?? field.base;
  return readPaths(read, scope.rules).flatMap((path) => {
    const pointer = toDataPointer(path, base);
    return pointer !== undefined && model.byPointer.has(pointer) ? [pointer] : [];
  });
}
