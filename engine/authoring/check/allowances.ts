import type { Issue } from "#engine/core/base/issue.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { issueAt, type SourceDefinition } from "./support/definition-set.ts";
import { didYouMean } from "./support/suggestion.ts";

/** A finding that its author allows, with the author's reason. */
export interface AllowedIssue extends Issue {
  why: string;
}

/** Codes of findings about allowances themselves. */
type AllowanceCode = "allowance/unknown-code" | "allowance/no-reason" | "allowance/unused";

/** Faults of allowances. */
export const allowanceCodes: Readonly<Record<AllowanceCode, string>> = {
  "allowance/unknown-code": "Only findings with which everything works may be allowed",
  "allowance/no-reason": "Others need the reason to decide whether it still applies",
  "allowance/unused": "There is no such finding, so the allowance would hide a new one",
};

/** Codes of earlier releases, whose definitions may still be served or stored. */
const formerCodes: Readonly<Record<string, string>> = {
  "missing-migration": "migration/missing",
  "missing-translation": "text/missing-translation",
  "unwritten-view": "screen/value-never-set",
  "unused-words": "form/unused-common-message",
  "unused-translation": "text/unused-translation",
  "unused-rule": "rules/unused",
  "unused-reason": "rules/unused-reason",
  "unused-provider": "payment/unused-provider",
  "unused-load": "screen/unused-load",
  "unused-flag": "organisation/unused-flag",
  "unused-entry": "definition/never-shown",
  "unused-document": "definition/unused",
  "unused-declaration": "screen/unused-value",
  "unused-category": "verification/unused-category",
  "unreached-table": "flow/unreachable-table",
  "unreached-screen": "screen/unreachable",
  "unreached-flow": "flow/unreachable",
  "unreached-dialog": "screen/unreachable-dialog",
  "faint-brand": "brand/low-contrast",
  "said-twice": "definition/duplicate-entry",
  "nothing-asked": "request/nothing-required",
  "loose-pattern": "pattern/not-anchored",
};

interface Allowance {
  source: SourceDefinition;
  /** Its own place. */
  pointer: string;
  /** The place and the code of the finding that it allows. */
  at: string;
  code: string;
  why: unknown;
}

/**
 * The allowances of a set of documents. An allowance is in the object of the finding or in one above it:
 * `"x-allow": {"rules/unused": "why"}`, or with the rest of the pointer `{"rules/unused /rules/open": "why"}`.
 */
export class Allowances {
  readonly #all: readonly Allowance[];
  readonly #allowable: ReadonlySet<string>;
  readonly #used = new Set<Allowance>();

  constructor(sources: readonly SourceDefinition[], allowable: ReadonlySet<string>) {
    const all: Allowance[] = [];
    for (const source of sources) addAllowances(source, source.document, "", all);
    this.#all = all;
    this.#allowable = allowable;
  }

  /** Separates the allowed issues from the others. */
  apply(issues: readonly Issue[]): { issues: Issue[]; allowed: AllowedIssue[] } {
    const open: Issue[] = [];
    const allowed: AllowedIssue[] = [];
    for (const issue of issues) {
      const allowance = this.#find(issue);
      if (allowance) allowed.push({ ...issue, why: String(allowance.why) });
      else open.push(issue);
    }
    return { issues: open, allowed };
  }

  #find({ document, pointer, code }: Issue): Allowance | undefined {
    const found = this.#all.find(
      (one) =>
        one.source.path === document && one.at === pointer && one.code === code && this.#findFault(one) === undefined,
    );
    if (found) this.#used.add(found);
    return found;
  }

  /** Allowances that allow nothing. `--fix` may remove them. */
  listIdle(): Issue[] {
    return this.#all
      .filter((one) => !this.#used.has(one))
      .map((one) => {
        const [code, message] = this.#findFault(one) ?? [
          "allowance/unused" as const,
          `There is no ${one.code} here: remove this`,
        ];
        return { ...issueAt(one.source, one.pointer, code, message), fix: { remove: true } };
      });
  }

  #findFault({ code, why }: Allowance): readonly [AllowanceCode, string] | undefined {
    if (!this.#allowable.has(code))
      return ["allowance/unknown-code", `"${code}" cannot be allowed${didYouMean(code, this.#allowable)}`];
    if (typeof why !== "string" || why.trim() === "")
      return ["allowance/no-reason", "An allowance states its reason, in a sentence"];
    return undefined;
  }
}

function addAllowances(source: SourceDefinition, value: unknown, pointer: string, all: Allowance[]): void {
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) addAllowances(source, one, `${pointer}/${index}`, all);
  if (!isMap(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "x-allow" && isMap(child)) all.push(...readAllowances(source, child, pointer));
    else if (typeof child === "object" && !key.startsWith("x-"))
      addAllowances(source, child, `${pointer}/${toPointerStep(key)}`, all);
  }
}

function* readAllowances(source: SourceDefinition, written: Readonly<Record<string, unknown>>, holder: string) {
  for (const [key, why] of Object.entries(written)) {
    const end = key.indexOf(" /");
    const [name, rest] = end < 0 ? [key, ""] : [key.slice(0, end), key.slice(end + 1)];
    const code = Object.hasOwn(formerCodes, name) ? formerCodes[name]! : name;
    yield { source, pointer: `${holder}/x-allow/${toPointerStep(key)}`, at: `${holder}${rest}`, code, why };
  }
}
