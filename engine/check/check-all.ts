import type { ErrorObject } from "ajv";
import { findNearest, type Issue } from "#engine/documents/issue.ts";
import { documentKinds, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";
import { applyOverrides } from "#engine/documents/merge.ts";
import { checkCalls } from "./check-calls.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkFlows } from "./check-flows.ts";
import { checkFormRules } from "./check-form-rules.ts";
import { checkForms } from "./check-forms.ts";
import { checkReferences } from "./check-references.ts";
import { checkScreens } from "./check-screens.ts";
import { toShapeIssues } from "./check-shape.ts";
import { DocumentSet, issueAt, type Check, type CheckContext, type SourceDocument } from "./context.ts";

/** Judges one document against the meta-schema of its kind. */
export type ShapeValidator = (kind: KindName, document: unknown) => readonly ErrorObject[];

/** The checks over finished documents, in the order in which their findings help most. To add one: a file, one line here. */
const checks: readonly Check[] = [checkReferences, checkCalls, checkExpressions, checkForms, checkFormRules, checkFlows, checkScreens];

/** The kind, the id and the place of a document fit each other, and its shape is that of its kind. */
export function checkShape(path: string, document: unknown, validate: ShapeValidator): Issue[] {
  const at = (pointer: string, code: string, message: string): Issue[] => [{ document: path, pointer, code, message }];
  if (document === null || typeof document !== "object" || Array.isArray(document)) return at("", "wrong-type", "A document is a JSON object");
  const { kind, id } = document as { kind?: unknown; id?: unknown };
  if (typeof kind !== "string" || !Object.hasOwn(documentKinds, kind)) {
    const near = findNearest(String(kind), Object.keys(documentKinds));
    return at("/kind", "unknown-kind", `There is no kind "${String(kind)}"${near ? `; did you mean "${near}"?` : ""}`);
  }
  const { folder } = documentKinds[kind as KindName];
  const [top, ...rest] = path.split("/");
  const name = rest.at(-1)?.replace(/\.json$/, "");
  const expected = kind === "organisation" ? rest[0] : name;
  if (top !== folder) return at("/kind", "wrong-folder", `A document of kind ${kind} lies in ${folder}/`);
  if (id !== expected) return at("/id", "wrong-id", `The id is "${String(id)}" but the file says "${expected ?? ""}"`);
  return toShapeIssues(path, validate(kind as KindName, document));
}

/** Everything that is wrong with a set of documents of good shape: the base, then each organisation's variant of it. */
export function checkDocuments(sources: readonly SourceDocument[], context: CheckContext): Issue[] {
  const base = new DocumentSet(sources, context);
  const issues = checks.flatMap((check) => check(base));
  for (const organisation of base.ofKind("organisation")) issues.push(...checkVariant(sources, organisation, base));
  const defaults = base.ofKind("organisation").filter((source) => source.document["default"] === true);
  if (defaults.length !== 1) issues.push(issueAt(defaults[1] ?? base.ofKind("organisation")[0] ?? sources[0]!, "/default", "default-organisation", `Exactly one organisation is the default; there are ${defaults.length}`));
  return uniqueIssues(issues);
}

function checkVariant(sources: readonly SourceDocument[], organisation: SourceDocument, base: DocumentSet): Issue[] {
  const overrides = organisation.document["overrides"] as Record<string, unknown> | undefined;
  if (!overrides) return [];
  const { documents, faults } = applyOverrides(sources.map((source) => source.document), overrides);
  const issues = faults.map((fault) => issueAt(organisation, `/overrides/${fault.target.replaceAll("~", "~0").replaceAll("/", "~1")}`, fault.code, fault.message));
  const changed = new DocumentSet(sources.map((source, i) => ({ path: source.path, document: documents[i] as AnyDocument })), base.context);
  const known = new Set(checks.flatMap((check) => check(base)).map(keyOf));
  for (const issue of checks.flatMap((check) => check(changed))) {
    if (!known.has(keyOf(issue)) && issue.code !== "unused-rule") issues.push({ ...issue, message: `${issue.message} (for ${organisation.document.id})` });
  }
  return issues;
}

const keyOf = (issue: Issue): string => `${issue.document}${issue.pointer} ${issue.code}`;
const uniqueIssues = (issues: readonly Issue[]): Issue[] => [...new Map(issues.map((issue) => [`${keyOf(issue)} ${issue.message}`, issue])).values()];
