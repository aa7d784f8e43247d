import type { Expr } from "#engine/rules/evaluate.ts";
import { readPaths } from "#engine/rules/read-paths.ts";
import { toDataPointer, type FieldModel, type FormModel } from "./form-model.ts";

type Rules = Readonly<Record<string, Expr>>;

/** Which fields feed which. */
export interface Dependencies {
  /** Fields in an order in which each comes after those its presence or value is computed from. */
  readonly order: readonly FieldModel[];
  /** Pointers of fields that a rule, a text, a value, a fill or a check reads: a keystroke there may change others. */
  readonly controllers: ReadonlySet<string>;
  /** Pointers of fields whose presence or value lead in a circle; empty in a form that passed the check. */
  readonly circle: readonly string[];
}

const known = new WeakMap<FormModel, WeakMap<Rules, Dependencies>>();

/** The dependencies of a form under these named rules; computed once for each pair. */
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
      const read = toDataPointer(path, base);
      return read === undefined ? [] : readFields(read, model, pointers);
    });
  const feeders = new Map<string, Set<string>>();
  const controllers = new Set<string>();
  for (const field of model.fields) {
    const presence = [
      ...field.when.flatMap(({ rule, base }) => toFields(rule, base)),
      ...toFields(readStanding(field), field.base),
    ];
    feeders.set(field.pointer, new Set(presence.filter((pointer) => pointer !== field.pointer)));
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
  return { ...toOrder(model.fields, feeders), controllers };
}

/** What decides of a field whether it holds what is typed: its value, or that it cannot be changed and what it starts with. */
const readStanding = ({ field: { value, readOnly, initial } }: FieldModel): unknown =>
  readOnly === undefined || value !== undefined ? value : [readOnly, initial];

/** Everything of a field that may read data without deciding whether the field is there. */
function readElsewhere({
  field: { when: _when, value: _value, initial: _initial, fill, ...rest },
}: FieldModel): unknown {
  return [rest, fill?.when];
}

/** Fields at, above or below a place that an expression reads. */
function readFields(read: string, model: FormModel, pointers: readonly string[]): string[] {
  if (model.byPointer.has(read)) return [read];
  return pointers.filter((pointer) => pointer.startsWith(`${read}/`) || read.startsWith(`${pointer}/`) || read === "");
}

/** Each field once all that feed it are placed: every field and every feed is looked at once. */
function toOrder(
  fields: readonly FieldModel[],
  feeders: ReadonlyMap<string, ReadonlySet<string>>,
): { order: FieldModel[]; circle: string[] } {
  const waiting = new Map(fields.map(({ pointer }) => [pointer, feeders.get(pointer)?.size ?? 0]));
  const fed = new Map<string, FieldModel[]>();
  for (const field of fields) {
    for (const feeder of feeders.get(field.pointer) ?? []) {
      const others = fed.get(feeder) ?? [];
      fed.set(feeder, others);
      others.push(field);
    }
  }
  const order = fields.filter(({ pointer }) => waiting.get(pointer) === 0);
  for (const { pointer } of order) {
    for (const field of fed.get(pointer) ?? []) {
      const left = (waiting.get(field.pointer) ?? 0) - 1;
      waiting.set(field.pointer, left);
      if (left === 0) order.push(field);
    }
  }
  const circle = fields.filter(({ pointer }) => (waiting.get(pointer) ?? 0) > 0);
  return { order: [...order, ...circle], circle: circle.map(({ pointer }) => pointer) };
}
