import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import {
  describeSchema,
  isAssignable,
  type JsonSchema,
  kindsOf,
  literalsOf,
  type ValueType,
} from "#engine/core/base/value-type.ts";
import type { Slot } from "#engine/core/definitions/find-slots.ts";
import { type Expr, isMap, isTable } from "#engine/core/rules/expression.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { findScopes } from "./find-scopes.ts";
import { toTablePointer } from "./places.ts";
import { validateValue } from "./schema-validation.ts";
import type { ScopeShape } from "./scopes.ts";
import { didYouMean, listWords } from "./suggestion.ts";
import { filledPaths, typeExpression } from "./typed-expression.ts";

/** An expression or a text of a definition in one of its scopes. */
export interface Site {
  readonly source: SourceDefinition;
  /** Of the expression or text in its document. */
  readonly pointer: string;
  readonly slot: "rule" | "value" | "text";
  readonly value: unknown;
  readonly scope: ScopeShape;
  /** The schema of the value that belongs here. */
  readonly expected?: JsonSchema;
  /** Paths that are not missing here: the conditions above imply it. */
  readonly filled: ReadonlySet<string>;
}

/** Every expression and text of the definitions, once for each scope, without plain sentences, which read nothing. */
export const listSites = (set: DefinitionSet): readonly Site[] => set.once(sites);

function sites(set: DefinitionSet): readonly Site[] {
  const scopes = set.once(findScopes);
  const conditions = new Conditions(set);
  const { affected } = set.context;
  const found: Site[] = [];
  for (const source of set.sources) {
    if ((affected && !affected.has(source)) || !scopes.has(source)) continue;
    const slots = set.found(source);
    const types = new Map(slots.flatMap(({ type, pointer }) => (type === undefined ? [] : [[pointer, type]])));
    for (const one of slots) {
      const slot = one.ref === "rule" && set.findRule(String(one.value)) ? "rule" : one.slot;
      if (slot !== "rule" && slot !== "value" && slot !== "text") continue;
      if (slot === "text" && typeof one.value === "string") continue;
      const { pointer, value } = toExpressionSlot(one);
      const own = scopes.scopesAt(source, pointer);
      if (own.length === 0) continue;
      const expected = types.get(pointer) ?? types.get(toTablePointer(pointer));
      const place = { source, pointer, slot, value, ...(expected && { expected }) } as const;
      const filled = conditions.filledAt(source.document, pointer);
      for (const scope of own) found.push({ ...place, scope, filled });
    }
  }
  return found;
}

/** A place that names a rule evaluates the rule. */
const toExpressionSlot = ({ ref, pointer, value }: Slot): Pick<Slot, "pointer" | "value"> =>
  ref === "rule" ? { pointer, value: { rule: value } } : { pointer, value };

/** The paths that conditions imply to be filled: `when` of blocks, fields, rows and loads, and a screen's needs. */
class Conditions {
  readonly #implied = new Map<unknown, readonly string[]>();
  readonly #none: ReadonlySet<string> = new Set();

  constructor(readonly set: DefinitionSet) {}

  filledAt(document: unknown, pointer: string): ReadonlySet<string> {
    const rules: unknown[] = [];
    let holder = document;
    for (const [depth, step] of pointerSteps(pointer).entries()) {
      if (typeof holder !== "object" || holder === null) break;
      const { when } = holder as { when?: unknown };
      if (when !== undefined && step !== "when" && depth > 0) rules.push(when);
      if (depth === 0 && partsAfterNeeds.has(step)) rules.push(...needsOf(document));
      holder = (holder as Record<string, unknown>)[step];
    }
    return rules.length === 0 ? this.#none : new Set(rules.flatMap((rule) => this.#impliedBy(rule)));
  }

  #impliedBy(rule: unknown): readonly string[] {
    const known = this.#implied.get(rule) ?? filledPaths(rule as Expr, this.set.rules);
    this.#implied.set(rule, known);
    return known;
  }
}

/** Parts of a screen that exist only when its needs are met. */
const partsAfterNeeds: ReadonlySet<string> = new Set(["body", "on", "title"]);
const needsOf = (document: unknown): unknown[] => {
  const { needs } = document as { needs?: { rule: unknown }[] };
  return (needs ?? []).map(({ rule }) => rule);
};

/** The expression of a site: of a text, the value that it is. */
export function toExpression({ slot, value }: Pick<Site, "slot" | "value">): Expr | undefined {
  if (slot !== "text") return value as Expr;
  const isExpression = typeof value === "object" && value !== null && !("text" in value);
  return isExpression ? (value as Expr) : undefined;
}

/** The scopes of a place; none for a definition that nothing leads to. */
export const scopesAt = (set: DefinitionSet, source: SourceDefinition, pointer: string): readonly ScopeShape[] =>
  set.once(findScopes).scopesAt(source, pointer);

/** A value of a definition, or the value of a row of its table, in one of its scopes. */
export interface TypedValue {
  readonly pointer: string;
  readonly known: ValueType;
  readonly expr: Expr;
}

/** The shape of a value, once for each row of a table and each scope. */
export function typeValue(set: DefinitionSet, source: SourceDefinition, pointer: string, value: unknown): TypedValue[] {
  const scopes = scopesAt(set, source, pointer);
  return toRows(value, pointer).flatMap((row) =>
    scopes.map((scope) => ({ ...row, known: typeExpression(row.expr, scope, set.rules).known })),
  );
}

function toRows(value: unknown, pointer: string): { pointer: string; expr: Expr }[] {
  if (!isTable(value)) return [{ pointer, expr: value as Expr }];
  return [
    ...value.rows.map((row, index) => ({
      pointer: `${pointer}/rows/${index}/value`,
      expr: (row as { value: Expr }).value,
    })),
    { pointer: `${pointer}/otherwise`, expr: value.otherwise as Expr },
  ];
}

/** A value that can never fit its place. */
export interface Misfit {
  readonly pointer: string;
  readonly message: string;
}

/** The places where a value, or a row of its table, can never fit a schema. Each is listed once for all scopes. */
export function findMisfits(
  set: DefinitionSet,
  wanted: JsonSchema,
  source: SourceDefinition,
  pointer: string,
  value: unknown,
): Misfit[] {
  const found = new Map<string, Misfit>();
  for (const typed of typeValue(set, source, pointer, value)) {
    const message = found.has(typed.pointer) ? undefined : toMisfit(set, wanted, typed);
    if (message !== undefined) found.set(typed.pointer, { pointer: typed.pointer, message });
  }
  return [...found.values()];
}

function toMisfit({ context }: DefinitionSet, wanted: JsonSchema, { known, expr }: TypedValue): string | undefined {
  if (kindsOf(wanted).has("any")) return undefined;
  if (!isMap(expr) && !Array.isArray(expr) && expr !== null)
    return validateValue(context.metas, wanted, expr)[0]?.message;
  if (!isAssignable(known.schema, wanted))
    return `this is ${describeSchema(known.schema)}, but ${describeSchema(wanted)} is required`;
  const choices = literalsOf(wanted);
  const odd = choices && literalsOf(known.schema)?.find((one) => one !== "" && !choices.includes(one));
  if (odd === undefined) return undefined;
  const near = didYouMean(String(odd), (choices ?? []).map(String));
  return `this can be "${String(odd)}", which is not one of ${listWords(choices ?? [])}${near}`;
}

/** The paths that expressions of a place read, and all paths above them. */
interface Readings {
  readonly paths: Set<string>;
  readonly above: Set<string>;
}

/** Every path that is read, by the place of its scope: "the screen form" → "view.step". */
function readings(set: DefinitionSet): ReadonlyMap<string, Readings> {
  const read = new Map<string, Readings>();
  const known = new Map<unknown, readonly string[]>();
  for (const { value, scope } of listSites(set)) {
    const paths = known.get(value) ?? readPaths(value, set.rules);
    if (typeof value === "object") known.set(value, paths);
    const places = read.get(scope.where) ?? { paths: new Set<string>(), above: new Set<string>() };
    read.set(scope.where, places);
    for (const path of paths) {
      if (places.paths.has(path)) continue;
      places.paths.add(path);
      for (const above of prefixesOf(path)) places.above.add(above);
    }
  }
  return read;
}

/** "a.b.c" → "a", "a.b", "a.b.c". */
function prefixesOf(path: string): string[] {
  const steps = path.split(".");
  return steps.map((_, index) => steps.slice(0, index + 1).join("."));
}

/** Returns whether an expression at one of the places reads a path, a part of it, or a value that contains it. */
export function isRead(set: DefinitionSet, path: string, isPlace: (where: string) => boolean = () => true): boolean {
  const whole = prefixesOf(path);
  for (const [where, { paths, above }] of set.once(readings))
    if (isPlace(where) && (above.has(path) || whole.some((one) => paths.has(one)))) return true;
  return false;
}
