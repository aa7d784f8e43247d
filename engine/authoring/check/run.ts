import type { Issue } from "#engine/core/base/issue.ts";
import { oncePerObject } from "#engine/core/base/once.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { Allowances, type AllowedIssue } from "./allowances.ts";
import { allowable, findFaults, findUnsatisfiable, findUnused } from "./index.ts";
import { DefinitionSet, type CheckContext, type SourceDefinition } from "./support/definition-set.ts";
import { checkShape } from "./support/definition-shape.ts";
import { affectedBy, placeAtOverride, toVariant, type Variant } from "./variants.ts";

/** A file as it was read. Its definition may be any JSON. */
interface ReadFile {
  readonly path: string;
  readonly document?: unknown;
}

/** Separates definitions of valid shape from the faults of the others. A file without a definition is ignored. */
export function checkShapes(
  files: readonly ReadFile[],
  metas: MetaSchemas,
): { sources: SourceDefinition[]; issues: Issue[] } {
  const sources: SourceDefinition[] = [];
  const issues: Issue[] = [];
  for (const { path, document } of files) {
    if (document === undefined) continue;
    const found = findShapeIssues(path, document, metas);
    issues.push(...found);
    if (found.length === 0) sources.push({ path, document: document as AnyDefinition });
  }
  return { sources, issues: unique(issues) };
}

/** The shape depends on definition, path and meta-schemas alone, so an unchanged definition is validated once. */
const shapes = new WeakMap<MetaSchemas, WeakMap<object, { path: string; issues: Issue[] }>>();

function findShapeIssues(path: string, document: unknown, metas: MetaSchemas): Issue[] {
  if (typeof document !== "object" || document === null) return checkShape(path, document, metas);
  const cache = shapes.get(metas) ?? new WeakMap<object, { path: string; issues: Issue[] }>();
  shapes.set(metas, cache);
  const known = cache.get(document);
  if (known?.path === path) return known.issues;
  const issues = checkShape(path, document, metas);
  cache.set(document, { path, issues });
  return issues;
}

/** Checks files completely. A definition of invalid shape is left out, so that it hides no fault of the others. */
export function checkFiles(files: readonly ReadFile[], context: CheckContext): Issue[] {
  const { sources, issues } = checkShapes(files, context.metas);
  const unreadable = [...(context.unreadable ?? []), ...new Set(issues.map(({ document }) => document))];
  return [...issues, ...checkDefinitions(sources, { ...context, unreadable }).issues];
}

/** The faults of definitions, and those that their authors allow. */
export interface CheckResult {
  issues: Issue[];
  allowed: AllowedIssue[];
}

/**
 * Checks definitions of valid shape: the base, then the variant of each organisation with overrides. A fault of one
 * variant is reported at the override that causes it.
 */
export function checkDefinitions(sources: readonly SourceDefinition[], context: CheckContext): CheckResult {
  const base = new DefinitionSet(sources, context);
  const found = findFaults(base);
  const known = new Set(found.map(keyOf));
  const variants = base.ofKind("organisation").flatMap((organisation) => toVariant(base, organisation) ?? []);
  const own = variants.flatMap((variant) => {
    const findCause = toFindCause(variant);
    const fresh = findFaults(setOf(variant)).filter((issue) => !known.has(keyOf(issue)));
    return [...variant.issues, ...fresh.map((issue) => placeAtOverride(variant, issue, findCause))];
  });
  const allowances = new Allowances(sources, allowable);
  const first = allowances.apply(unique([...found, ...own]));
  // A fault can hide what reads a document. What seems unused is reported when the faults are mended, but a missing
  // translation or the like hides nothing.
  if (first.issues.some(({ code }) => !allowable.has(code)) || base.hasUnreadable()) return first;
  const last = allowances.apply(
    unique([...findUnusedByAll(base, variants), ...findUnsatisfiableInAny(base, variants)]),
  );
  return {
    issues: [...first.issues, ...last.issues, ...allowances.listIdle()],
    allowed: [...first.allowed, ...last.allowed],
  };
}

/** Findings about what neither the base nor a variant uses. */
function findUnusedByAll(base: DefinitionSet, variants: readonly Variant[]): Issue[] {
  const found = findUnused(base);
  if (found.length === 0) return [];
  // Compared by place, because the suggestions in messages differ between organisations.
  const others = variants.map((variant) => new Set(findUnused(setOf(variant)).map(placeOf)));
  return found.filter((issue) => others.every((places) => places.has(placeOf(issue))));
}

/** Findings about what can never be sent, before overrides and for each organisation. */
function findUnsatisfiableInAny(base: DefinitionSet, variants: readonly Variant[]): Issue[] {
  const found = findUnsatisfiable(base);
  const known = new Set(found.map(keyOf));
  const own = variants.flatMap((variant) =>
    findUnsatisfiable(setOf(variant))
      .filter((issue) => !known.has(keyOf(issue)))
      .map((issue) => placeAtOverride(variant, issue, () => undefined)),
  );
  return [...found, ...own];
}

/** The definitions of a variant: one set for all checks, which reads only expressions that an override affects. */
const setOf = oncePerObject(
  (variant: Variant): DefinitionSet =>
    new DefinitionSet(variant.sources, {
      ...variant.base.context,
      affected: affectedBy(variant),
      organisation: variant.organisation.document.id,
    }),
);

/** Finds the override that alone causes a finding. Each override is tried once, and only after a finding. */
function toFindCause({ base, organisation, places }: Variant): (issue: Issue) => string | undefined {
  const found = new Map<string, ReadonlySet<string>>();
  const { overrides = {} } = organisation.document as { overrides?: Record<string, unknown> };
  const findWith = (target: string): ReadonlySet<string> => {
    const alone = {
      ...organisation,
      document: { ...organisation.document, overrides: { [target]: overrides[target] } },
    };
    const variant = toVariant(base, alone);
    return new Set(variant ? findFaults(setOf(variant)).map(keyOf) : []);
  };
  return (issue) =>
    places.find(({ target }) => {
      const issues = found.get(target) ?? findWith(target);
      found.set(target, issues);
      return issues.has(keyOf(issue));
    })?.target;
}

const placeOf = (issue: Issue): string => `${issue.document}${issue.pointer} ${issue.code}`;
const keyOf = (issue: Issue): string => `${placeOf(issue)} ${issue.message}`;
const unique = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [keyOf(issue), toReported(issue)])).values(),
];

function toReported({ causedBy, ...issue }: Issue): Issue {
  const where = causedBy ? `, used by ${causedBy.document} ${causedBy.pointer}` : "";
  return { ...issue, message: cut(issue.message + where) };
}

/** Keeps a message readable when a definition contains a long text. */
const cut = (message: string): string => (message.length > 400 ? `${message.slice(0, 399)}…` : message);
