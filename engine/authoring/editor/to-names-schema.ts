import { consoleContracts } from "#engine/contract/console/index.ts";
import type { OperationContract } from "#engine/contract/parts/operation-contract.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { isAppOperationId } from "#engine/contract/all-operations.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { listNames, listReferenceTargets } from "#engine/authoring/check/support/names.ts";
import { findCatalogue } from "#engine/authoring/check/support/places.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { namesSchemaFile, type NameKind } from "#engine/core/definitions/names.ts";
import { roots, type RootName } from "#engine/core/scope/index.ts";
import { dialogs, formBlocks, listScreenPaths, tables, toDeclarers, type DeclaredNames } from "./declared-names.ts";
import { expressionDefinitions } from "./expressions.ts";
import { pointerDefinitions } from "./pointers.ts";
import { toOverrideKeys } from "./override-keys.ts";
import { toSettable } from "./settable.ts";
import { argumentDefinitions } from "./argument-definitions.ts";

/** The names of one kind, with a description for each. */
interface Names {
  readonly names: (set: DefinitionSet) => Iterable<string>;
  /** The kind in messages. */
  readonly what: string;
  readonly about?: (set: DefinitionSet, name: string) => unknown;
  /** Names with meaning within one definition: editors complete but do not require them. */
  readonly own?: true;
}

const reference = (kind: string, what: string, about?: Names["about"]): Names => ({
  names: (set) => listReferenceTargets(set, kind) ?? [],
  what,
  ...(about ? { about } : {}),
});
const described = (kind: Parameters<DefinitionSet["source"]>[0], what: string): Names =>
  reference(kind, what, (set, id) => set.source(kind, id)?.document.description);

const ownNames = (list: (set: DefinitionSet) => DeclaredNames, what: string, kind: string): Names => ({
  names: (set) => set.once(list).keys(),
  what,
  about: (set, name) => toDeclarers(kind, set.once(list).get(name)),
  own: true,
});

/** One line per kind of name. The compiler rejects a missing kind. */
const nameable: Readonly<Record<NameKind, Names>> = {
  screen: described("screen", "screen"),
  form: described("form", "form"),
  flow: described("flow", "flow"),
  options: described("options", "list of options"),
  verification: described("verification", "verification"),
  rules: described("rules", "file of rules"),
  organisation: described("organisation", "organisation"),
  article: reference("article", "article", (set, id) => set.source("articles", id)?.document.description),
  partner: reference("partner", "evaluation partner"),
  report: described("report", "report"),
  verifier: reference("verifier", "system of a verifier"),
  catalogue: reference("catalogue", "catalogue"),
  operation: reference("operation", "operation", (_, id) =>
    isAppOperationId(id) ? getContract(id).summary : undefined,
  ),
  staffOperation: reference(
    "staffOperation",
    "operation of the console",
    (_, id) => (consoleContracts as Readonly<Record<string, OperationContract>>)[id]?.summary,
  ),
  rule: reference("rule", "rule", (set, name) => set.findRule(name)?.why),
  root: reference("root", "root that a screen may load", (_, name) => roots[name as RootName]?.description),
  dialog: ownNames(dialogs, "dialog", "screen"),
  block: ownNames(formBlocks, "form block", "screen"),
  formBlock: ownNames(formBlocks, "form block", "screen"),
  table: ownNames(tables, "table", "flow"),
  category: { names: (set) => listNames(set, "category") ?? [], what: "category" },
  region: { names: (set) => listNames(set, "region") ?? [], what: "region" },
  provider: { names: (set) => listNames(set, "provider") ?? [], what: "payment provider" },
  language: { names: (set) => listNames(set, "language") ?? [], what: "language" },
  currency: {
    names: (set) =>
      Object.values(findCatalogue(set, "prices")?.document.prices.regions ?? {}).map(({ currency }) => currency),
    what: "currency",
  },
};

/** Builds an enumeration of the names. Its error message tells how to register a new name. */
function toEnumeration(set: DefinitionSet, { names, what, about, own }: Names): JsonSchema {
  const all = [...new Set(names(set))].sort();
  if (all.length === 0) return {};
  const lines = about && all.map((name) => toLine(about(set, name)));
  const known = { enum: all, ...(lines ? { enumDescriptions: lines } : {}) };
  if (own) return { anyOf: [known, {}] };
  return { ...known, errorMessage: `There is no ${what} of this name; a new one is known after npm run check.` };
}

const toLine = (about: unknown): string => (typeof about === "string" ? about : "");

/** Builds names.schema.json: the existing names, as definitions that the meta-schemas refer to. */
export function toNamesSchema(set: DefinitionSet): JsonSchema {
  return {
    $id: namesSchemaFile,
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Existing names, for editors; generated from the definitions",
    definitions: {
      ...Object.fromEntries(Object.entries(nameable).map(([what, names]) => [what, toEnumeration(set, names)])),
      ...expressionDefinitions(listScreenPaths(set)),
      ...argumentDefinitions(set),
      ...pointerDefinitions(set),
      settable: toSettable(set),
      "override-keys": toOverrideKeys(set),
    },
  };
}
