import type { Issue } from "#engine/base/issue.ts";
import { oncePer } from "#engine/base/once.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { allowable, Allowances, type AllowedIssue } from "./allowances.ts";
import { checkShape } from "./document-head.ts";
import { checks, leftovers } from "./index.ts";
import { changedBy, toVariant, type Variant } from "./parts/variant.ts";
import { blameOverride } from "./parts/blame.ts";
import { DocumentSet, type Check, type CheckContext, type SourceDocument } from "./parts/set.ts";

/** A file as it was read; its document may be anything. */
interface ReadFile {
  readonly path: string;
  readonly document?: unknown;
}

/** Tells files of good shape from those of bad shape, and what is wrong with these. A file without a document is none. */
export function judgeShapes(
  files: readonly ReadFile[],
  metas: MetaSchemas,
): { sources: SourceDocument[]; issues: Issue[] } {
  const sources: SourceDocument[] = [];
  const issues: Issue[] = [];
  for (const { path, document } of files) {
    if (document === undefined) continue;
    const found = findShape(path, document, metas);
    issues.push(...found);
    if (found.length === 0) sources.push({ path, document: document as AnyDocument });
  }
  return { sources, issues: unique(issues) };
}

/** Depends on the document, its path and the meta-schemas alone: one that is the same object is judged once. */
const shapes = new WeakMap<MetaSchemas, WeakMap<object, { path: string; issues: Issue[] }>>();

function findShape(path: string, document: unknown, metas: MetaSchemas): Issue[] {
  if (typeof document !== "object" || document === null) return checkShape(path, document, metas);
  const judged = shapes.get(metas) ?? new WeakMap<object, { path: string; issues: Issue[] }>();
  shapes.set(metas, judged);
  const known = judged.get(document);
  if (known?.path === path) return known.issues;
  const issues = checkShape(path, document, metas);
  judged.set(document, { path, issues });
  return issues;
}

/** Everything that is wrong with files: what has no good shape is told and left out, so that it hides nothing of the others. */
export function checkFiles(files: readonly ReadFile[], context: CheckContext): Issue[] {
  const { sources, issues } = judgeShapes(files, context.metas);
  const leftOut = [...(context.leftOut ?? []), ...new Set(issues.map(({ document }) => document))];
  return [...issues, ...checkDocuments(sources, { ...context, leftOut }).issues];
}

/** What is wrong with documents, and what their authors let stand. */
export interface Judgement {
  issues: Issue[];
  allowed: AllowedIssue[];
}

/**
 * Everything that is wrong with a set of documents of good shape: the base, then the variant of each organisation that
 * changes something. What is wrong in a variant alone is told at the override that makes it so; what an author lets stand
 * is told apart.
 */
export function checkDocuments(sources: readonly SourceDocument[], context: CheckContext): Judgement {
  const base = new DocumentSet(sources, context);
  const found = judge(base, checks);
  const known = new Set(found.map(keyOf));
  const variants = base.ofKind("organisation").flatMap((organisation) => toVariant(base, organisation) ?? []);
  const own = variants.flatMap((variant) => {
    const findMaker = toFindMaker(variant);
    const fresh = judge(setOf(variant), checks).filter((issue) => !known.has(keyOf(issue)));
    return [...variant.issues, ...fresh.map((issue) => blameOverride(variant, issue, findMaker))];
  });
  const allowances = new Allowances(sources);
  const first = allowances.apply(unique([...found, ...own]));
  // What a mistake keeps from being read is read when it is mended: that nobody reads it is told when the rest is good.
  // Words that a language lacks keep nothing from being read.
  if (first.issues.some(({ code }) => !allowable.has(code)) || context.leftOut?.length) return first;
  const last = allowances.apply(unique(findLeftovers(base, variants)));
  return {
    issues: [...first.issues, ...last.issues, ...allowances.listIdle()],
    allowed: [...first.allowed, ...last.allowed],
  };
}

/** What neither the base nor a variant reads. */
function findLeftovers(base: DocumentSet, variants: readonly Variant[]): Issue[] {
  const found = judge(base, leftovers);
  if (found.length === 0) return [];
  // By the place, not the words: what is near to it may be said by one organisation alone.
  const others = variants.map((variant) => new Set(judge(setOf(variant), leftovers).map(placeOf)));
  return found.filter((issue) => others.every((places) => places.has(placeOf(issue))));
}

const judge = (set: DocumentSet, by: readonly Check[]): Issue[] => by.flatMap((check) => check(set));

/** The documents of a variant, of which only what an override can have changed is read again; one set for all checks, which share what they make of it. */
const setOf = oncePer(
  (variant: Variant): DocumentSet =>
    new DocumentSet(variant.sources, { ...variant.base.context, again: changedBy(variant) }),
);

/** Which override alone brings a finding about; each is tried once, and only when something is wrong. */
function toFindMaker({ base, organisation, places }: Variant): (issue: Issue) => string | undefined {
  const overrides = organisation.document["overrides"] as Readonly<Record<string, unknown>>;
  const made = new Map<string, ReadonlySet<string>>();
  const makes = (target: string): ReadonlySet<string> => {
    const alone = {
      ...organisation,
      document: { ...organisation.document, overrides: { [target]: overrides[target] } },
    };
    const variant = toVariant(base, alone);
    return new Set(variant ? judge(setOf(variant), checks).map(keyOf) : []);
  };
  return (issue) =>
    places.find(({ target }) => {
      const found = made.get(target) ?? makes(target);
      made.set(target, found);
      return found.has(keyOf(issue));
    })?.target;
}

const placeOf = (issue: Issue): string => `${issue.document}${issue.pointer} ${issue.code}`;
const keyOf = (issue: Issue): string => `${placeOf(issue)} ${issue.message}`;
const unique = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [keyOf(issue), toTold(issue)])).values(),
];

function toTold({ saidBy, ...issue }: Issue): Issue {
  const where = saidBy ? `, said by ${saidBy.document} ${saidBy.pointer}` : "";
  return { ...issue, message: cut(issue.message + where) };
}

/** Whatever a document holds, what is said of it can be read. */
const cut = (message: string): string => (message.length > 400 ? `${message.slice(0, 399)}…` : message);
