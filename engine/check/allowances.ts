import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isMap } from "#engine/rules/expression.ts";
import { meantOf } from "./parts/meant.ts";
import { idleAt, type SourceDocument } from "./parts/set.ts";

/** A finding that its author lets stand, in the author's words. */
export interface AllowedIssue extends Issue {
  why: string;
}

/**
 * What an author may let stand, with a reason: everything works with it. Whatever else is wrong would meet a candidate.
 * It is written into the object where the finding is, or into one around it, as `"x-allow": {"unused-rule": "why"}`, or
 * with the rest of the way as `{"unused-flag /flags/chat": "why"}`.
 */
export const allowable: ReadonlySet<string> = new Set([
  "missing-migration",
  "missing-translation",
  "unwritten-view",
  "unused-words",
  "unused-translation",
  "unused-rule",
  "unused-reason",
  "unused-provider",
  "unused-load",
  "unused-flag",
  "unused-entry",
  "unused-document",
  "unused-declaration",
  "unused-category",
  "unreached-table",
  "unreached-screen",
  "unreached-flow",
  "unreached-dialog",
  "faint-brand",
  "said-twice",
  "nothing-asked",
  "loose-pattern",
]);

interface Allowance {
  source: SourceDocument;
  /** Where it is written, and the finding that it speaks of: a place and a code. */
  pointer: string;
  at: string;
  code: string;
  why: unknown;
}

/** What authors let stand in a set of documents. */
export class Allowances {
  readonly #all: readonly Allowance[];
  readonly #used = new Set<Allowance>();

  constructor(sources: readonly SourceDocument[]) {
    const all: Allowance[] = [];
    for (const source of sources) addAllowances(source, source.document, "", all);
    this.#all = all;
  }

  /** Tells the issues that stand from those that are allowed. */
  apply(issues: readonly Issue[]): { issues: Issue[]; allowed: AllowedIssue[] } {
    const left: Issue[] = [];
    const allowed: AllowedIssue[] = [];
    for (const issue of issues) {
      const one = this.#find(issue);
      if (one) allowed.push({ ...issue, why: String(one.why) });
      else left.push(issue);
    }
    return { issues: left, allowed };
  }

  #find({ document, pointer, code }: Issue): Allowance | undefined {
    const one = this.#all.find((each) => {
      return (
        each.source.path === document && each.at === pointer && each.code === code && findFault(each) === undefined
      );
    });
    if (one) this.#used.add(one);
    return one;
  }

  /** Allowances that allow nothing: of an unknown code, without a reason, or of what is not wrong (any more). */
  listIdle(): Issue[] {
    return this.#all
      .filter((one) => !this.#used.has(one))
      .map((one) =>
        idleAt(
          one.source,
          one.pointer,
          "idle-allowance",
          findFault(one) ?? `There is no ${one.code} here: this can go`,
        ),
      );
  }
}

/** Why an allowance cannot count. */
function findFault({ code, why }: Allowance): string | undefined {
  if (!allowable.has(code)) return `"${code}" cannot be allowed${meantOf(code, allowable)}`;
  if (typeof why !== "string" || why.trim() === "") return "An allowance says why, in a sentence";
  return undefined;
}

function addAllowances(source: SourceDocument, value: unknown, pointer: string, all: Allowance[]): void {
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) addAllowances(source, one, `${pointer}/${index}`, all);
  if (!isMap(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "x-allow" && isMap(child)) all.push(...readAllowances(source, child, pointer));
    else if (typeof child === "object" && !key.startsWith("x-"))
      addAllowances(source, child, `${pointer}/${toPointerStep(key)}`, all);
  }
}

function* readAllowances(source: SourceDocument, written: Readonly<Record<string, unknown>>, holder: string) {
  for (const [key, why] of Object.entries(written)) {
    const end = key.indexOf(" /");
    const [code, rest] = end < 0 ? [key, ""] : [key.slice(0, end), key.slice(end + 1)];
    yield { source, pointer: `${holder}/x-allow/${toPointerStep(key)}`, at: `${holder}${rest}`, code, why };
  }
}
