import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, text } from "#engine/core/base/shapes.ts";

const SessionSchema = closed({
  id: described(Id, "Its id."),
  startedAt: described(Moment, "The time of sign-in, ISO 8601 in UTC."),
  seenAt: described(Moment, "The last renewal, ISO 8601 in UTC."),
  device: Type.Optional(described(text(100), "Browser and system: 'Chrome, Android'.")),
  network: Type.Optional(described(text(64), "The first half of the IP address: '203.0.113.…'.")),
  current: Type.Boolean({ description: "The session of this call." }),
});

/** The candidate's active sessions. */
export const SessionListSchema = closed({
  list: Type.Array(SessionSchema, { maxItems: 100, description: "The current session first, then the newest." }),
});

/** An active session. */
export type Session = Static<typeof SessionSchema>;
