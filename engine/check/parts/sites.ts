import type { JsonSchema } from "#engine/base/known.ts";
import { pointerSteps } from "#engine/base/json-pointer.ts";
import type { Found } from "#engine/documents/walk.ts";
import type { Expr } from "#engine/rules/expression.ts";
import type { Environment } from "./environment.ts";
import { findRegions } from "./find-regions.ts";
import { filledPaths } from "./narrowing.ts";
import { toTablePlace } from "./places.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** An expression or a text of a document in one of the worlds in which it is read. */
export interface Site {
  readonly source: SourceDocument;
  /** Of the expression or text in its document. */
  readonly pointer: string;
  readonly slot: "rule" | "value" | "text";
  readonly value: unknown;
  readonly env: Environment;
  /** What the place wants. */
  readonly expected?: JsonSchema;
  /** Paths that are there when this is read: the conditions above it say so. */
  readonly filled: ReadonlySet<string>;
}

/** Every expression and text of the documents, once for each world in which it is read. A plain sentence reads nothing, and is none. */
export function listSites(set: DocumentSet): readonly Site[] {
  const regions = set.once(findRegions);
  const conditions = new Conditions(set);
  const { again } = set.context;
  const sites: Site[] = [];
  for (const source of set.sources) {
    if ((again && !again.has(source)) || !regions.has(source)) continue;
    const found = set.found(source);
    const types = new Map(found.flatMap(({ type, pointer }) => (type === undefined ? [] : [[pointer, type]])));
    for (const one of found) {
      const slot = one.ref === "rule" && set.findRule(String(one.value)) ? "rule" : one.slot;
      if (slot !== "rule" && slot !== "value" && slot !== "text") continue;
      if (slot === "text" && typeof one.value === "string") continue;
      const { pointer, value } = toNamed(one);
      const worlds = regions.envsAt(source, pointer);
      if (worlds.length === 0) continue;
      const expected = types.get(pointer) ?? types.get(toTablePlace(pointer));
      const place = { source, pointer, slot, value, ...(expected && { expected }) } as const;
      const filled = conditions.filledAt(source.document, pointer);
      for (const env of worlds) sites.push({ ...place, env, filled });
    }
  }
  return sites;
}

/** A place that names a rule reads it, as the expression that asks it does. */
const toNamed = ({ ref, pointer, value }: Found): Pick<Found, "pointer" | "value"> =>
  ref === "rule" ? { pointer, value: { rule: value } } : { pointer, value };

/** What every condition above a place says of what is there: `when` of a block, a field, a row, a load, and a screen's needs. */
class Conditions {
  readonly #said = new Map<unknown, readonly string[]>();
  readonly #none: ReadonlySet<string> = new Set();

  constructor(readonly set: DocumentSet) {}

  filledAt(document: unknown, pointer: string): ReadonlySet<string> {
    const rules: unknown[] = [];
    let holder = document;
    for (const [depth, step] of pointerSteps(pointer).entries()) {
      if (typeof holder !== "object" || holder === null) break;
      const { when } = holder as { when?: unknown };
      if (when !== undefined && step !== "when" && depth > 0) rules.push(when);
      if (depth === 0 && afterNeeds.has(step)) rules.push(...needsOf(document));
      holder = (holder as Record<string, unknown>)[step];
    }
    return rules.length === 0 ? this.#none : new Set(rules.flatMap((rule) => this.#sayings(rule)));
  }

  #sayings(rule: unknown): readonly string[] {
    const known = this.#said.get(rule) ?? filledPaths(rule as Expr, this.set.rules);
    this.#said.set(rule, known);
    return known;
  }
}

/** Parts of a screen that are there only when its needs are met. */
const afterNeeds: ReadonlySet<string> = new Set(["body", "on", "title"]);
const needsOf = (document: unknown): unknown[] => {
  const { needs } = document as { needs?: { rule: unknown }[] };
  return (needs ?? []).map(({ rule }) => rule);
};

/** The expression of a site: what stands there, or of a text the value that it is. */
export function toExpression({ slot, value }: Pick<Site, "slot" | "value">): Expr | undefined {
  if (slot !== "text") return value as Expr;
  const isValue = typeof value === "object" && value !== null && !("text" in value);
  return isValue ? (value as Expr) : undefined;
}
