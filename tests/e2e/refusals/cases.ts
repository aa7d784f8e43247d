import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { Expr } from "#engine/core/rules/expression.ts";

/** One transition of catalogues/states that a test rule refuses, on one form and perhaps for one verification. */
export interface RefusedRow {
  /** "of from > to by", as text. */
  row: string;
  /** The form on which the rule refuses it. */
  form: string;
  /** The case is about a verification with the case's name; `several` allows several submissions. */
  errand?: true | "several";
  /** Limits the refusal, where the state could not be reached otherwise. */
  only?: Expr;
  /** Why no page has a control for it. */
  noControl?: string;
}

const ofItems = "item NOT_INITIALIZED,SKIPPED,DATA_SAVED,SUBMITTED,IN_PROGRESS,COMPLETED,FAILED";
const noDrop = "a draft goes with its submission, which the server sees to: no page drops one";

/** Every transition that allows an operation, by a name of its case; some appear on several pages. */
export const cases = {
  start: { row: "transaction NOT_INITIALIZED > PENDING by transactions.process", form: "starting" },
  answer: { row: "transaction any > same by transactions.answer", form: "asking" },
  "give-number": { row: "transaction any > same by transactions.verify-identification", form: "first-number" },
  "change-number": {
    row: "transaction any > same by transactions.update-identification",
    form: "other-number",
  },
  "change-name": { row: "transaction any > same by transactions.request-name-change", form: "errands" },
  skip: { row: "item any > same by transactions.skip", form: "errands", errand: true },
  "skip-empty": {
    row: "item NOT_INITIALIZED,DATA_SAVED > SKIPPED by transactions.skip",
    form: "errands",
    errand: true,
  },
  "skip-last": { row: "item any > same by transactions.skip", form: "two-errands", errand: true },
  "undo-empty": { row: "item SKIPPED > NOT_INITIALIZED by transactions.skip", form: "errands", errand: true },
  "undo-given": { row: "item SKIPPED > DATA_SAVED by transactions.skip", form: "errands", errand: true },
  "share-credential": {
    row: "item NOT_INITIALIZED,SKIPPED > COMPLETED by presentations.create",
    form: "presenting",
    errand: true,
  },
  "presentation-request": {
    row: "item NOT_INITIALIZED,SKIPPED > same by presentation-requests.create",
    form: "presenting",
    errand: true,
  },
  save: { row: "item any > same by verifications.save", form: "errands", errand: true },
  "save-first": {
    row: "item NOT_INITIALIZED,SKIPPED > DATA_SAVED by verifications.save",
    form: "errands",
    errand: true,
  },
  "save-another": {
    row: "item any > same by verifications.save",
    form: "errands",
    errand: "several",
    only: { ">": [{ var: "item.submissionCount" }, 0] },
  },
  replace: { row: "item any > same by verifications.replace", form: "errands", errand: true },
  "replace-one": {
    row: "item any > same by verifications.replace",
    form: "errands",
    errand: "several",
  },
  remove: { row: "item any > same by verifications.remove", form: "errands", errand: true },
  "remove-last": {
    row: "item DATA_SAVED,SKIPPED > NOT_INITIALIZED by verifications.remove",
    form: "errands",
    errand: "several",
  },
  draft: { row: `${ofItems} > same by drafts.put`, form: "errands", errand: true },
  "draft-of-given": { row: `${ofItems} > same by drafts.put`, form: "errands", errand: true },
  "draft-asked": { row: "item INSUFFICIENT_DATA > same by drafts.put", form: "asked-again", errand: true },
  "drop-draft": { row: `${ofItems} > same by drafts.remove`, form: "errands", errand: true, noControl: noDrop },
  "drop-asked": {
    row: "item INSUFFICIENT_DATA > same by drafts.remove",
    form: "asked-again",
    errand: true,
    noControl: noDrop,
  },
  repair: { row: "item any > same by verifications.repair", form: "asked-again", errand: true },
  "repair-asked": {
    row: "item INSUFFICIENT_DATA > SUBMITTED by verifications.repair",
    form: "asked-again",
    errand: true,
  },
  send: { row: "transaction PENDING,READY_TO_SUBMIT > same by transactions.process", form: "sending" },
  "send-ready": { row: "transaction READY_TO_SUBMIT > IN_PROGRESS by transactions.process", form: "sending-ready" },
  pay: { row: "transaction any > same by payments.init", form: "paying" },
  "pay-early": { row: "transaction NOT_INITIALIZED > same by payments.init", form: "paying-early" },
  "pay-filled": { row: "transaction PENDING,READY_TO_SUBMIT > same by payments.init", form: "paying-filled" },
  "pay-ready": { row: "transaction READY_TO_SUBMIT > IN_PROGRESS by payments.init", form: "paying-ready" },
  evaluate: {
    row: "transaction any > same by transactions.request-evaluation",
    form: "asked-again",
    noControl: "the evaluation is asked for by who embeds the wallet: no page does",
  },
} as const satisfies Record<string, RefusedRow>;

export type CaseName = keyof typeof cases;
export const caseNames = Object.keys(cases) as CaseName[];
export const getCase = (name: CaseName): RefusedRow => cases[name];

/** The rule that refuses a case's transition, with its message. */
export const toRule = (name: CaseName): string => `not-today-${name}`;
export const toWhy = (name: CaseName): string => `Not today (${name}).`;

/** The verification of a case and its label; no rule refuses `free`. */
export const toVerificationName = (name: CaseName | "free"): string => `errand-${name}`;
export const toLabel = (name: CaseName | "free"): string => `Errand (${name})`;

/** A transition of catalogues/states with a single cause. */
type Transition = DefinitionOf<"states">["transitions"][number];

/** The transitions of the catalogue, one for each cause, so that a rule concerns one only. */
export function splitRows(transitions: readonly Transition[]): Transition[] {
  return transitions.flatMap((row) => [row.by].flat().map((by) => ({ ...row, by })));
}

/** A transition as text. */
export const toRow = ({ of, from, to, by }: Transition): string =>
  `${of} ${[from].flat().join(",")} > ${to ?? "same"} by ${[by].flat().join(",")}`;
