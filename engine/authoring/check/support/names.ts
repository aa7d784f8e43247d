import { roleOperations } from "#engine/contract/console/index.ts";
import { appOperationIds } from "#engine/contract/all-operations.ts";
import type { EntityKind } from "#engine/core/base/value-type.ts";
import { loadableRoots } from "#engine/core/scope/index.ts";
import type { DefinitionSet } from "./definition-set.ts";
import { findCatalogue } from "./places.ts";

/** The names that definitions define, by what they name. What no definition names is missing here. */
const definedNames: Partial<Record<EntityKind, (set: DefinitionSet) => ReadonlySet<string>>> = {
  organisation: (set) => new Set(set.ids("organisation")),
  request: (set) => new Set(set.ids("request")),
  verification: (set) => new Set(set.ids("verification")),
  label: (set) => new Set(set.ofKind("verification").flatMap(({ document }) => toLabel(document["label"]))),
  category: (set) => new Set(Object.keys(findCatalogue(set, "categories")?.document.categories ?? {})),
  region: (set) => new Set(Object.keys(findCatalogue(set, "providers")?.document.regions ?? {})),
  provider: (set) => new Set(Object.keys(findCatalogue(set, "providers")?.document.providers ?? {})),
  language: (set) => new Set(["en", ...set.ids("locale")]),
};

const toLabel = (label: unknown): string[] => (typeof label === "string" ? [label] : []);

/** The names that definitions define of a kind; undefined for a kind that no definition names. */
export const listNames = (set: DefinitionSet, named: EntityKind): ReadonlySet<string> | undefined => {
  const list = definedNames[named];
  return list && set.once(list);
};

/** The names that a reference may take, by the kind of reference. */
const targets: Readonly<Record<string, (set: DefinitionSet) => Iterable<string>>> = {
  screen: (set) => set.ids("screen"),
  form: (set) => set.ids("form"),
  flow: (set) => set.ids("flow"),
  options: (set) => set.ids("options"),
  verification: (set) => set.ids("verification"),
  rules: (set) => set.ids("rules"),
  rule: (set) => set.namedRules().keys(),
  organisation: (set) => set.ids("organisation"),
  article: (set) => set.ids("articles"),
  // An organisation may evaluate by itself.
  partner: (set) => [
    ...(findCatalogue(set, "partners")?.document.partners ?? []).map(({ id }) => id),
    ...set.ids("organisation"),
  ],
  report: (set) => set.ids("report"),
  verifier: (set) => Object.keys(findCatalogue(set, "verifiers")?.document.verifiers ?? {}),
  catalogue: (set) => set.catalogueIds(),
  operation: () => appOperationIds,
  staffOperation: () => roleOperations,
  root: () => loadableRoots,
};

/** The names that a reference may take; undefined for a reference within one document. */
export const listReferenceTargets = (set: DefinitionSet, kind: string): ReadonlySet<string> | undefined =>
  Object.hasOwn(targets, kind) ? new Set(targets[kind]?.(set)) : undefined;
