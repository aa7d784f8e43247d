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
    readPaths(expr as Expr, rules).flatMap((path) => {
      const read = toDataPointer(path, base);
      return read === undefined ? [] : readFields(read, model, pointers);
    });
  const feeders = new Map<string, Set<string>>();
  const controllers = new Set<string>();
  for (const field of model.fields) {
    const presence = [...field.when.flatMap(({ rule, base }) => toFields(rule, base)), ...toFields(field.field.value ?? null, field.base)];
    feeders.set(field.pointer, new Set(presence.filter((pointer) => pointer !== field.pointer)));
    for (const pointer of [...presence, ...toFields(readElsewhere(field), field.base)]) controllers.add(pointer);
  }
  for (const section of model.sections) {
    for (const pointer of toFields(textReads(section.title), section.base)) controllers.add(pointer);
    for (const entry of section.entries) {
      if (!("note" in entry)) continue;
      for (const { rule, base } of entry.note.when) for (const pointer of toFields(rule, base)) controllers.add(pointer);
      for (const pointer of toFields(textReads(entry.note.note.text), entry.note.base)) controllers.add(pointer);
    }
  }
  return { ...toOrder(model.fields, feeders), controllers };
}

/** Everything of a field that may read data without deciding whether the field is there. */
function readElsewhere({ field }: FieldModel): unknown[] {
  const { label, hint, placeholder, require, readOnly, fill, dates, at: _at, widget: _widget, when: _when, value: _value, initial: _initial, options: _options, sensitive: _sensitive, accept: _accept, hideLabel: _hide, ...props } = field;
  return [textReads(label), textReads(hint), textReads(placeholder), require ?? null, readOnly ?? null, fill?.when ?? null, dates?.min ?? null, dates?.max ?? null, textReads(props as never)];
}

/** The expressions of a text, or of anything that holds texts, rules and values: maps and lists are searched for them. */
function textReads(value: unknown, depth = 0): Expr {
  if (typeof value !== "object" || value === null || depth > 24) return null;
  if (Array.isArray(value)) return value.map((item) => textReads(item, depth + 1));
  if ("var" in value || "rule" in value) return value as Expr;
  return Object.values(value).map((child) => textReads(child, depth + 1));
}

/** Fields at, above or below a place that an expression reads. */
function readFields(read: string, model: FormModel, pointers: readonly string[]): string[] {
  if (model.byPointer.has(read)) return [read];
  return pointers.filter((pointer) => pointer.startsWith(`${read}/`) || read.startsWith(`${pointer}/`) || read === "");
}

function toOrder(fields: readonly FieldModel[], feeders: ReadonlyMap<string, ReadonlySet<string>>): { order: FieldModel[]; circle: string[] } {
  const order: FieldModel[] = [];
  const placed = new Set<string>();
  let left = [...fields];
  while (left.length > 0) {
    const ready = left.filter(({ pointer }) => [...(feeders.get(pointer) ?? [])].every((feeder) => placed.has(feeder)));
    if (ready.length === 0) return { order: [...order, ...left], circle: left.map((field) => field.pointer) };
    for (const field of ready) placed.add(field.pointer);
    order.push(...ready);
    left = left.filter((field) => !placed.has(field.pointer));
  }
  return { order, circle: [] };
}
