import { pointerSteps } from "#engine/base/json-pointer.ts";
import { evaluate, isTrue, type Scope } from "#engine/rules/evaluate.ts";
import { hiddenNames } from "./client-flow.ts";
import { putAt, readAt, type DataTree } from "./data-tree.ts";
import { toDependencies } from "./depends-on.ts";
import { isWithin, type FieldModel, type FormModel, type ScopedRule } from "./form-model.ts";
import { normaliseValue } from "./normalise.ts";

/** The one derived value of a field: all that page, validation and submission need to know of it. */
export interface FieldState {
  readonly visible: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly value: unknown;
}

/** What a form is at one moment. */
export interface DerivedForm {
  readonly fields: Readonly<Record<string, FieldState>>;
  /** What rules see: values of fields that are there, trimmed; nested. */
  readonly data: DataTree;
  /** What is sent: the same, without fields that were not asked for (`only`). */
  readonly submitted: DataTree;
  /** `data` at the place where a form is mounted, as the scope of its rules and texts. */
  scopeAt(base: string): Scope;
}

export interface DeriveOptions {
  /** Places that are asked for (an insufficiency); the other fields only feed the rules. */
  readonly only?: readonly string[];
}

/**
 * Visible, required, read-only and value of every field, in one pass. A field whose `when` is false is gone: neither
 * rules nor the submission see its value. `data` is nested, as it is typed or sent; `scope` gives the other roots.
 */
export function derive(model: FormModel, data: unknown, scope: Scope, { only }: DeriveOptions = {}): DerivedForm {
  const tree: DataTree = {};
  const scopes = toScopes(model, tree, scope);
  const at = (base: string): Scope => scopes.get(base) ?? scope;
  const values = new Map<string, unknown>();
  const isHidden = hiddenNames(scope);
  for (const field of toDependencies(model, scope.rules).order) {
    if (isHidden(field) || !holds(field.when, at)) continue;
    const value = toValue(field, data, at(field.base));
    values.set(field.pointer, value);
    if (value !== undefined) putAt(tree, field.steps, value);
  }
  const fields: Record<string, FieldState> = {};
  const submitted: DataTree = {};
  for (const field of model.fields) {
    const visible = values.has(field.pointer) && (!only || isWithin(field.pointer, only));
    const value = values.get(field.pointer);
    fields[field.pointer] = toState(field, visible, value, at(field.base));
    if (visible && value !== undefined) putAt(submitted, field.steps, value);
  }
  return { fields, data: tree, submitted, scopeAt: at };
}

const absent: FieldState = { visible: false, required: false, readOnly: false, value: undefined };

function toState({ field }: FieldModel, visible: boolean, value: unknown, scope: Scope): FieldState {
  if (!visible) return absent;
  return {
    visible,
    required: field.require !== undefined && isTrue(field.require, scope),
    readOnly: field.value !== undefined || (field.readOnly !== undefined && isTrue(field.readOnly, scope)),
    value,
  };
}

function toValue({ field, steps, schema }: FieldModel, data: unknown, scope: Scope): unknown {
  return normaliseValue(field.value === undefined ? readAt(data, steps) : evaluate(field.value, scope), schema);
}

/** Whether all conditions above something hold. */
export function holds(when: readonly ScopedRule[], scopeAt: (base: string) => Scope): boolean {
  return when.every(({ rule, base }) => isTrue(rule, scopeAt(base)));
}

/** One scope per mount point over the tree that is being filled: `data` is read at the moment a rule asks. */
function toScopes(model: FormModel, tree: DataTree, scope: Scope): Map<string, Scope> {
  const scopes = new Map<string, Scope>();
  for (const base of model.bases) {
    const steps = pointerSteps(base);
    // Roots are copied as they are described: one that is made when it is read is not made by this.
    const roots = Object.defineProperties({}, Object.getOwnPropertyDescriptors(scope.roots));
    Object.defineProperty(roots, "data", {
      enumerable: true,
      configurable: true,
      get: () => readAt(tree, steps) ?? {},
    });
    scopes.set(base, { ...scope, roots });
  }
  return scopes;
}

/** Values a form begins with: `initial` of its fields where `data` has none; nested. */
export function toInitialData(model: FormModel, data: unknown, scope: Scope): DataTree {
  const tree = structuredCloneData(data);
  const scopes = toScopes(model, tree, scope);
  for (const { field, steps, base } of model.fields) {
    if (field.initial === undefined || readAt(tree, steps) !== undefined) continue;
    const value = evaluate(field.initial, scopes.get(base) ?? scope);
    if (value !== undefined && value !== null && value !== "") putAt(tree, steps, value);
  }
  return tree;
}

function structuredCloneData(data: unknown): DataTree {
  return JSON.parse(JSON.stringify(data ?? {})) as DataTree;
}
