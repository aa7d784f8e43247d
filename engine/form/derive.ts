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
  /** What stood before, where data are being given: a field that cannot be changed keeps it. Stored data stand as they are. */
  readonly before?: unknown;
}

/**
 * Visible, required, read-only and value of every field, in one pass. A field whose `when` is false is gone: neither
 * rules nor the submission see its value. `data` is nested, as it is typed or sent; `scope` gives the other roots.
 */
export function derive(model: FormModel, data: unknown, scope: Scope, options: DeriveOptions = {}): DerivedForm {
  const { only } = options;
  const tree: DataTree = {};
  const scopes = toScopes(model, tree, scope);
  const at = (base: string): Scope => scopes.get(base) ?? scope;
  const found = new Map<string, Pick<FieldState, "readOnly" | "value">>();
  const isHidden = hiddenNames(scope);
  for (const field of toDependencies(model, scope.rules).order) {
    if (isHidden(field) || !holds(field.when, at)) continue;
    const { readOnly, standing } = findStanding(field, data, tree, at(field.base), options);
    const value = readOnly ? standing : normaliseValue(readAt(data, field.steps), field.schema);
    found.set(field.pointer, { readOnly, value });
    if (value !== undefined || standing !== undefined) putAt(tree, field.steps, value);
  }
  const fields: Record<string, FieldState> = {};
  const submitted: DataTree = {};
  for (const field of model.fields) {
    const here = !only || isWithin(field.pointer, only) ? found.get(field.pointer) : undefined;
    fields[field.pointer] = here ? toState(field, here, at(field.base)) : absent;
    if (here?.value !== undefined) putAt(submitted, field.steps, here.value);
  }
  return { fields, data: tree, submitted, scopeAt: at };
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

/** Whether a field may hold something else than what is typed or sent: it is computed, or cannot be changed. */
export const mayStand = ({ field }: FieldModel): boolean => field.value !== undefined || field.readOnly !== undefined;

/**
 * Whether a field cannot be changed, and what stands in it then: what is computed, else what stood before or what it
 * starts with. Its condition sees that at its own place, so that nobody locks it by typing.
 */
function findStanding(
  field: FieldModel,
  data: unknown,
  tree: DataTree,
  scope: Scope,
  { before }: DeriveOptions,
): { readOnly: boolean; standing?: unknown } {
  if (!mayStand(field)) return { readOnly: false };
  const { value, readOnly, initial } = field.field;
  const toOwn = (raw: unknown) => normaliseValue(raw, field.schema);
  if (value !== undefined) return { readOnly: true, standing: toOwn(evaluate(value, scope)) };
  const stood = toOwn(readAt(before ?? data, field.steps));
  const started = before !== undefined && initial !== undefined ? toOwn(evaluate(initial, scope)) : undefined;
  const standing = stood ?? started;
  if (standing !== undefined) putAt(tree, field.steps, standing);
  return { readOnly: isTrue(readOnly, scope), standing };
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
