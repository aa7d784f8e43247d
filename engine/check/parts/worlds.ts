import Type from "typebox";
import { anything, present, type JsonSchema, type Known } from "#engine/base/known.ts";
import { failureContract, roots, type RootName } from "#engine/scope/index.ts";
import { serverContract } from "#engine/scope/env.ts";
import { decided, itemContract } from "#engine/scope/item.ts";
import type { Environment } from "./environment.ts";

const made = new Map<string, JsonSchema>();
/** A contract as plain JSON Schema, made once. */
function schemaOf(name: string, contract: () => unknown): JsonSchema {
  const known = made.get(name) ?? (JSON.parse(JSON.stringify(contract())) as JsonSchema);
  made.set(name, known);
  return known;
}

/** What is known of a root of the registry. */
export const knownRoot = (name: RootName): Known => present(schemaOf(name, roots[name].contract));

/** What a failed call brings. */
export const failureRoot = (): Known => present(schemaOf("failure", failureContract));

const names = Object.keys(roots) as RootName[];
const ofNames = (wanted: readonly RootName[]): Record<string, Known> =>
  Object.fromEntries(wanted.map((name) => [name, knownRoot(name)]));

/** What is there on every page without being loaded. */
export const pageRoots = (): Record<string, Known> => ofNames(names.filter((name) => roots[name].always));

/** What rules that the server obeys may read. */
export function domainWorld(where: string, more: Readonly<Record<string, Known>> = {}): Environment {
  const both = names.filter((name) => roots[name].side === "both" && name !== "env" && name !== "verification");
  const env = present(schemaOf("server env", serverContract));
  return { roots: { ...ofNames(both), env, ...more }, where };
}

/** The place of a verification's form in words, and whether words are such a place. */
export const formOfVerification = (id: string): string => `the form of ${id}`;
export const isFormOfVerification = (where: string): boolean => where.startsWith(formOfVerification(""));

/** The world of a form that belongs to a verification: what page and server both have. Only a page works out what is allowed. */
export const verificationWorld = (where: string): Environment =>
  domainWorld(where, { transaction: undecidedRoot("transaction"), verification: undecidedRoot("verification") });

/** The world of a migration: that of its form, with answers of a shape that nobody describes any more. */
export function migrationWorld(where: string): Environment {
  const { roots: known } = verificationWorld(where);
  return { roots: { ...known, data: anything }, where };
}

/**
 * The world of a transition: an item's rules see the item. What is allowed is what such a rule decides, so nothing in its
 * world says it yet.
 */
export function guardWorld(of: string, where: string): Environment {
  const item: Record<string, Known> = of === "item" ? { item: present(undecided("item", itemContract)) } : {};
  return domainWorld(where, { transaction: undecidedRoot("transaction"), ...item });
}

/** A contract without what the guard answers, however deep it stands. */
const undecided = (name: string, contract: () => unknown): JsonSchema =>
  schemaOf(`${name} undecided`, () =>
    JSON.parse(JSON.stringify(schemaOf(name, contract)), (key, value: unknown) =>
      decided.includes(key) ? undefined : value,
    ),
  );

const undecidedRoot = (name: RootName): Known => present(undecided(name, roots[name].contract));

/** The world of the navigation column: it stands beside every screen and sees none. */
export const menuWorld = (): Environment => ({ roots: ofNames(["organisation", "session"]), where: "the menu" });

/** The world of words that stand by themselves. */
export const bareWorld = (where: string): Environment => ({ roots: {}, where });

/** The world of an article: what every page has. */
export const articleWorld = (): Environment => ({ roots: pageRoots(), where: "an article" });

/** The world of a group of tiles: it stands where a transaction is open. */
export const groupWorld = (): Environment => domainWorld("a group of tiles");

/** The world of a text that is said for an organisation alone. */
export const organisationWorld = (where: string): Environment => ({ roots: ofNames(["organisation"]), where });

const none = Type.Object({}, { additionalProperties: false });
/** A closed map of these shapes; all may be missing unless they are named as required. */
export function toMap(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { ...(JSON.parse(JSON.stringify(none)) as JsonSchema), type: "object", properties, required };
}
