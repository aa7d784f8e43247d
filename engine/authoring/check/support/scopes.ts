import Type from "typebox";
import { anyValue, type JsonSchema, presentValue, type ValueType } from "#engine/core/base/value-type.ts";
import { serverContract } from "#engine/core/scope/env.ts";
import { failureContract, reportContract, type RootName, roots, submissionContract } from "#engine/core/scope/index.ts";
import { guardedKeys, itemContract } from "#engine/core/scope/item.ts";
import type { SignInKind } from "#engine/core/definitions/app.ts";
import type { SourceDefinition } from "./definition-set.ts";

/** The evaluation scope of an expression, as far as contracts describe it: each root with its shape. */
export interface ScopeShape {
  readonly roots: Readonly<Record<string, ValueType>>;
  /** The place of the scope, for messages: "the screen form". */
  readonly where: string;
}

/** The same scope with more roots, or with other shapes. */
export const extendScope = (scope: ScopeShape, more: Readonly<Record<string, ValueType>>): ScopeShape => ({
  roots: { ...scope.roots, ...more },
  where: scope.where,
});

const schemas = new Map<string, JsonSchema>();
/** A contract as plain JSON Schema, converted once. */
function schemaOf(name: string, contract: () => unknown): JsonSchema {
  const known = schemas.get(name) ?? (JSON.parse(JSON.stringify(contract())) as JsonSchema);
  schemas.set(name, known);
  return known;
}

/** The shape of a root of the registry. */
export const knownRoot = (name: RootName): ValueType => presentValue(schemaOf(name, roots[name].contract));

/** The shape of `failure` after a failed call. */
export const failureRoot = (): ValueType => presentValue(schemaOf("failure", failureContract));

const names = Object.keys(roots) as RootName[];
const ofNames = (wanted: readonly RootName[]): Record<string, ValueType> =>
  Object.fromEntries(wanted.map((name) => [name, knownRoot(name)]));

/** The roots that every page has without a load. */
export const pageRoots = (): Record<string, ValueType> => ofNames(names.filter((name) => roots[name].isAlwaysLoaded));

/** The scope of rules that the server evaluates too. */
function domainScope(where: string, more: Readonly<Record<string, ValueType>> = {}): ScopeShape {
  const both = names.filter((name) => roots[name].side === "both" && name !== "env" && name !== "verification");
  const env = presentValue(schemaOf("server env", serverContract));
  return { roots: { ...ofNames(both), env, ...more }, where };
}

/** The place of a verification's form, for messages. */
export const formOfVerification = (id: string): string => `the form of ${id}`;
export const isFormOfVerification = (where: string): boolean => where.startsWith(formOfVerification(""));

/** The scope of a verification's form: the roots of both page and server. Only a page decides about permissions. */
export const verificationScope = (where: string): ScopeShape =>
  domainScope(where, { transaction: undecidedRoot("transaction"), verification: undecidedRoot("verification") });

/** The scope of a migration: that of its form, with answers of a shape that no definition describes any more. */
export function migrationScope(where: string): ScopeShape {
  const { roots: known } = verificationScope(where);
  return { roots: { ...known, data: anyValue }, where };
}

/** The scope of a transition. Its rules decide about permissions, so the scope does not contain the decision. */
export function guardScope(of: string, where: string): ScopeShape {
  const item: Record<string, ValueType> = of === "item" ? { item: presentValue(undecided("item", itemContract)) } : {};
  return domainScope(where, { transaction: undecidedRoot("transaction"), ...item });
}

/** A contract without the keys that the guard decides, at any depth. */
const undecided = (name: string, contract: () => unknown): JsonSchema =>
  schemaOf(`${name} undecided`, () =>
    JSON.parse(JSON.stringify(schemaOf(name, contract)), (key, value: unknown) =>
      guardedKeys.includes(key) ? undefined : value,
    ),
  );

const undecidedRoot = (name: RootName): ValueType => presentValue(undecided(name, roots[name].contract));

/** The scope of a menu, which is the same beside every screen of its apps. */
export const menuScope = (signIn: SignInKind | undefined): ScopeShape => ({
  roots: ofNames(["organisation", "session", ...(signIn === "staff" ? (["staff"] as const) : [])]),
  where: "the menu",
});

/** The scope of texts that read nothing. */
export const emptyScope = (where: string): ScopeShape => ({ roots: {}, where });

/** The scope of an article: what every page has. */
export const articleScope = (): ScopeShape => ({ roots: pageRoots(), where: "an article" });

/** The scope of a group of tiles, which exists only while a transaction is open. */
export const tileGroupScope = (): ScopeShape => domainScope("a group of tiles");

/** The scope of texts that depend on the organisation alone. */
export const organisationScope = (where: string): ScopeShape => ({ roots: ofNames(["organisation"]), where });

/** The scope of a report; with `each`, that of a section of each verification. */
export const reportScope = (id: string, each: boolean): ScopeShape => ({
  roots: {
    ...ofNames(["organisation"]),
    report: presentValue(schemaOf("report", reportContract)),
    ...(each && { submission: presentValue(schemaOf("submission", submissionContract)) }),
  },
  where: `the report ${id}`,
});

const none = Type.Object({}, { additionalProperties: false });
/** A closed object of these shapes. All are optional except those named as required. */
export const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({ ...(JSON.parse(JSON.stringify(none)) as JsonSchema), type: "object", properties, required });

/** The scopes of every part of every document. */
export class ScopeMap {
  readonly #bySource = new Map<SourceDefinition, Map<string, ScopeShape[]>>();

  /** Adds a scope for everything at and below a pointer. A longer pointer takes precedence. */
  add(source: SourceDefinition, pointer: string, scope: ScopeShape): void {
    const places = this.#bySource.get(source) ?? new Map<string, ScopeShape[]>();
    this.#bySource.set(source, places);
    const scopes = places.get(pointer) ?? [];
    places.set(pointer, scopes);
    if (!scopes.includes(scope)) scopes.push(scope);
  }

  has(source: SourceDefinition): boolean {
    return this.#bySource.has(source);
  }

  allScopes(): ReadonlySet<ScopeShape> {
    return new Set([...this.#bySource.values()].flatMap((places) => [...places.values()].flat()));
  }

  /** The scopes of a place: those of the longest pointer above it. */
  scopesAt(source: SourceDefinition, pointer: string): readonly ScopeShape[] {
    const places = this.#bySource.get(source);
    for (let prefix = pointer; places; prefix = prefix.slice(0, prefix.lastIndexOf("/"))) {
      const found = places.get(prefix);
      if (found) return found;
      if (prefix === "") return [];
    }
    return [];
  }
}
