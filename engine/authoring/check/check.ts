import type { Fix, Issue, IssuePlace } from "#engine/core/base/issue.ts";
import { once } from "#engine/core/base/once.ts";
import type { DefinitionSet, SourceDefinition } from "./support/definition-set.ts";

/** A place of a definition that a check tests. */
export interface Place {
  readonly source: SourceDefinition;
  readonly pointer: string;
}

/** A fault at a tested place. */
export interface Finding {
  /** The fault and how to mend it. A function is called only when the message is read. */
  readonly message: string | (() => string);
  /** The rest of the pointer, below the tested place. */
  readonly below?: string;
  /** The whole pointer, for another place of the document. */
  readonly at?: string;
  readonly fix?: Fix;
  readonly causedBy?: IssuePlace;
}

/** The result of a test: a message about the place itself, findings below it, or nothing. */
export type Findings = string | Finding | readonly Finding[] | undefined;

/** A code of findings and what it means. */
export interface CodeEntry {
  /** The subject, then the fault: "form/missing-label". */
  readonly code: `${string}/${string}`;
  /** The effect of the fault, in one sentence. */
  readonly why: string;
  /** An author may keep it, with a reason: everything works. */
  readonly allowable?: true;
}

/** One kind of fault: the places to test, and the test. */
export interface Check<P extends Place = Place> extends CodeEntry {
  /** Nothing uses what was found. Reported only when nothing else is wrong and no organisation uses it. */
  readonly unused?: true;
  /** `--fix` may remove what was found. */
  readonly removable?: true;
  readonly at: (set: DefinitionSet) => Iterable<P>;
  test(place: P, set: DefinitionSet): Findings;
}

/** Infers what a literal tests from where it looks. */
export const check = <P extends Place>(literal: Check<P>): Check => literal as Check<never> as Check;

/** A finding below the tested place. */
export const below = (pointer: string, message: Finding["message"]): Finding => ({ below: pointer, message });

/** A finding at another place of the document. */
export const elsewhere = (pointer: string, message: Finding["message"]): Finding => ({ at: pointer, message });

/** The finding of a range whose least is above its most. */
export function emptyRange(
  pointer: string,
  unit: string,
  range: { readonly least: number; readonly most: number } | undefined,
): Finding | undefined {
  if (!range || range.least <= range.most) return undefined;
  return below(`${pointer}/least`, `Nothing is at least ${range.least} and at most ${range.most} ${unit}`);
}

/** Runs one check over a set of documents. */
export function runCheck(one: Check, set: DefinitionSet): Issue[] {
  const issues: Issue[] = [];
  for (const place of one.at(set)) {
    const findings = one.test(place, set);
    if (findings === undefined) continue;
    for (const finding of toList(findings)) issues.push(toIssue(one, place, finding));
  }
  return issues;
}

function toList(findings: NonNullable<Findings>): readonly Finding[] {
  if (typeof findings === "string") return [{ message: findings }];
  return Array.isArray(findings) ? (findings as readonly Finding[]) : [findings as Finding];
}

function toIssue({ code, removable }: Check, { source, pointer }: Place, finding: Finding): Issue {
  const { message, causedBy } = finding;
  const fix = finding.fix ?? (removable ? { remove: true as const } : undefined);
  const issue: Issue = {
    document: source.path,
    pointer: finding.at ?? pointer + (finding.below ?? ""),
    code,
    message: "",
    ...(fix && { fix }),
    ...(causedBy && { causedBy }),
  };
  if (typeof message === "string") return { ...issue, message };
  const text = once(message);
  return Object.defineProperty(issue, "message", { get: text, enumerable: true, configurable: true });
}
