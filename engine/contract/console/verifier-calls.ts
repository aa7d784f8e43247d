import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, Id, Moment, Name, OrgName, TxnId, closed, text } from "#engine/core/base/shapes.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const CallState = Type.Enum(["due", "accepted", "dead", "obsolete"], {
  description: "'due' until accepted; 'dead' after the last attempt; 'obsolete' when no longer needed.",
});
const CallSchema = closed({
  id: described(Id, "The id of the event, which the system gets as webhook-id."),
  system: described(Name, "The system, by its name in catalogues/verifiers."),
  txnId: TxnId,
  subType: described(Id, "The id of the submission in its transaction."),
  version: Type.Integer({ minimum: 1, description: "The version of the answer." }),
  state: CallState,
  attempts: Type.Integer({ minimum: 0, description: "The attempts so far." }),
  createdAt: described(Moment, "ISO 8601 in UTC."),
  nextAt: Type.Optional(described(Moment, "The time of the next attempt, while due.")),
  acceptedAt: Type.Optional(described(Moment, "The time of acceptance.")),
  lastError: Type.Optional(described(text(300), "Why the last attempt failed.")),
});

/** Operations on the events that verifiers' systems get. */
export const verifierCallOperations = {
  "verifier-calls.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/verifier-calls",
    auth: "staff",
    summary: "List the events for verifiers' systems, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({ state: Type.Optional(CallState), count: Type.Optional(Count) }),
    data: closed({ list: Type.Array(CallSchema, { maxItems: 100, description: "The events." }) }),
  },
  "verifier-calls.resend": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/verifier-calls/:callId/resend",
    auth: "staff",
    summary: "Send a dead event again.",
    params: closed({ orgId: OrgName, callId: described(Id, "The id of the event.") }),
    body: Empty,
    bodyOptional: true,
    data: Empty,
  },
} as const satisfies Record<string, OperationContract>;
