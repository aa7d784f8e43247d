import type { Expr } from "#engine/core/rules/evaluate.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { toDataPointer, type FieldModel, type FormModel } from "./form-model.ts";

type Rules = Readonly<Record<string, Expr>>;

/** Dependencies between the fields of a form. */
export interface Dependencies {
  /** Fields in dependency order: each follows the fields that decide its presence or value. */
  readonly order: readonly FieldModel[];
  /** Pointers that a rule, text, value, fill or check reads: a keystroke there may change other fields. */
  readonly controllers: ReadonlySet<string>;
  /** Pointers of fields with circular presence or value; empty for a checked form. */
  readonly circle: readonly string[];
}

const known = new WeakMap<FormModel, WeakMap<Rules, Dependencies>>();

/** Returns the dependencies of a form under these named rules, cached per pair. */
export function toDependencies(model: FormModel, rules: Rules): Dependencies {
  const byRules = known.get(model) ?? new WeakMap<Rules, Dependencies>();
  known.set(model, byRules);
  const found = byRules.get(rules) ?? findDependencies(model, rules);
  byRules.set(rules, found);
  return found;
}

function findDependencies(model: FormModel, rules: Rules): Dependencies {
  const pointers = model.fields.map((field) => field.pointer);
  const toFields = (expr: unknown, base: string): string[] =>
    readPaths(expr, rules).flatMap((path) => {
      const read = toDataPointer(path, base, model);
      return read === undefined ? [] : readFields(read, model, pointers);
    });
  const inputs = new Map<string, Set<string>>();
  const controllers = new Set<string>();
  for (const field of model.fields) {
    const presence = [
      ...field.when.flatMap(({ rule, base }) => toFields(rule, base)),
      ...toFields(readFixedInputs(field), field.base),
    ];
    inputs.set(field.pointer, new Set(presence.filter((pointer) => pointer !== field.pointer)));
    for (const pointer of [...presence, ...toFields(readElsewhere(field), field.base)]) controllers.add(pointer);
  }
  for (const section of model.sections) {
    for (const pointer of toFields(section.title, section.base)) controllers.add(pointer);
    for (const entry of section.entries) {
      if (!("note" in entry)) continue;
      for (const { rule, base } of entry.note.when)
        for (const pointer of toFields(rule, base)) controllers.add(pointer);
      for (const pointer of toFields(entry.note.note.text, entry.note.base)) controllers.add(pointer);
    }
  }
  return { ...toOrder(model.fields, inputs), controllers };
}

/** The parts of a field that decide whether it holds typed data: its value, or read-only with its initial value. */
const readFixedInputs = ({ field: { value, readOnly, initial } }: FieldModel): unknown =>
  readOnly === undefined || value !== undefined ? value : [readOnly, initial];

/** The parts of a field that may read data but do not decide its presence. */
function readElsewhere({
  field: { when: _when, value: _value, initial: _initial, fill, ...rest },
}: FieldModel): unknown {
  return [rest, fill?.when];
}

/** Returns the pointers of fields at, above or below a path that an expression reads. */
function readFields(read: string, model: FormModel, pointers: readonly string[]): string[] {
  if (model.byPointer.has(read)) return [read];
  return pointers.filter((pointer) => pointer.startsWith(`${read}/`) || read.startsWith(`${pointer}/`) || read === "");
}

/** Topological order; visits every field and every dependency once. */
function toOrder(
  fields: readonly FieldModel[],
  inputs: ReadonlyMap<string, ReadonlySet<string>>,
): { order: FieldModel[]; circle: string[] } {
  const waiting = new Map(fields.map(({ pointer }) => [pointer, inputs.get(pointer)?.size ?? 0]));
  const dependents = new Map<string, FieldModel[]>();
  for (const field of fields) {
    for (const input of inputs.get(field.pointer) ?? []) {
      const others = dependents.get(input) ?? [];
      dependents.set(input, others);
      others.push(field);
    }
  }
  const order = fields.filter(({ pointer }) => waiting.get(pointer) === 0);
  for (const { pointer } of order) {
    for (const field of dependents.get(pointer) ?? []) {
      const remaining = (waiting.get(field.pointer) ?? 0) - 1;
      waiting.set(field.pointer, remaining);
      if (remaining === 0) order.push(field);
    }
  }
  const circle = fields.filter(({ pointer }) => (waiting.get(pointer) ?? 0) > 0);
  return { order: [...order, ...circle], circle: circle.map(({ pointer }) => pointer) };
}
