import type { Issue, IssuePlace } from "#engine/base/issue.ts";
import { getAt, toPointerStep } from "#engine/base/json-pointer.ts";
import { toKey } from "#engine/documents/kinds.ts";
import type { OverridePlace } from "#engine/documents/merge.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** An organisation and where its overrides stand. */
export interface Overridden {
  readonly organisation: SourceDocument;
  readonly places: readonly OverridePlace[];
}
/** The documents before and after its overrides. */
export interface Changed extends Overridden {
  readonly base: DocumentSet;
  /** All documents; those that are not changed are the very same as in the base. */
  readonly sources: readonly SourceDocument[];
}

/**
 * A finding of a variant, told at the override that made it: the one in whose node it stands, else the one that makes
 * it alone, which `findMaker` finds out.
 */
export function blameOverride(variant: Changed, issue: Issue, findMaker: (issue: Issue) => string | undefined): Issue {
  const source = variant.sources.find(({ path }) => path === issue.document);
  // What a language lacks is told there; who says the sentence may be an override.
  if (issue.saidBy) return { ...issue, saidBy: placeSentence(variant, issue.saidBy) };
  if (!source || source.document.kind === "locale") return issue;
  const key = toKey(source.document.kind, source.document.id);
  const inNode = variant.places.some((place) => place.key === key && isWithin(issue.pointer, place.pointer));
  if (inNode) return placeInOverride(variant, key, issue);
  const maker = findMaker(issue);
  return tell(variant, maker === undefined ? "" : `/${toPointerStep(maker)}`, issue);
}

/** Where a sentence of the variant is written: in an override, or where it stands. */
function placeSentence(variant: Changed, saidBy: IssuePlace): IssuePlace {
  const source = variant.sources.find(({ path }) => path === saidBy.document);
  const key = source && toKey(source.document.kind, source.document.id);
  const inNode = variant.places.some((place) => place.key === key && isWithin(saidBy.pointer, place.pointer));
  return key !== undefined && inNode ? placeInOverride(variant, key, { ...saidBy, code: "", message: "" }) : saidBy;
}

/** A finding in a document that overrides have changed, told at the one that stands nearest to it. */
export function placeInOverride(overridden: Overridden, key: string, issue: Issue): Issue {
  const places = overridden.places.filter((place) => place.key === key);
  const around = places
    .filter(({ pointer }) => isWithin(issue.pointer, pointer))
    .sort((a, b) => b.pointer.length - a.pointer.length)[0];
  const place = around ?? places.find(({ pointer }) => isWithin(pointer, issue.pointer)) ?? places[0];
  if (!place) return tell(overridden, "", issue);
  const below = around ? issue.pointer.slice(place.pointer.length) : "";
  return tell(overridden, `/${toPointerStep(place.target)}${writtenIn(overridden, place, below)}`, issue);
}

const isWithin = (pointer: string, above: string): boolean => pointer === above || pointer.startsWith(`${above}/`);

/** As much of a pointer as the patch itself says. */
function writtenIn({ organisation }: Overridden, { target }: OverridePlace, below: string): string {
  const patch = getAt(organisation.document, `/overrides/${toPointerStep(target)}`);
  let written = below;
  while (written !== "" && getAt(patch, written) === undefined) written = written.slice(0, written.lastIndexOf("/"));
  return written;
}

function tell({ organisation }: Overridden, below: string, issue: Issue): Issue {
  const { document, pointer, code, message } = issue;
  return {
    document: organisation.path,
    pointer: `/overrides${below}`,
    code,
    message: `${message} (in ${document} ${pointer || "/"}, for ${organisation.document.id})`,
  };
}
