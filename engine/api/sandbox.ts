import Type, { type Static, type TSchema } from "typebox";
import type { OutsideCall } from "./parts/outside-call.ts";
import { PaymentStatus } from "./transaction-info.ts";
import { StateSchema } from "./states.ts";
import { Id, Moment, Name, closed, filled, orNull, text } from "./parts/shapes.ts";

const Tokens = { accessToken: filled(4096), refreshToken: filled(4096) };
const OutboxMessageSchema = closed({
  channel: Type.Enum(["sms", "whatsapp", "email"]),
  to: text(200),
  subject: orNull(text(500)),
  text: text(8000),
  otp: orNull(text(16)),
  createdAt: Moment,
});
/** What came after a mark of an earlier answer; after `now` is nothing yet but the mark. */
export const sinceNow = "now";
const Since = Type.Optional(filled(64));
const Candidate = closed({ mobile: text(32), ...Tokens });
const Opened = closed({ orgId: Name, formId: Name, txnId: Id });
const FixtureSchema = closed({
  candidates: Type.Record(Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" }), Candidate, {
    additionalProperties: false,
  }),
  transactions: Type.Record(Type.String({ pattern: "^[A-Z_]{1,64}$" }), Opened, {
    additionalProperties: false,
    description: "Keyed by state.",
  }),
  orders: Type.Record(Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" }), Id, { additionalProperties: false }),
  unmade: Type.Optional(
    Type.Array(text(4000), {
      maxItems: 100,
      description: "Stories that the documents do not lead through as they stand, each with the reason.",
    }),
  ),
});
const OutagePortSchema = Type.Enum(["directory", "ekyc", "messages", "refunds", "scanner"]);
const ClockSchema = closed({ now: Moment, offsetSeconds: Type.Integer() });
const ServerTriedSchema = Type.Union([
  closed({ rule: Type.String(), holds: Type.Boolean() }),
  closed({ words: Type.String({ description: "Group and key in catalogues/messages." }) }),
  closed({ move: Type.Enum(["transaction", "item"]), from: StateSchema, to: StateSchema }),
]);
const answer = (schema: TSchema) => ({ 200: { description: "Done.", schema } });
const conflict = { 409: { description: "The state does not allow it." } };
const missing = { 404: { description: "Not there." } };

/** One message that would have gone out. */
export type OutboxMessage = Static<typeof OutboxMessageSchema>;
/** A port that the sandbox can take away. */
export type OutagePort = Static<typeof OutagePortSchema>;
/** Something of the documents that the server has gone by. */
export type ServerTried = Static<typeof ServerTriedSchema>;
/** What a fixture added. */
export type FixtureAnswer = Static<typeof FixtureSchema>;

/** The shapes of this area that the API document names. */
export const sandboxShapes = { OutboxMessage: OutboxMessageSchema, FixtureAnswer: FixtureSchema };

/** The sandbox's own calls, mounted in sandbox mode only. */
export const sandboxCalls = {
  outbox: {
    method: "GET",
    path: "/sandbox/outbox",
    summary: "Messages sent, newest first; a page unless JSON is asked for.",
    auth: "public",
    query: closed({ to: Type.Optional(text(200)), since: Since }),
    answers: answer(closed({ mark: filled(64), list: Type.Array(OutboxMessageSchema, { maxItems: 1000 }) })),
  },
  session: {
    method: "POST",
    path: "/sandbox/session",
    summary: "Sign a candidate in without a code.",
    auth: "public",
    body: closed({
      mobile: filled(32),
      name: Type.Optional(filled(120)),
      identity: Type.Optional(Type.Literal(true)),
      agentId: Type.Optional(filled(128)),
    }),
    answers: answer(closed({ ...Tokens, refreshTokenExpiresIn: Type.Integer({ minimum: 1 }), mobile: text(32) })),
  },
  fixture: {
    method: "POST",
    path: "/sandbox/fixture",
    summary: "Add what is in a fixture; nothing is wiped.",
    auth: "public",
    body: closed({ name: Name }),
    answers: { ...answer(FixtureSchema), ...missing },
  },
  scene: {
    method: "POST",
    path: "/sandbox/scene",
    summary: "Bring a transaction to a state, for somebody; `unmade`: why it is in another.",
    auth: "public",
    body: closed({ mobile: filled(32), orgId: Name, formId: Name, state: StateSchema }),
    answers: { ...answer(closed({ ...Opened.properties, unmade: Type.Optional(text(4000)) })), ...missing },
  },
  newest: {
    method: "POST",
    path: "/sandbox/newest",
    summary: "A transaction takes the newest documents, whatever it holds.",
    auth: "public",
    body: closed({ txnId: Id }),
    answers: { ...answer(closed({ release: text(128) })), ...missing },
  },
  clock: {
    method: "GET",
    path: "/sandbox/clock",
    summary: "The sandbox's time.",
    auth: "public",
    answers: answer(ClockSchema),
  },
  moveClock: {
    method: "POST",
    path: "/sandbox/clock",
    summary: "Move the time; every due job has run before the answer.",
    auth: "public",
    body: Type.Union([
      closed({ advanceSeconds: Type.Number({ minimum: 0, maximum: 315_360_000 }) }),
      closed({ now: filled(40) }),
    ]),
    answers: answer(ClockSchema),
  },
  verifier: {
    method: "POST",
    path: "/sandbox/verifier",
    summary: "Decide one verification of a submitted transaction, or each of them, or withdraw what they became.",
    auth: "public",
    body: closed({
      txnId: Id,
      verificationName: Type.Optional(Name),
      /** One of several submissions of the verification. */
      subType: Type.Optional(Id),
      outcome: Type.Enum(["complete", "fail", "insufficient", "withdraw"]),
      reason: Type.Optional(text(2000)),
      fields: Type.Optional(Type.Array(text(300), { maxItems: 100 })),
    }),
    answers: { ...answer(closed({ txnId: Id, state: StateSchema })), ...missing, ...conflict },
  },
  payPage: {
    method: "GET",
    path: "/sandbox/pay/:orderId",
    summary: "The sandbox's pay page.",
    auth: "public",
    params: closed({ orderId: Id }),
    answers: { 200: { description: "The page.", schema: Type.String(), contentType: "text/html" }, ...missing },
  },
  pay: {
    method: "POST",
    path: "/sandbox/pay/:orderId",
    summary: "Decide a payment; signed callbacks follow as asked.",
    auth: "public",
    params: closed({ orderId: Id }),
    body: closed({
      outcome: Type.Enum(["success", "failure", "cancel", "pending"]),
      delaySeconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
      callback: Type.Optional(Type.Enum(["once", "twice", "late", "forged", "none"])),
    }),
    answers: { ...answer(closed({ paymentId: Id, currentStatus: PaymentStatus })), ...missing, ...conflict },
  },
  outage: {
    method: "POST",
    path: "/sandbox/outage",
    summary: "Take a port away for so many seconds; 0 brings it back.",
    auth: "public",
    body: closed({ port: OutagePortSchema, seconds: Type.Integer({ minimum: 0, maximum: 300 }) }),
    answers: answer(closed({})),
  },
  spoil: {
    method: "POST",
    path: "/sandbox/spoil",
    summary: "What is kept of a credential is not what was signed any more.",
    auth: "public",
    body: closed({ credentialId: Id }),
    answers: { ...answer(closed({})), ...missing },
  },
  release: {
    method: "POST",
    path: "/sandbox/release",
    summary: "Serve the documents with these changes, as a newer release would; without any, as they are.",
    auth: "public",
    body: closed({
      changes: Type.Array(closed({ document: Type.String(), at: Type.String(), put: Type.Optional(Type.Unknown()) }), {
        maxItems: 50,
      }),
    }),
    answers: answer(closed({ release: Type.String() })),
  },
  tried: {
    method: "GET",
    path: "/sandbox/tried",
    summary: "What of the documents the server has gone by: rules that it asked, its own words, and moves of states.",
    auth: "public",
    query: closed({ since: Since }),
    answers: answer(closed({ mark: filled(64), list: Type.Array(ServerTriedSchema) })),
  },
  events: {
    method: "GET",
    path: "/sandbox/events",
    summary: "Analytics events and error reports received.",
    auth: "public",
    answers: answer(Type.Unsafe<Record<string, unknown>>({ type: "object" })),
  },
} as const satisfies Record<string, OutsideCall>;
