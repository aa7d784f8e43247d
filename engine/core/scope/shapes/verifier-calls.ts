import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, Name, TxnId, VerificationName, closed, text } from "#engine/core/base/shapes.ts";

/** The state of an event. */
export const CallState = Type.Enum(["due", "accepted", "dead", "obsolete"], {
  description: "'due' until accepted; 'dead' after the last attempt; 'obsolete' when no longer needed.",
});
/** An event that a verifier's system gets. */
export const CallSchema = closed({
  id: described(Id, "The id of the event, which the system gets as webhook-id."),
  system: described(Name, "The system, by its name in catalogues/verifiers."),
  txnId: TxnId,
  subType: described(Id, "The id of the submission in its transaction."),
  verificationName: VerificationName,
  label: described(text(200), "The label of the verification, in English."),
  holderName: Type.Optional(described(text(300), "The candidate's name at submission; missing without one.")),
  version: Type.Integer({ minimum: 1, description: "The version of the answer." }),
  state: CallState,
  attempts: Type.Integer({ minimum: 0, description: "The attempts so far." }),
  createdAt: described(Moment, "ISO 8601 in UTC."),
  nextAt: Type.Optional(described(Moment, "The time of the next attempt, while due.")),
  acceptedAt: Type.Optional(described(Moment, "The time of acceptance.")),
  lastError: Type.Optional(described(text(300), "Why the last attempt failed.")),
});

/** Events that verifiers' systems get. */
export const CallListSchema = closed({ list: Type.Array(CallSchema, { maxItems: 100, description: "The events." }) });
/** Events that verifiers' systems get. */
export type CallList = Static<typeof CallListSchema>;
