import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Count, Empty, Id, OrgName, closed } from "#engine/core/base/shapes.ts";
import { CallListSchema, CallState } from "#engine/core/scope/shapes/verifier-calls.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

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
    data: CallListSchema,
    fills: "verifierCalls",
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
    invalidates: ["verifierCalls"],
  },
} as const satisfies Record<string, OperationContract>;
