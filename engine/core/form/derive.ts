import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import type { TextTemplate } from "#engine/core/definitions/text.ts";
import { evaluate, isTrue, type Expr, type Scope } from "#engine/core/rules/evaluate.ts";
import { hiddenNames } from "./client-flow.ts";
import { putAt, putField, putRow, readAt, readRows, type DataTree } from "./data-tree.ts";
import { toDependencies } from "./dependencies.ts";
import { isWithin, type FieldModel, type FormModel, type ScopeBase } from "./form-model.ts";
import { countRows, type RowModel, type ScopedRule } from "./lists.ts";
import { normaliseValue } from "./normalise.ts";
import { isSentence, toStoredSentence } from "./sentences.ts";

/** The derived state of a field, shared by page, validation and submission. */
export interface FieldState {
  readonly visible: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly value: unknown;
}

/** The derived state of a list; an absent list has no rows. */
export interface ListState {
  readonly visible: boolean;
  readonly rows: number;
}

/** The derived state of a form at one moment. */
export interface DerivedForm {
  readonly fields: Readonly<Record<string, FieldState>>;
  /** Nested data as rules see it: trimmed values of present fields. */
  readonly data: DataTree;
  /** Nested data to send: the same without fields outside `only`. */
  readonly submitted: DataTree;
  /** Each list by its pointer. */
  readonly lists: Readonly<Record<string, ListState>>;
  /** The scope of a mounted form's rules and texts: `data` at its mount point. */
  scopeAt(base: string): Scope;
}

export interface DeriveOptions {
  /** Requested pointers (an insufficiency); other fields only serve the rules. */
  readonly only?: readonly string[];
  /** Previous data of a new submission; a read-only field keeps its value. Stored data needs none. */
  readonly before?: unknown;
}

/**
 * Derives visibility, requirement, read-only state and value of every field in one pass. Rules and submission do not
 * see the value of a field whose `when` is false. `data` is nested, typed or received; `scope` has the other roots.
 */
export function derive(model: FormModel, data: unknown, scope: Scope, options: DeriveOptions = {}): DerivedForm {
  const { only } = options;
  const tree: DataTree = {};
  const at = toScopes(model, tree, scope);
  const found = new Map<string, Pick<FieldState, "readOnly" | "value">>();
  const isHidden = hiddenNames(scope);
  const counts = new Map(model.lists.map((list) => [list, countRows(list, readAt(data, list.steps))]));
  const isAbsent = ({ row }: FieldModel) => row !== undefined && row.index >= counts.get(row.list)!;
  for (const field of toDependencies(model, scope.rules).order) {
    if (isAbsent(field) || isHidden(field) || !holds(field.when, at)) continue;
    if (field.row) putRow(tree, field.row);
    const { readOnly, fixedValue } = findFixedValue(field, data, tree, at(field.base), options);
    const value = readOnly ? fixedValue : normaliseValue(readAt(data, field.steps), field.schema);
    found.set(field.pointer, { readOnly, value });
    if (value !== undefined || fixedValue !== undefined) putAt(tree, field.steps, value);
  }
  const fields: Record<string, FieldState> = {};
  const submitted: DataTree = {};
  for (const field of model.fields) {
    const here = !only || isWithin(field.pointer, only) ? found.get(field.pointer) : undefined;
    fields[field.pointer] = here ? toState(field, here, at(field.base)) : absent;
    if (here && field.row) putRow(submitted, field.row);
    if (here?.value !== undefined) putAt(submitted, field.steps, here.value);
  }
  const lists = model.lists.map((list) => {
    const visible = holds(list.when, at) && (!only || isTouching(list.pointer, only));
    return [list.pointer, { visible, rows: visible ? counts.get(list)! : 0 }] as const;
  });
  return { fields, data: tree, submitted, lists: Object.fromEntries(lists), scopeAt: at };
}

/** Returns whether a pointer is within one of the places or holds one. */
const isTouching = (pointer: string, places: readonly string[]): boolean =>
  isWithin(pointer, places) || places.some((place) => isWithin(place, [pointer]));

/**
 * Puts a new value of one field into a derived form, in place. Only for fields that no rule and no text reads. Returns
 * undefined when the whole form must be derived again.
 */
export function updateDerived(derived: DerivedForm, field: FieldModel, raw: unknown): DerivedForm | undefined {
  const value = normaliseValue(raw, field.schema);
  const state = derived.fields[field.pointer];
  if (value === undefined || !state?.visible || isControlled(field)) return undefined;
  (derived.fields as Record<string, FieldState>)[field.pointer] = { ...state, value };
  putAt(derived.data, field.steps, value);
  putAt(derived.submitted, field.steps, value);
  return derived;
}

const absent: FieldState = { visible: false, required: false, readOnly: false, value: undefined };

function toState(
  { field }: FieldModel,
  { readOnly, value }: Pick<FieldState, "readOnly" | "value">,
  scope: Scope,
): FieldState {
  const required = field.require !== undefined && isTrue(field.require, scope);
  return { visible: true, required, readOnly, value };
}

/** Returns whether a field can hold a value other than the typed one: it is computed or can be read-only. */
export const isControlled = ({ field }: FieldModel): boolean =>
  field.value !== undefined || field.readOnly !== undefined;

/**
 * Returns whether a field is read-only, and its fixed value: computed, else previous, else initial. The condition sees
 * that value at the field's own pointer, so that typing cannot lock a field.
 */
function findFixedValue(
  field: FieldModel,
  data: unknown,
  tree: DataTree,
  scope: Scope,
  { before }: DeriveOptions,
): { readOnly: boolean; fixedValue?: unknown } {
  if (!isControlled(field)) return { readOnly: false };
  const { value, readOnly, initial } = field.field;
  const toOwn = (raw: unknown) => normaliseValue(raw, field.schema);
  if (value !== undefined) return { readOnly: true, fixedValue: toOwn(compute(value, scope)) };
  const previous = toOwn(readAt(before ?? data, field.steps));
  const initialValue = before !== undefined && initial !== undefined ? toOwn(evaluate(initial, scope)) : undefined;
  const fixedValue = previous ?? initialValue;
  if (fixedValue !== undefined) putAt(tree, field.steps, fixedValue);
  return { readOnly: isTrue(readOnly, scope), fixedValue };
}

const compute = (value: Expr | TextTemplate, scope: Scope): unknown =>
  isSentence(value) ? toStoredSentence(value, scope) : evaluate(value, scope);

/** Returns whether all inherited conditions hold. */
export function holds(when: readonly ScopedRule[], scopeAt: (base: string) => Scope): boolean {
  return when.every(({ rule, base }) => isTrue(rule, scopeAt(base)));
}

/**
 * Returns the scope of each place of rules over a tree under construction. Made when it is first needed, because most
 * rows are absent; rules read the data at evaluation time.
 */
function toScopes(model: FormModel, tree: DataTree, scope: Scope): (base: string) => Scope {
  const scopes = new Map<string, Scope>();
  const make = ({ data, row }: ScopeBase): Scope => {
    // Copies descriptors, so that lazy roots stay lazy.
    const roots = Object.defineProperties({}, Object.getOwnPropertyDescriptors(scope.roots));
    const define = (root: string, at: string, otherwise?: object) => {
      const steps = pointerSteps(at);
      Object.defineProperty(roots, root, {
        enumerable: true,
        configurable: true,
        get: () => readAt(tree, steps) ?? otherwise,
      });
    };
    define("data", data, {});
    if (row) define("row", row.pointer, {});
    if (row) define("previous", `${row.list.pointer}/${row.index - 1}`);
    return { ...scope, roots };
  };
  return (base) => {
    const place = model.bases.get(base);
    if (!place) return scope;
    const known = scopes.get(base) ?? make(place);
    scopes.set(base, known);
    return known;
  };
}

/** Returns nested initial data: `initial` of each field without a value in `data`; of one row where it is given. */
export function toInitialData(model: FormModel, data: unknown, scope: Scope, only?: RowModel): DataTree {
  const tree = structuredCloneData(data);
  const scopeAt = toScopes(model, tree, scope);
  const counts = new Map(model.lists.map((list) => [list, countRows(list, readRows(tree, list))]));
  for (const one of model.fields) {
    const { field, steps, base, row } = one;
    if (field.initial === undefined || readAt(tree, steps) !== undefined) continue;
    if (only && row !== only) continue;
    if (row && row.index >= counts.get(row.list)!) continue;
    const value = evaluate(field.initial, scopeAt(base));
    if (value !== undefined && value !== null && value !== "") putField(tree, one, value);
  }
  return tree;
}

function structuredCloneData(data: unknown): DataTree {
  return JSON.parse(JSON.stringify(data ?? {})) as DataTree;
}
