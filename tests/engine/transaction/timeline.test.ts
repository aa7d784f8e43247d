import { describe, expect, test } from "vitest";
import { toItemTimeline, toTransactionTimeline, type Step } from "#engine/transaction/timeline.ts";
import { entry, states, transaction } from "./transaction.ts";

const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T09:00:00Z`;
const dates = { expectedCompletionDate: { minDate: day(20), maxDate: day(28) } };
const told = (steps: readonly Step[]) => steps.map(({ place, title, at, by }) => [place, title, at ?? by]);

describe("the timeline of a verification", () => {
  test("says what happened with when, what goes on, and by when its result is promised", () => {
    const history = [
      { state: "DATA_SAVED", at: day(1) },
      { state: "SUBMITTED", at: day(2) },
      { state: "IN_PROGRESS", at: day(3) },
    ] as const;
    const info = transaction([], { state: "IN_PROGRESS", ...dates });
    expect(told(toItemTimeline(entry("a", { state: "IN_PROGRESS", history: [...history] }), info, states))).toEqual([
      ["past", "Received", day(2)],
      ["now", "With the verifier", day(3)],
      ["next", "Result", day(28)],
    ]);
  });

  test("puts what is asked for now before what follows it, and keeps what was asked for before", () => {
    const info = transaction([], { state: "INSUFFICIENT_DATA", ...dates });
    const names = [
      "SUBMITTED",
      "IN_PROGRESS",
      "INSUFFICIENT_DATA",
      "SUBMITTED",
      "IN_PROGRESS",
      "INSUFFICIENT_DATA",
    ] as const;
    const history = names.map((state, n) => ({ state, at: day(n + 1) }));
    expect(told(toItemTimeline(entry("a", { state: "INSUFFICIENT_DATA", history }), info, states))).toEqual([
      ["past", "Received", day(1)],
      ["past", "Given to the verifier", day(2)],
      ["past", "Something more was asked for", day(3)],
      ["past", "Received", day(4)],
      ["past", "Given to the verifier", day(5)],
      ["now", "Something more is needed from you", day(6)],
      ["next", "The verifier looks again", undefined],
      ["next", "Result", day(28)],
    ]);
  });

  test("ends with the verdict, and promises nothing where the form was closed over it", () => {
    const history = [
      { state: "IN_PROGRESS", at: day(3) },
      { state: "FAILED", at: day(4) },
    ] as const;
    const failed = entry("a", { state: "FAILED", history: [...history] });
    const running = transaction([], { state: "IN_PROGRESS", ...dates });
    expect(told(toItemTimeline(failed, running, states)).at(-1)).toEqual(["past", "Could not be verified", day(4)]);
    const closed = transaction([], { state: "CLOSED", ...dates });
    const open = entry("a", { state: "INSUFFICIENT_DATA", history: [{ state: "INSUFFICIENT_DATA", at: day(5) }] });
    expect(told(toItemTimeline(open, closed, states))).toEqual([["past", "Something more was asked for", day(5)]]);
  });

  test("tells a skip while it holds, never one that was taken back", () => {
    const info = transaction([], { state: "IN_PROGRESS" });
    const history = [
      { state: "SKIPPED", at: day(1) },
      { state: "NOT_INITIALIZED", at: day(2) },
      { state: "SKIPPED", at: day(3) },
    ] as const;
    const skipped = entry("a", { markedAsSkip: true, history: [...history] });
    expect(told(toItemTimeline(skipped, info, states))).toEqual([["past", "Left out by you", day(3)]]);
    expect(toItemTimeline({ ...skipped, markedAsSkip: false }, info, states)).toEqual([]);
  });

  test("invents nothing where the wallet keeps no history", () => {
    const info = transaction([], { state: "IN_PROGRESS", ...dates });
    expect(told(toItemTimeline(entry("a", { state: "IN_PROGRESS" }), info, states))).toEqual([
      ["next", "Result", day(28)],
    ]);
  });
});

describe("the timeline of the whole", () => {
  const evaluationInfo = [{ provider: "gce", mode: "normal", processingPeriod: "5 to 14 working days" }] as const;

  test("joins the evaluation in the order of time, and says where the report still is to go", () => {
    const info = transaction([], {
      state: "IN_PROGRESS",
      ...dates,
      history: [
        { state: "PENDING", at: day(1) },
        { state: "IN_PROGRESS", at: day(2) },
      ],
      evaluation: { state: "evaluationRequested", history: [{ state: "evaluationRequested", at: day(2) }] },
      evaluationInfo: [...evaluationInfo],
    });
    expect(told(toTransactionTimeline(info, states))).toEqual([
      ["past", "Received", day(2)],
      ["past", "Evaluation request received and is in progress", day(2)],
      ["now", "With the verifier", day(2)],
      ["next", "Result", day(28)],
      ["next", "Documents go to the evaluation partner", undefined],
      ["next", "The report goes to the evaluation partner", undefined],
    ]);
  });

  test("is complete when the report is sent, and promises no report after a failure", () => {
    const history = [
      { state: "IN_PROGRESS", at: day(2) },
      { state: "COMPLETED", at: day(9) },
    ] as const;
    const sent = [
      { state: "documentSent", at: day(9) },
      { state: "evaluationReportSent", at: day(11) },
    ] as const;
    const complete = transaction([], {
      state: "COMPLETED",
      history: [...history],
      evaluation: { state: "evaluationReportSent", history: [...sent] },
      evaluationInfo: [...evaluationInfo],
    });
    expect(told(toTransactionTimeline(complete, states)).map(([place, , at]) => [place, at])).toEqual([
      ["past", day(2)],
      ["past", day(2)],
      ["past", day(9)],
      ["past", day(9)],
      ["past", day(11)],
    ]);
    const failed = { ...complete, state: "FAILED" as const, evaluation: { state: "evaluationRequested" as const } };
    expect(toTransactionTimeline(failed, states).filter(({ place }) => place === "next")).toEqual([]);
  });
});
