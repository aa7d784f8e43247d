/* Texts of the sandbox. They are for developers, in English, and in no catalogue. */
import type { ErrorText } from "#server/errors.ts";

/** Texts of refusals by reason. */
const refusals = {
  "fixture-not-found": "Fixture not found",
  "nothing-to-decide": "Nothing waits for the verifier here",
  over: "This payment is over",
  "not-a-moment": "must be a moment, such as 2026-11-21T09:00:00Z",
} as const;

/** Returns a refusal's reason and text. */
export function sandboxRefusal(reason: keyof typeof refusals): ErrorText {
  return { reason, text: refusals[reason] };
}

/** Texts of the pages under /sandbox. */
export const pageTexts = {
  pay: {
    title: "SANDBOX payment",
    hint: "No money moves. Choose what the payment provider should answer.",
    provider: "Paid with",
    id: "Payment ID",
    amount: "Amount",
    success: "Success",
    failure: "Failure",
    cancel: "Cancel",
    pending: "Pending",
    cancelled: "This payment was cancelled.",
    done: "This payment is done.",
    back: "Back to the wallet",
  },
  outbox: {
    title: "SANDBOX outbox",
    mark: "SANDBOX",
    heading: "Outbox",
    hint: "Messages that would have been sent. Nothing leaves this machine.",
    to: "To",
    show: "Show",
    code: "Code:",
    empty: "No messages yet.",
  },
  evaluationBody: {
    title: "SANDBOX evaluation body",
    mark: "SANDBOX",
    heading: "Evaluation body",
    hint: "What arrived at the partners that evaluate. Documents get their receipt at once, a report when you press, or after the promised working days.",
    documents: "Documents",
    report: "Report",
    acknowledge: "Send the receipt",
    acknowledged: "Receipt sent",
    empty: "Nothing has arrived yet.",
  },
  events: {
    title: "SANDBOX events",
    mark: "SANDBOX",
    heading: "Events and errors",
    hint: "Events and errors that pages reported, newest first. Exporters get the same.",
    unknown: "unknown",
    fault: "error",
    empty: "Nothing yet.",
  },
} as const;
