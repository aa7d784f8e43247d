import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, Moment, closed, text } from "./parts/shapes.ts";

const SessionSchema = closed({
  id: described(Id, "Its id."),
  startedAt: described(Moment, "When somebody signed in, ISO 8601 in UTC."),
  seenAt: described(Moment, "When it was last renewed, ISO 8601 in UTC."),
  device: Type.Optional(described(text(100), "Browser and system, as the device named itself: 'Chrome, Android'.")),
  network: Type.Optional(described(text(64), "The first half of its network address: '203.0.113.…'.")),
  current: Type.Boolean({ description: "It is the one that asks." }),
});

/** A sign-in that has not ended. */
export type Session = Static<typeof SessionSchema>;

/** The operations on the candidate's own sign-ins. */
export const sessionOperations = {
  "sessions.list": {
    method: "GET",
    service: "webWallet",
    path: "/profile/sessions",
    auth: "user",
    summary: "Where the candidate is signed in: the one that asks first, then the newest.",
    data: closed({
      list: Type.Array(SessionSchema, { maxItems: 100, description: "The one that asks first, then the newest." }),
    }),
    fills: "sessions",
  },
  "sessions.end": {
    method: "DELETE",
    service: "webWallet",
    path: "/profile/sessions/:sessionId",
    auth: "user",
    summary: "End one of them at once, wherever it is.",
    params: closed({ sessionId: described(Id, "The id of the session.") }),
    data: closed({ ended: Type.Integer({ minimum: 0, description: "How many ended." }) }),
    changes: ["sessions"],
  },
  "sessions.end-others": {
    method: "DELETE",
    service: "webWallet",
    path: "/profile/sessions",
    auth: "user",
    summary: "End all but the one that asks.",
    data: closed({ ended: Type.Integer({ minimum: 0, description: "How many ended." }) }),
    changes: ["sessions"],
  },
} as const satisfies Record<string, OperationContract>;
