import type { State } from "#engine/core/definitions/states.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import type { Entry, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { StateDisplay, States } from "./state-machine.ts";

/** Name of a step: a state of a transaction or a verification, or a step of the evaluation. */
export type StepName = keyof NonNullable<States["timeline"]>;

/** One past, current or coming step. `at` is when it was entered, `by` when it is expected. */
export interface TimelineStep {
  readonly id: string;
  readonly state: StepName;
  readonly phase: "past" | "now" | "next";
  readonly title: Text;
  readonly tone: StateDisplay["tone"];
  readonly at?: string;
  readonly by?: string;
}

type TimelineDisplay = Pick<States, "states" | "timeline">;
interface Entered {
  readonly state: StepName;
  readonly at: string;
}
interface TimelineParts {
  readonly entered: readonly Entered[];
  /** Coming steps, in order. */
  readonly coming: readonly { readonly state: StepName; readonly by?: string | undefined }[];
  /** The current state; its last entry is the current step. */
  readonly now?: State | undefined;
}

const waiting: readonly State[] = ["SUBMITTED", "IN_PROGRESS", "INSUFFICIENT_DATA"];
const verdict = "COMPLETED";

/**
 * Timeline of a submission, or of a verification with at most one. It has no coming steps once its transaction has
 * ended.
 */
export function toItemTimeline(
  {
    history = [],
    state,
    markedAsSkip = false,
  }: Pick<Entry, "history" | "state"> & { readonly markedAsSkip?: boolean | undefined },
  info: Pick<TxnInfo, "state" | "expectedCompletionDate">,
  display: TimelineDisplay,
): TimelineStep[] {
  const open = waiting.includes(info.state) && waiting.includes(state) && !markedAsSkip;
  // Omits a skip that was undone or overtaken.
  const entered = history.filter(
    (entry, index) => entry.state !== "SKIPPED" || (markedAsSkip && isLast(history, index)),
  );
  return toSteps({ entered, coming: open ? toComing(state, info) : [], ...(open && { now: state }) }, display);
}

const byVerifier: readonly State[] = ["IN_PROGRESS", "COMPLETED"];

/**
 * Timeline of a whole transaction, with its evaluation. Where all verifications beside those of `identity` were
 * skipped, no verifier did anything.
 */
export function toTransactionTimeline(
  info: TxnInfo,
  display: TimelineDisplay,
  identity: readonly string[] = [],
): TimelineStep[] {
  const { history: states = [], state, evaluation } = info;
  const isVerified = hasVerification(info, identity);
  const history = isVerified ? states : states.filter((entry) => !byVerifier.includes(entry.state));
  const sent = states.find((entry) => entry.state === "IN_PROGRESS");
  const evaluated = isEvaluated(info) ? (evaluation.history ?? []) : [];
  const entered: Entered[] = [
    ...(sent ? [{ state: "SUBMITTED", at: sent.at } as const] : []),
    ...history,
    ...evaluated,
  ];
  const open = waiting.includes(state);
  const reports =
    isEvaluated(info) && (open || state === verdict)
      ? (["documentSent", "evaluationReportSent"] as const).map((step) => ({ state: step }))
      : [];
  const coming = [...(open ? toComing(state, info) : []), ...reports];
  return toSteps({ entered, coming, ...(open && { now: state }) }, display);
}

/** Another wallet may name no verifications. */
function hasVerification({ verificationList }: TxnInfo, identity: readonly string[]): boolean {
  const entries = Object.values(verificationList);
  return entries.length === 0 || entries.some(({ name, markedAsSkip }) => !markedAsSkip && !identity.includes(name));
}

const isLast = (history: readonly Entered[], index: number): boolean =>
  !history.slice(index + 1).some(({ state }) => state !== "SKIPPED");

const isEvaluated = ({ evaluationInfo }: TxnInfo): boolean => [evaluationInfo].flat().length > 0;

/** Requested documents return to the verifier first; then the result follows, by the expected date. */
function toComing(
  state: State,
  { expectedCompletionDate }: Pick<TxnInfo, "expectedCompletionDate">,
): TimelineParts["coming"] {
  const result = { state: verdict, by: expectedCompletionDate?.maxDate } as const;
  return state === "INSUFFICIENT_DATA" ? [{ state: "IN_PROGRESS" }, result] : [result];
}

/** Past steps by time, then the current one, then coming ones; a step without a text is omitted. */
function toSteps({ entered, coming, now }: TimelineParts, { states, timeline = {} }: TimelineDisplay): TimelineStep[] {
  const shown = entered
    .filter(({ state }) => findOwn(timeline, state))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const current = shown.findLast(({ state }) => state === now);
  const past = shown.filter((entry) => entry !== current);
  const next = coming.filter(({ state }) => !past.some((entry) => entry.state === state && state !== "IN_PROGRESS"));
  const step = (state: StepName, phase: TimelineStep["phase"], id: string): TimelineStep[] => {
    const texts = findOwn(timeline, state);
    if (!texts) return [];
    const title = texts[phase] ?? texts.past;
    return [{ id, state, phase, title, tone: phase === "next" ? "neutral" : (findOwn(states, state)?.tone ?? "info") }];
  };
  return [
    ...past.flatMap(({ state, at }, n) => step(state, "past", `${state}-${n}`).map((one) => ({ ...one, at }))),
    ...(current ? step(current.state, "now", "now").map((one) => ({ ...one, at: current.at })) : []),
    ...next.flatMap(({ state, by }) =>
      step(state, "next", `next-${state}`).map((one) => ({ ...one, ...(by !== undefined && { by }) })),
    ),
  ];
}
