import Type, { type Static } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { FormData, Id, Moment, Nothing, Otp, Page, closed, filled, listOf, text } from "./parts/shapes.ts";

const Mobile = filled(32);
const OtpSent = closed({
  txnId: Id,
  resendAfterSeconds: Type.Integer({ minimum: 0 }),
  maskedTo: text(100),
  channel: Type.Enum(["sms", "whatsapp"]),
});
const TokensSchema = closed({
  accessToken: filled(4096),
  refreshToken: filled(4096),
  refreshTokenExpiresIn: Type.Integer({ minimum: 1 }),
});
const VerifiedDetail = closed({
  type: text(64),
  subType: text(64),
  maskedNumber: Type.Optional(text(64)),
  verifiedAt: Moment,
});
const ProfileSchema = closed({
  mobile: text(32),
  displayName: text(120),
  locale: text(16),
  agentId: Type.Optional(text(128)),
  profileDetails: closed({ name: Type.Optional(text(120)) }),
  verificationDetailList: Type.Record(
    Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" }),
    closed({ verificationList: Type.Array(VerifiedDetail, { maxItems: 50 }) }),
    { additionalProperties: false, description: "Keyed by lower-cased category name." },
  ),
});
const ChatMessageSchema = closed({
  _id: Id,
  from: Type.Enum(["candidate", "support"]),
  text: text(2000),
  createdAt: Moment,
});
const HashSchema = closed({ hash: filled(256) });

/** The candidate as the wire shows them; `profileDetails.name` only after identity is verified (D-64). */
export type Profile = Static<typeof ProfileSchema>;
/** What signing in gives; the lifetime in seconds. */
export type Tokens = Static<typeof TokensSchema>;
/** The answer of every call that sends a code to a phone. */
export type OtpSent = Static<typeof OtpSent>;
/** One message of the support thread. */
export type ChatMessage = Static<typeof ChatMessageSchema>;

/** The shapes of this area that the API document names. */
export const profileShapes = { Profile: ProfileSchema, Tokens: TokensSchema, OtpSent, ChatMessage: ChatMessageSchema };

/** Contracts of session, profile, Aadhaar and chat (spec §7 Session and profile). */
export const profileContracts = {
  "profile.login": { body: closed({ mobile: Mobile }), data: OtpSent },
  "profile.create": { body: closed({ mobile: Mobile, name: filled(120) }), data: OtpSent },
  "profile.verify-otp": { params: closed({ txnId: Id }), body: closed({ otp: Otp }), data: TokensSchema },
  "profile.renew": { body: Nothing, bodyOptional: true, data: TokensSchema },
  "profile.logout": { body: Nothing, bodyOptional: true, data: Nothing },
  "profile.get": { data: ProfileSchema },
  "profile.patch": {
    body: closed({
      displayName: Type.Optional(filled(120)),
      locale: Type.Optional(Type.String({ pattern: "^[A-Za-z-]{2,16}$", maxLength: 16 })),
    }),
    data: ProfileSchema,
  },
  // A literal, so that no other identity can be claimed by typing it in.
  "profile.verify-passport": {
    body: closed({ type: Type.Literal("passport"), subType: Type.Optional(text(64)), data: FormData }),
    data: ProfileSchema,
  },
  "aadhaar.send-otp": {
    // Loose: a mistyped number is a field error with its own text (D-30), not a broken contract.
    body: closed({
      aadhaarNumber: text(20),
      consent: Type.Optional(closed({ text: filled(2000), locale: text(16) })),
    }),
    data: closed({ otpTxnId: Id, maskedTo: text(100) }),
  },
  "aadhaar.verify": { body: closed({ otpTxnId: Id, otp: Otp }), data: ProfileSchema },
  "profile.chat-hash": { data: HashSchema },
  "profile.chat-hash-post": { body: closed({ mobile: Mobile }), data: HashSchema },
  "profile.export": {
    data: Type.Unsafe<Record<string, unknown>>({ type: "object", description: "Everything kept about the candidate." }),
  },
  "profile.request-deletion": { body: Nothing, bodyOptional: true, data: closed({ requestedAt: Moment }) },
  "chat.list": { query: closed({ ...Page }), data: listOf(ChatMessageSchema) },
  "chat.send": { body: closed({ text: filled(2000) }), data: ChatMessageSchema },
} as const satisfies Record<string, Contract>;
