import type { Entry, TxnInfo } from "#engine/api/transaction-info.ts";
import type { State } from "#engine/api/states.ts";
import type { Text } from "#engine/documents/text.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import type { StateLook, States } from "./state-machine.ts";

/** The name of a step: a state of a transaction or a verification, or one of the evaluation. */
export type StepName = keyof NonNullable<States["timeline"]>;

/** One step of what happened, happens now, or comes next; `at` is when it was entered, `by` when it is promised. */
export interface Step {
  readonly id: string;
  readonly state: StepName;
  readonly place: "past" | "now" | "next";
  readonly title: Text;
  readonly tone: StateLook["tone"];
  readonly at?: string;
  readonly by?: string;
}

type Looks = Pick<States, "states" | "timeline">;
interface Entered {
  readonly state: StepName;
  readonly at: string;
}
interface Path {
  readonly entered: readonly Entered[];
  /** Steps that are still to come, in order. */
  readonly ahead: readonly { readonly state: StepName; readonly by?: string | undefined }[];
  /** What it waits for: the last time this was entered is now. */
  readonly now?: State | undefined;
}

const waiting: readonly State[] = ["SUBMITTED", "IN_PROGRESS", "INSUFFICIENT_DATA"];
const verdict = "COMPLETED";

/** What happened to a submission, or to a verification with at most one; nothing is promised once its transaction is over. */
export function toItemTimeline(
  {
    history = [],
    state,
    markedAsSkip = false,
  }: Pick<Entry, "history" | "state"> & { readonly markedAsSkip?: boolean | undefined },
  info: Pick<TxnInfo, "state" | "expectedCompletionDate">,
  looks: Looks,
): Step[] {
  const open = waiting.includes(info.state) && waiting.includes(state) && !markedAsSkip;
  // A skip that was taken back, or was overtaken, says nothing.
  const entered = history.filter((move, index) => move.state !== "SKIPPED" || (markedAsSkip && isLast(history, index)));
  return toSteps({ entered, ahead: open ? toAhead(state, info) : [], ...(open && { now: state }) }, looks);
}

/** What happened to a transaction as a whole, its evaluation among it, and what comes next. */
export function toTransactionTimeline(info: TxnInfo, looks: Looks): Step[] {
  const { history = [], state, evaluation } = info;
  const sent = history.find((move) => move.state === "IN_PROGRESS");
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
  const ahead = [...(open ? toAhead(state, info) : []), ...reports];
  return toSteps({ entered, ahead, ...(open && { now: state }) }, looks);
}

const isLast = (history: readonly Entered[], index: number): boolean =>
  !history.slice(index + 1).some(({ state }) => state !== "SKIPPED");

const isEvaluated = ({ evaluationInfo }: TxnInfo): boolean => [evaluationInfo].flat().length > 0;

/** What is asked for goes to the verifier again first; then comes the result, by the date that is promised. */
function toAhead(state: State, { expectedCompletionDate }: Pick<TxnInfo, "expectedCompletionDate">): Path["ahead"] {
  const result = { state: verdict, by: expectedCompletionDate?.maxDate } as const;
  return state === "INSUFFICIENT_DATA" ? [{ state: "IN_PROGRESS" }, result] : [result];
}

/** Steps in the order of their time, what is going on last, then what comes; a step without words is not told. */
function toSteps({ entered, ahead, now }: Path, { states, timeline = {} }: Looks): Step[] {
  const told = entered
    .filter(({ state }) => findOwn(timeline, state))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const going = told.findLast(({ state }) => state === now);
  const past = told.filter((move) => move !== going);
  const toCome = ahead.filter(({ state }) => !past.some((move) => move.state === state && state !== "IN_PROGRESS"));
  const step = (state: StepName, place: Step["place"], id: string): Step[] => {
    const words = findOwn(timeline, state);
    if (!words) return [];
    const title = words[place] ?? words.past;
    return [{ id, state, place, title, tone: place === "next" ? "neutral" : (findOwn(states, state)?.tone ?? "info") }];
  };
  return [
    ...past.flatMap(({ state, at }, n) => step(state, "past", `${state}-${n}`).map((one) => ({ ...one, at }))),
    ...(going ? step(going.state, "now", "now").map((one) => ({ ...one, at: going.at })) : []),
    ...toCome.flatMap(({ state, by }) =>
      step(state, "next", `next-${state}`).map((one) => ({ ...one, ...(by !== undefined && { by }) })),
    ),
  ];
}
