import type { Issue, IssuePlace } from "#engine/core/base/issue.ts";
import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isWithin } from "#engine/core/base/within.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { type AnyDefinition, definitionKinds, type KindName, toDefinitionKey } from "#engine/core/definitions/kinds.ts";
import { applyOverrides, type OverridePlace } from "#engine/core/definitions/merge.ts";
import { listRuleNames } from "#engine/core/rules/visit-expression.ts";
import { issueAt, type DefinitionSet, type SourceDefinition } from "./support/definition-set.ts";
import { checkKind } from "./support/definition-shape.ts";

/** An organisation and the places of its overrides. */
interface Overrides {
  readonly organisation: SourceDefinition;
  readonly places: readonly OverridePlace[];
}

/** The definitions of an organisation that overrides some of them. */
export interface Variant extends Overrides {
  readonly base: DefinitionSet;
  /** All documents. Those without an override are the same objects as in the base. */
  readonly sources: readonly SourceDefinition[];
  readonly changed: readonly SourceDefinition[];
  /** Faults of the overrides themselves, and of the shape of their results. */
  readonly issues: readonly Issue[];
}

/** The variant of an organisation; undefined without overrides. An override that breaks a definition is ignored. */
export function toVariant(base: DefinitionSet, organisation: SourceDefinition): Variant | undefined {
  const { overrides } = organisation.document as DefinitionOf<"organisation">;
  if (!overrides) return undefined;
  const visible = base.sources.filter((source) => isVisible(source, organisation));
  const merged = applyOverrides(
    visible.map(({ document }) => document),
    overrides,
  );
  const known = merged.faults.filter(({ target }) => !isUnreadable(target, base));
  const issues = known.map(({ target, code, message }) =>
    issueAt(organisation, `/overrides/${toPointerStep(target)}`, code, message),
  );
  const next = new Map<SourceDefinition, SourceDefinition>();
  for (const [index, source] of visible.entries()) {
    const document = merged.documents[index] as AnyDefinition;
    if (document === source.document) continue;
    const faults = checkKind(source.path, document.kind, document, base.context.metas);
    const places = { organisation, places: merged.places };
    for (const fault of faults)
      issues.push(placeInOverride(places, toDefinitionKey(document.kind, document.id), fault));
    if (faults.length === 0) next.set(source, { path: source.path, document });
  }
  const sources = base.sources.map((source) => next.get(source) ?? source);
  return { base, organisation, sources, changed: [...next.values()], places: merged.places, issues };
}

/** Returns whether a definition belongs to all organisations or to this one. */
const isVisible = ({ path, document }: SourceDefinition, organisation: SourceDefinition): boolean =>
  definitionKinds[document.kind].folder !== "organisations" || path.split("/")[1] === organisation.document.id;

const isUnreadable = (target: string, { context }: DefinitionSet): boolean =>
  (context.unreadable ?? []).some((path) => path === `${target.split("#")[0]}.json`);

/** Kinds whose expressions depend on the shape of a definition that they name. */
const dependants: Readonly<Partial<Record<KindName, readonly KindName[]>>> = { form: ["form", "screen"] };
/** Kinds whose scope depends on the definition that names them. */
const scopedKinds: Readonly<Partial<Record<KindName, readonly KindName[]>>> = {
  screen: ["flow", "form", "options"],
  flow: ["flow"],
  form: ["form", "options"],
  options: ["options"],
};

/**
 * The definitions whose expressions may have another result in a variant: the changed ones, those that call their rules
 * or depend on their data, and those in their scope. A catalogue may have labels for any document.
 */
export function affectedBy({ base, sources, changed }: Variant): ReadonlySet<SourceDefinition> {
  if (changed.some(({ document }) => definitionKinds[document.kind].folder === "catalogues")) return new Set(sources);
  const names = new Map(sources.map((source) => [source, namesIn(base, source)]));
  const reached = new Set(changed);
  for (const one of reached) {
    const { kind } = one.document;
    const kinds = dependants[kind] ?? [];
    for (const [source, named] of names) {
      const callsRule = kind === "rules" && rulesOf(one).some((rule) => named.has(`rule/${rule}`));
      const depends = kinds.includes(source.document.kind) && named.has(toDefinitionKey(kind, one.document.id));
      if (callsRule || depends) reached.add(source);
    }
  }
  const byKey = new Map(sources.map((source) => [toDefinitionKey(source.document.kind, source.document.id), source]));
  for (const one of reached) {
    for (const kind of scopedKinds[one.document.kind] ?? []) {
      for (const name of names.get(one) ?? []) {
        const source = name.startsWith(`${kind}/`) ? byKey.get(name) : undefined;
        if (source) reached.add(source);
      }
    }
  }
  return reached;
}

const rulesOf = ({ document }: SourceDefinition): string[] => Object.keys((document as DefinitionOf<"rules">).rules);

/** The names in a definition: "form/address", "rule/open". */
function namesIn(base: DefinitionSet, source: SourceDefinition): ReadonlySet<string> {
  return new Set(
    base.found(source).flatMap(({ ref, slot, value }) => {
      if (ref !== undefined) return [`${ref}/${String(value)}`];
      return slot === "rule" || slot === "value" || slot === "text"
        ? listRuleNames(value).map((rule) => `rule/${rule}`)
        : [];
    }),
  );
}

/**
 * Moves a finding of a variant to the override that causes it: the one whose node contains it, else the one that
 * `findCause` names.
 */
export function placeAtOverride(
  variant: Variant,
  issue: Issue,
  findCause: (issue: Issue) => string | undefined,
): Issue {
  const source = variant.sources.find(({ path }) => path === issue.document);
  // A missing translation stays at its locale. The sentence may be in an override.
  if (issue.causedBy) return { ...issue, causedBy: placeSentence(variant, issue.causedBy) };
  if (!source || source.document.kind === "locale") return issue;
  const key = toDefinitionKey(source.document.kind, source.document.id);
  if (isInNode(variant, key, issue.pointer)) return placeInOverride(variant, key, issue);
  const cause = findCause(issue);
  return moveTo(variant, cause === undefined ? "" : `/${toPointerStep(cause)}`, issue);
}

const isInNode = ({ places }: Overrides, key: string, pointer: string): boolean =>
  places.some((place) => place.key === key && isWithin(pointer, place.pointer));

/** The place of a sentence of the variant: in an override, or unchanged. */
function placeSentence(variant: Variant, place: IssuePlace): IssuePlace {
  const source = variant.sources.find(({ path }) => path === place.document);
  const key = source && toDefinitionKey(source.document.kind, source.document.id);
  if (key === undefined || !isInNode(variant, key, place.pointer)) return place;
  return placeInOverride(variant, key, { ...place, code: "", message: "" });
}

/** Moves a finding in an overridden definition to the nearest override. */
function placeInOverride(overrides: Overrides, key: string, issue: Issue): Issue {
  const places = overrides.places.filter((place) => place.key === key);
  const around = places
    .filter(({ pointer }) => isWithin(issue.pointer, pointer))
    .sort((a, b) => b.pointer.length - a.pointer.length)[0];
  const place = around ?? places.find(({ pointer }) => isWithin(pointer, issue.pointer)) ?? places[0];
  if (!place) return moveTo(overrides, "", issue);
  const below = around ? issue.pointer.slice(place.pointer.length) : "";
  return moveTo(overrides, `/${toPointerStep(place.target)}${writtenPart(overrides, place, below)}`, issue);
}

/** The part of a pointer that the patch itself contains. */
function writtenPart({ organisation }: Overrides, { target }: OverridePlace, below: string): string {
  const patch = getAt(organisation.document, `/overrides/${toPointerStep(target)}`);
  let written = below;
  while (written !== "" && getAt(patch, written) === undefined) written = written.slice(0, written.lastIndexOf("/"));
  return written;
}

function moveTo({ organisation }: Overrides, below: string, issue: Issue): Issue {
  const { document, pointer, code, message } = issue;
  return {
    document: organisation.path,
    pointer: `/overrides${below}`,
    code,
    message: `${message} (in ${document} ${pointer || "/"}, for ${organisation.document.id})`,
  };
}
