import Type, { type Static, type TSchema } from "typebox";
import type { EndpointContract } from "./parts/endpoint-contract.ts";
import { PaymentStatus } from "#engine/core/scope/shapes/transaction-info.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { Id, Moment, Name, closed, filled, orNull, text } from "#engine/core/base/shapes.ts";

const Tokens = { accessToken: filled(4096), refreshToken: filled(4096) };
const OutboxMessageSchema = closed({
  channel: Type.Enum(["sms", "whatsapp", "email"]),
  to: text(200),
  subject: orNull(text(500)),
  text: text(8000),
  otp: orNull(text(16)),
  createdAt: Moment,
});
/** A cursor for entries after this moment: the answer has no entries yet, only the next cursor. */
export const cursorNow = "now";
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
  failures: Type.Optional(
    Type.Array(text(4000), {
      maxItems: 100,
      description: "Scenarios that the current definitions do not allow, each with the reason.",
    }),
  ),
});
const OutagePortSchema = Type.Enum(["delivery", "directory", "ekyc", "messages", "refunds", "scanner"]);
const ArrivedSchema = closed({
  deliveryId: Id,
  provider: text(64),
  txnId: Id,
  kind: Type.Enum(["documents", "report"]),
  files: Type.Array(closed({ name: text(200), type: text(100), sizeBytes: Type.Integer(), sha256: text(64) }), {
    maxItems: 1000,
  }),
  receivedAt: Moment,
  acknowledgedAt: Type.Optional(Moment),
});
const ClockSchema = closed({ now: Moment, offsetSeconds: Type.Integer() });
const CoverageEntrySchema = Type.Union([
  closed({ rule: Type.String(), holds: Type.Boolean() }),
  closed({ message: Type.String({ description: "Group and key in catalogues/messages." }) }),
  closed({ transition: Type.Enum(["transaction", "item"]), from: StateSchema, to: StateSchema }),
]);
const answer = (schema: TSchema) => ({ 200: { description: "Done.", schema } });
const conflict = { 409: { description: "The state does not allow it." } };
const missing = { 404: { description: "Not there." } };

/** A message that the sandbox did not send. */
export type OutboxMessage = Static<typeof OutboxMessageSchema>;
/** A port with simulated outages. */
export type OutagePort = Static<typeof OutagePortSchema>;
/** A rule, message or transition that the server has used. */
export type ServerCoverage = Static<typeof CoverageEntrySchema>;
/** A bundle at the sandbox's evaluation body. */
export type ArrivedBundle = Static<typeof ArrivedSchema>;
/** The seed data that a call added. */
export type FixtureAnswer = Static<typeof FixtureSchema>;

/** Shapes that the OpenAPI document names. */
export const sandboxShapes = { OutboxMessage: OutboxMessageSchema, FixtureAnswer: FixtureSchema };

/** Endpoints of the sandbox, mounted in sandbox mode only. */
export const sandboxEndpoints = {
  outbox: {
    method: "GET",
    path: "/sandbox/outbox",
    summary: "The sent messages, newest first; an HTML page unless JSON is requested.",
    auth: "public",
    query: closed({ to: Type.Optional(text(200)), since: Since }),
    answers: answer(closed({ cursor: filled(64), list: Type.Array(OutboxMessageSchema, { maxItems: 1000 }) })),
  },
  session: {
    method: "POST",
    path: "/sandbox/session",
    summary: "Sign in a candidate without an OTP.",
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
    summary: "Add seed data; deletes nothing.",
    auth: "public",
    body: closed({ name: Name }),
    answers: { ...answer(FixtureSchema), ...missing },
  },
  transaction: {
    method: "POST",
    path: "/sandbox/transaction",
    summary: "Bring a transaction to a state; `failure` gives the reason where that fails.",
    auth: "public",
    body: closed({ mobile: filled(32), orgId: Name, formId: Name, state: StateSchema }),
    answers: { ...answer(closed({ ...Opened.properties, failure: Type.Optional(text(4000)) })), ...missing },
  },
  repin: {
    method: "POST",
    path: "/sandbox/repin",
    summary: "Move a transaction to the newest definitions, regardless of its data.",
    auth: "public",
    body: closed({ txnId: Id }),
    answers: { ...answer(closed({ release: text(128) })), ...missing },
  },
  clock: {
    method: "GET",
    path: "/sandbox/clock",
    summary: "Get the sandbox clock.",
    auth: "public",
    answers: answer(ClockSchema),
  },
  moveClock: {
    method: "POST",
    path: "/sandbox/clock",
    summary: "Move the sandbox clock; all due jobs run before the answer.",
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
    summary: "Decide one or all verifications of a submitted transaction, or withdraw their credentials.",
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
  evaluationBody: {
    method: "GET",
    path: "/sandbox/evaluation-body",
    summary: "What arrived at the sandbox's evaluation body, newest first; an HTML page unless JSON is requested.",
    auth: "public",
    query: closed({ txnId: Type.Optional(Id) }),
    answers: answer(closed({ list: Type.Array(ArrivedSchema, { maxItems: 200 }) })),
  },
  acknowledge: {
    method: "POST",
    path: "/sandbox/evaluation-body",
    summary: "Let the sandbox's evaluation body send the receipts that it owes for a transaction.",
    auth: "public",
    body: closed({ txnId: Id }),
    answers: { ...answer(closed({ list: Type.Array(ArrivedSchema, { maxItems: 2 }) })), ...missing },
  },
  evaluationBodyReceipts: {
    method: "POST",
    path: "/sandbox/evaluation-body/receipts",
    summary: "The button of the page: sends the receipts, and goes back to the page.",
    auth: "public",
    body: closed({ txnId: Id }),
    bodyType: "application/x-www-form-urlencoded",
    answers: { 303: { description: "Back to the page." }, ...missing },
  },
  staff: {
    method: "POST",
    path: "/sandbox/staff",
    summary: "Sign in to the console as the sandbox's person with a role; the session counts as proved.",
    auth: "public",
    body: closed({ role: Name, orgId: Type.Optional(Name) }),
    answers: {
      ...answer(closed({ staffId: Id, email: text(254), displayName: text(120), orgId: Name, role: Name })),
      ...missing,
    },
  },
  system: {
    method: "POST",
    path: "/sandbox/system",
    summary: "Get an access token of the verifier API as a verifier's system.",
    auth: "public",
    body: closed({ system: Name }),
    answers: { ...answer(closed({ accessToken: filled(4096) })), ...missing },
  },
  payPage: {
    method: "GET",
    path: "/sandbox/pay/:orderId",
    summary: "The sandbox payment page.",
    auth: "public",
    params: closed({ orderId: Id }),
    answers: { 200: { description: "The page.", schema: Type.String(), contentType: "text/html" }, ...missing },
  },
  pay: {
    method: "POST",
    path: "/sandbox/pay/:orderId",
    summary: "Decide a payment; signed callbacks follow.",
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
    summary: "Simulate an outage of a port for some seconds; 0 ends it.",
    auth: "public",
    body: closed({ port: OutagePortSchema, seconds: Type.Integer({ minimum: 0, maximum: 300 }) }),
    answers: answer(closed({})),
  },
  tamper: {
    method: "POST",
    path: "/sandbox/tamper",
    summary: "Tamper with a stored credential, so that its signature fails.",
    auth: "public",
    body: closed({ credentialId: Id }),
    answers: { ...answer(closed({})), ...missing },
  },
  release: {
    method: "POST",
    path: "/sandbox/release",
    summary: "Preview a release with these changes; without changes, end the preview.",
    auth: "public",
    body: closed({
      changes: Type.Array(closed({ document: Type.String(), at: Type.String(), put: Type.Optional(Type.Unknown()) }), {
        maxItems: 50,
      }),
    }),
    answers: answer(closed({ release: Type.String() })),
  },
  coverage: {
    method: "GET",
    path: "/sandbox/coverage",
    summary: "The coverage of definitions on the server: evaluated rules, used messages and state transitions.",
    auth: "public",
    query: closed({ since: Since }),
    answers: answer(closed({ cursor: filled(64), list: Type.Array(CoverageEntrySchema) })),
  },
  events: {
    method: "GET",
    path: "/sandbox/events",
    summary: "Analytics events and error reports received.",
    auth: "public",
    answers: answer(Type.Unsafe<Record<string, unknown>>({ type: "object" })),
  },
} as const satisfies Record<string, EndpointContract>;
