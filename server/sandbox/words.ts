/*
 * What the sandbox says: to developers and testers, in English, and so in no catalogue.
 */
import type { Said } from "#server/errors.ts";

/** Why the sandbox refuses, by reason. */
const refusals = {
  "fixture-not-found": "Fixture not found",
  "nothing-to-decide": "Nothing waits for the verifier here",
  over: "This payment is over",
  "not-a-moment": "must be a moment, such as 2026-11-21T09:00:00Z",
} as const;

/** A refusal's reason with its words. */
export function sandboxSays(reason: keyof typeof refusals): Said {
  return { reason, words: refusals[reason] };
}

/** The words of the pages under /sandbox. */
export const pageWords = {
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
  events: {
    title: "SANDBOX events",
    mark: "SANDBOX",
    heading: "Events and faults",
    hint: "What pages told of themselves, newest first: the same that exporters are sent.",
    unknown: "of no family",
    fault: "fault",
    empty: "Nothing yet.",
  },
} as const;
