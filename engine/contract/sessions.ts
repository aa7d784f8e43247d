import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, closed } from "#engine/core/base/shapes.ts";
import { SessionListSchema } from "#engine/core/scope/shapes/sessions.ts";

/** Operations on the candidate's sessions. */
export const sessionOperations = {
  "sessions.list": {
    method: "GET",
    service: "webWallet",
    path: "/profile/sessions",
    auth: "user",
    summary: "List the sessions of the candidate: the current one first, then the newest.",
    data: SessionListSchema,
    fills: "sessions",
  },
  "sessions.end": {
    method: "DELETE",
    service: "webWallet",
    path: "/profile/sessions/:sessionId",
    auth: "user",
    needsFreshProof: true,
    summary: "End one session.",
    params: closed({ sessionId: described(Id, "The id of the session.") }),
    data: closed({ ended: Type.Integer({ minimum: 0, description: "The number of ended sessions." }) }),
    invalidates: ["sessions"],
  },
  "sessions.end-others": {
    method: "DELETE",
    service: "webWallet",
    path: "/profile/sessions",
    auth: "user",
    needsFreshProof: true,
    summary: "End all other sessions.",
    data: closed({ ended: Type.Integer({ minimum: 0, description: "The number of ended sessions." }) }),
    invalidates: ["sessions"],
  },
} as const satisfies Record<string, OperationContract>;
