import { getContract } from "#engine/api/contracts.ts";
import { isOperationId } from "#engine/api/operations.ts";
import type { JsonSchema } from "#engine/base/known.ts";
import { listNames } from "#engine/check/parts/names.ts";
import { findOnly } from "#engine/check/parts/only.ts";
import { findReferable } from "#engine/check/parts/referable.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import { namesSchemaFile, type Nameable } from "#engine/documents/names.ts";
import { roots, type RootName } from "#engine/scope/index.ts";
import { dialogs, formBlocks, listOwnPaths, tables, toDeclarers, type Declared } from "./declared.ts";
import { expressionDefinitions } from "./expressions.ts";
import { pointerDefinitions } from "./pointers.ts";
import { toSettable } from "./settable.ts";
import { takenDefinitions } from "./taken.ts";

/** What names a thing may have, and the line that an editor shows beside each. */
interface Names {
  readonly names: (set: DocumentSet) => Iterable<string>;
  /** What the thing is called in a message. */
  readonly what: string;
  readonly about?: (set: DocumentSet, name: string) => unknown;
  /** A document names them for itself alone: they are completed and not asked for. */
  readonly own?: true;
}

const reference = (kind: string, what: string, about?: Names["about"]): Names => ({
  names: (set) => findReferable(set, kind) ?? [],
  what,
  ...(about ? { about } : {}),
});
const described = (kind: Parameters<DocumentSet["source"]>[0], what: string): Names =>
  reference(kind, what, (set, id) => set.source(kind, id)?.document.description);

const ownNames = (list: (set: DocumentSet) => Declared, what: string, kind: string): Names => ({
  names: (set) => set.once(list).keys(),
  what,
  about: (set, name) => toDeclarers(kind, set.once(list).get(name)),
  own: true,
});

/** One line per kind of name; a name that contracts use and that is not here is a type error. */
const nameable: Readonly<Record<Nameable, Names>> = {
  screen: described("screen", "screen"),
  form: described("form", "form"),
  flow: described("flow", "flow"),
  options: described("options", "list of options"),
  verification: described("verification", "verification"),
  rules: described("rules", "file of rules"),
  organisation: described("organisation", "organisation"),
  article: reference("article", "article", (set, id) => set.source("articles", id)?.document.description),
  catalogue: reference("catalogue", "catalogue"),
  operation: reference("operation", "operation", (_, id) => (isOperationId(id) ? getContract(id).summary : undefined)),
  rule: reference("rule", "rule", (set, name) => set.findRule(name)?.why),
  root: reference("root", "root that a screen may load", (_, name) => roots[name as RootName]?.about),
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
      Object.values(findOnly(set, "prices")?.document.prices.regions ?? {}).map(({ currency }) => currency),
    what: "currency",
  },
};

/** One of the names; a new one is known once they are written again, and until then an editor says how. */
function toEnumeration(set: DocumentSet, { names, what, about, own }: Names): JsonSchema {
  const all = [...new Set(names(set))].sort();
  if (all.length === 0) return {};
  const lines = about && all.map((name) => toLine(about(set, name)));
  const known = { enum: all, ...(lines ? { enumDescriptions: lines } : {}) };
  if (own) return { anyOf: [known, {}] };
  return { ...known, errorMessage: `There is no ${what} of this name; a new one is known after npm run check.` };
}

const toLine = (about: unknown): string => (typeof about === "string" ? about : "");

/** The names that there are, as definitions that the meta-schemas refer to: what stands in schemas/meta/names.schema.json. */
export function toNamesSchema(set: DocumentSet): JsonSchema {
  return {
    $id: namesSchemaFile,
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Names that there are, for an editor; written from the documents whenever they are read",
    definitions: {
      ...Object.fromEntries(Object.entries(nameable).map(([what, names]) => [what, toEnumeration(set, names)])),
      ...expressionDefinitions(listOwnPaths(set)),
      ...takenDefinitions(set),
      ...pointerDefinitions(set),
      settable: toSettable(set),
    },
  };
}
