import { describe, expect, test } from "vitest";
import { toItemTimeline, toTransactionTimeline, type TimelineStep } from "#engine/core/transaction/timeline.ts";
import { entry, states, transaction } from "./transaction.ts";

const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T09:00:00Z`;
const dates = { expectedCompletionDate: { minDate: day(20), maxDate: day(28) } };
const summarise = (steps: readonly TimelineStep[]) => steps.map(({ phase, title, at, by }) => [phase, title, at ?? by]);

describe("toItemTimeline", () => {
  test("has past steps with times, the current one, and the expected date of the result", () => {
    const history = [
      { state: "DATA_SAVED", at: day(1) },
      { state: "SUBMITTED", at: day(2) },
      { state: "IN_PROGRESS", at: day(3) },
    ] as const;
    const info = transaction([], { state: "IN_PROGRESS", ...dates });
    expect(
      summarise(toItemTimeline(entry("a", { state: "IN_PROGRESS", history: [...history] }), info, states)),
    ).toEqual([
      ["past", "Received", day(2)],
      ["now", "With the verifier", day(3)],
      ["next", "Result", day(28)],
    ]);
  });

  test("puts a current request before the coming steps, and keeps earlier requests", () => {
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
    expect(summarise(toItemTimeline(entry("a", { state: "INSUFFICIENT_DATA", history }), info, states))).toEqual([
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

  test("ends with the verdict, and expects nothing after the form was closed", () => {
    const history = [
      { state: "IN_PROGRESS", at: day(3) },
      { state: "FAILED", at: day(4) },
    ] as const;
    const failed = entry("a", { state: "FAILED", history: [...history] });
    const running = transaction([], { state: "IN_PROGRESS", ...dates });
    expect(summarise(toItemTimeline(failed, running, states)).at(-1)).toEqual([
      "past",
      "Could not be verified",
      day(4),
    ]);
    const closed = transaction([], { state: "CLOSED", ...dates });
    const open = entry("a", { state: "INSUFFICIENT_DATA", history: [{ state: "INSUFFICIENT_DATA", at: day(5) }] });
    expect(summarise(toItemTimeline(open, closed, states))).toEqual([["past", "Something more was asked for", day(5)]]);
  });

  test("shows a current skip, but no undone one", () => {
    const info = transaction([], { state: "IN_PROGRESS" });
    const history = [
      { state: "SKIPPED", at: day(1) },
      { state: "NOT_INITIALIZED", at: day(2) },
      { state: "SKIPPED", at: day(3) },
    ] as const;
    const skipped = entry("a", { markedAsSkip: true, history: [...history] });
    expect(summarise(toItemTimeline(skipped, info, states))).toEqual([["past", "Skipped by you", day(3)]]);
    expect(toItemTimeline({ ...skipped, markedAsSkip: false }, info, states)).toEqual([]);
  });

  test("is empty when the wallet has no history", () => {
    const info = transaction([], { state: "IN_PROGRESS", ...dates });
    expect(summarise(toItemTimeline(entry("a", { state: "IN_PROGRESS" }), info, states))).toEqual([
      ["next", "Result", day(28)],
    ]);
  });
});

describe("toTransactionTimeline", () => {
  const evaluationInfo = [{ provider: "gce", mode: "normal", processingPeriod: "5 to 14 working days" }] as const;

  test("names no verifier when every verification was skipped", () => {
    const history = [
      { state: "IN_PROGRESS", at: day(2) },
      { state: "COMPLETED", at: day(2) },
    ] as const;
    const skipped = [entry("a", { markedAsSkip: true }), entry("aadhaar", { state: "COMPLETED" })];
    const info = transaction(skipped, { state: "COMPLETED", history: [...history] });
    expect(summarise(toTransactionTimeline(info, states, ["aadhaar"]))).toEqual([["past", "Received", day(2)]]);
    const given = transaction([...skipped, entry("b", { state: "COMPLETED" })], {
      state: "COMPLETED",
      history: [...history],
    });
    expect(summarise(toTransactionTimeline(given, states, ["aadhaar"]))).toEqual([
      ["past", "Received", day(2)],
      ["past", "Given to the verifier", day(2)],
      ["past", "Confirmed by the verifier", day(2)],
    ]);
  });

  test("merges the evaluation by time, and shows the coming report", () => {
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
    expect(summarise(toTransactionTimeline(info, states))).toEqual([
      ["past", "Received", day(2)],
      ["past", "Evaluation request received and is in progress", day(2)],
      ["now", "With the verifier", day(2)],
      ["next", "Result", day(28)],
      ["next", "Documents go to the evaluation partner", undefined],
      ["next", "The report goes to the evaluation partner", undefined],
    ]);
  });

  test("is complete when the report is sent, and expects no report after a failure", () => {
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
    expect(summarise(toTransactionTimeline(complete, states)).map(([phase, , at]) => [phase, at])).toEqual([
      ["past", day(2)],
      ["past", day(2)],
      ["past", day(9)],
      ["past", day(9)],
      ["past", day(11)],
    ]);
    const failed = { ...complete, state: "FAILED" as const, evaluation: { state: "evaluationRequested" as const } };
    expect(toTransactionTimeline(failed, states).filter(({ phase }) => phase === "next")).toEqual([]);
  });
});
