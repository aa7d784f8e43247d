import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { documentKinds, toKey, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";
import { applyOverrides } from "#engine/documents/merge.ts";
import { readRules } from "#engine/rules/visit.ts";
import { wrongShape } from "../wrong-shape.ts";
import { placeInOverride, type Changed } from "./blame.ts";
import { issueAt, type DocumentSet, type SourceDocument } from "./set.ts";

/** The documents of an organisation that changes some of them. */
export interface Variant extends Changed {
  readonly changed: readonly SourceDocument[];
  /** What is wrong with the overrides themselves, and with the shape of what they make. */
  readonly issues: readonly Issue[];
}

/** The variant of an organisation; undefined where it changes nothing. What an override breaks is left as it was. */
export function toVariant(base: DocumentSet, organisation: SourceDocument): Variant | undefined {
  const { overrides } = organisation.document as DocumentOf<"organisation">;
  if (!overrides) return undefined;
  const seen = base.sources.filter((source) => isSeen(source, organisation));
  const merged = applyOverrides(
    seen.map(({ document }) => document),
    overrides,
  );
  const known = merged.faults.filter(({ target }) => !isLeftOut(target, base));
  const issues = known.map(({ target, code, message }) =>
    issueAt(organisation, `/overrides/${toPointerStep(target)}`, code, message),
  );
  const next = new Map<SourceDocument, SourceDocument>();
  for (const [index, source] of seen.entries()) {
    const document = merged.documents[index] as AnyDocument;
    if (document === source.document) continue;
    const faults = wrongShape(source.path, document.kind, document, base.context.metas);
    const places = { organisation, places: merged.places };
    for (const fault of faults) issues.push(placeInOverride(places, toKey(document.kind, document.id), fault));
    if (faults.length === 0) next.set(source, { path: source.path, document });
  }
  const sources = base.sources.map((source) => next.get(source) ?? source);
  return { base, organisation, sources, changed: [...next.values()], places: merged.places, issues };
}

/** The common documents, and those of the organisation itself. */
const isSeen = ({ path, document }: SourceDocument, organisation: SourceDocument): boolean =>
  documentKinds[document.kind].folder !== "organisations" || path.split("/")[1] === organisation.document.id;

const isLeftOut = (target: string, { context }: DocumentSet): boolean =>
  (context.leftOut ?? []).some((path) => path === `${target.split("#")[0]}.json`);

/** Kinds whose expressions see something else when a document of a kind is changed that they name. */
const depending: Readonly<Partial<Record<KindName, readonly KindName[]>>> = { form: ["form", "screen"] };
/** Kinds of documents that are read in the world of the document that names them. */
const readIn: Readonly<Partial<Record<KindName, readonly KindName[]>>> = {
  screen: ["flow", "form", "options"],
  flow: ["flow"],
  form: ["form", "options"],
  options: ["options"],
};

/**
 * The documents whose expressions may be read otherwise now: the changed ones, those that ask their rules or are shaped
 * by their data, and all that is read in the world of these. A catalogue may say the labels of any.
 */
export function changedBy({ base, sources, changed }: Variant): ReadonlySet<SourceDocument> {
  if (changed.some(({ document }) => documentKinds[document.kind].folder === "catalogues")) return new Set(sources);
  const names = new Map(sources.map((source) => [source, namesIn(base, source)]));
  const reached = new Set(changed);
  for (const one of reached) {
    const { kind } = one.document;
    const kinds = depending[kind] ?? [];
    for (const [source, named] of names) {
      const asks = kind === "rules" && rulesOf(one).some((rule) => named.has(`rule/${rule}`));
      const isShaped = kinds.includes(source.document.kind) && named.has(toKey(kind, one.document.id));
      if (asks || isShaped) reached.add(source);
    }
  }
  const byKey = new Map(sources.map((source) => [toKey(source.document.kind, source.document.id), source]));
  for (const one of reached) {
    for (const kind of readIn[one.document.kind] ?? []) {
      for (const name of names.get(one) ?? []) {
        const source = name.startsWith(`${kind}/`) ? byKey.get(name) : undefined;
        if (source) reached.add(source);
      }
    }
  }
  return reached;
}

const rulesOf = ({ document }: SourceDocument): string[] => Object.keys((document as DocumentOf<"rules">).rules);

/** What a document names: "form/address", "rule/open". */
function namesIn(base: DocumentSet, source: SourceDocument): ReadonlySet<string> {
  return new Set(
    base.found(source).flatMap(({ ref, slot, value }) => {
      if (ref !== undefined) return [`${ref}/${String(value)}`];
      return slot === "rule" || slot === "value" || slot === "text"
        ? readRules(value).map((rule) => `rule/${rule}`)
        : [];
    }),
  );
}
