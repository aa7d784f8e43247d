import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { FormData, Id, Moment, Nothing, Otp, OtpTxnId, Page, closed, filled, listOf, text } from "./parts/shapes.ts";

const Mobile = described(filled(32), "The mobile number, as it is typed or as '+919876543210'.");
const OtpSent = closed({
  txnId: Id,
  resendAfterSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "How long to wait before asking again; absent where a wallet does not say.",
    }),
  ),
  maskedTo: Type.Optional(described(text(100), "Where it was sent, masked; absent where a wallet does not say.")),
  channel: Type.Optional(Type.Enum(["sms", "whatsapp"])),
});
const TokensSchema = closed({
  accessToken: filled(4096),
  refreshToken: filled(4096),
  refreshTokenExpiresIn: Type.Integer({ minimum: 1 }),
});
const VerifiedDetail = closed({
  type: described(text(64), "The name of the verification that proved it."),
  subType: described(text(64), "Its variant, where there are several; else the same name."),
  maskedNumber: Type.Optional(
    described(text(64), "The number of the document, all but its last four characters hidden."),
  ),
  verifiedAt: Type.Optional(
    described(Moment, "When it was proved, ISO 8601 in UTC; absent where a wallet does not say."),
  ),
});
const ProfileSchema = closed({
  mobile: described(text(32), "The number that signs in, E.164: '+919876543210'."),
  displayName: described(text(120), "What the candidate wants to be called; nobody has proved it."),
  locale: described(text(16), "The language of what is sent to the candidate: 'en', 'hi'."),
  agentId: Type.Optional(described(text(128), "The id of an agent; missing for a candidate.")),
  profileDetails: closed(
    { name: Type.Optional(described(text(120), "The proved name; missing until identity is verified.")) },
    { description: "What is proved of the person." },
  ),
  verificationDetailList: Type.Record(
    Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" }),
    closed({
      verificationList: Type.Array(VerifiedDetail, { maxItems: 50, description: "Its proofs, oldest first." }),
    }),
    {
      additionalProperties: false,
      description: "What is proved for the whole profile, by category in lower case: 'identity'.",
    },
  ),
});
const ChatMessageSchema = closed({
  _id: Id,
  from: Type.Enum(["candidate", "support"]),
  text: text(2000),
  createdAt: Moment,
});
const HashSchema = closed({ hash: filled(256) });

/** The candidate as the wire shows them; `profileDetails.name` only after identity is verified, so that no form carries an unproved name. */
export type Profile = Static<typeof ProfileSchema>;
/** What signing in gives; the lifetime in seconds. */
export type Tokens = Static<typeof TokensSchema>;
/** The answer of every call that sends a code to a phone. */
export type OtpSent = Static<typeof OtpSent>;
/** One message of the support thread. */
export type ChatMessage = Static<typeof ChatMessageSchema>;

/** The shapes of this area that the API document names. */
export const profileShapes = { Profile: ProfileSchema, Tokens: TokensSchema, OtpSent, ChatMessage: ChatMessageSchema };

/** The operations of session, profile, identity and chat. */
export const profileOperations = {
  "profile.login": {
    method: "POST",
    service: "webWallet",
    path: "/profile/login",
    auth: "public",
    summary: "Send a code to a known number; again is a resend.",
    body: closed({ mobile: Mobile }),
    data: OtpSent,
  },
  "profile.create": {
    method: "POST",
    service: "webWallet",
    path: "/profile",
    auth: "public",
    summary: "Create an unproved wallet and send its first code.",
    body: closed({
      mobile: Mobile,
      name: described(filled(120), "The full name, as it is typed; nobody has proved it."),
    }),
    data: OtpSent,
  },
  "profile.verify-otp": {
    method: "PUT",
    service: "webWallet",
    path: "/profile/otp/:txnId/verify",
    auth: "public",
    summary: "Exchange a code for tokens.",
    params: closed({ txnId: OtpTxnId }),
    body: closed({ otp: Otp }),
    data: TokensSchema,
    changes: ["profile"],
  },
  "profile.renew": {
    method: "PUT",
    service: "webWallet",
    path: "/profile/login/get-token",
    auth: "refresh",
    summary: "Exchange a refresh token for new tokens.",
    body: Nothing,
    bodyOptional: true,
    data: TokensSchema,
  },
  "profile.logout": {
    method: "POST",
    service: "webWallet",
    path: "/profile/logout",
    auth: "user",
    summary: "End the session at once.",
    body: Nothing,
    bodyOptional: true,
    data: Nothing,
  },
  "profile.get": {
    method: "GET",
    service: "webWallet",
    path: "/profile",
    auth: "user",
    summary: "The candidate.",
    data: ProfileSchema,
    fills: "profile",
  },
  "profile.patch": {
    method: "PATCH",
    service: "webWallet",
    path: "/profile",
    auth: "user",
    summary: "Change the display name or the language.",
    body: closed({
      displayName: Type.Optional(described(filled(120), "What the candidate wants to be called.")),
      locale: Type.Optional(
        Type.String({
          pattern: "^[A-Za-z-]{2,16}$",
          maxLength: 16,
          description: "The language of what is sent to the candidate: 'en', 'hi'.",
        }),
      ),
    }),
    data: ProfileSchema,
    changes: ["profile"],
  },
  // A literal, so that no other identity can be claimed by typing it in.
  "profile.verify-passport": {
    method: "PUT",
    service: "webWallet",
    path: "/profile/verification-detail",
    auth: "user",
    summary: "Prove identity by passport.",
    body: closed({
      type: Type.Literal("passport", { description: "The name of the verification that proves it." }),
      subType: Type.Optional(described(text(64), "Its variant, where there are several.")),
      data: FormData,
    }),
    data: ProfileSchema,
    changes: ["profile", "transaction", "transactions"],
  },
  "aadhaar.send-otp": {
    method: "POST",
    service: "verification",
    path: "/verifications/otp/aadhaar",
    auth: "user",
    summary: "Send the Aadhaar code.",
    // Loose: a mistyped number is a field error with its own text, not a broken contract.
    body: closed({
      aadhaarNumber: described(text(20), "The Aadhaar number, as it is typed."),
      consent: Type.Optional(
        closed(
          { text: filled(2000), locale: text(16) },
          {
            description:
              "What was agreed to, and the language in which it was read: words of the documents are kept as that language has them, any others as they come.",
          },
        ),
      ),
    }),
    data: closed({ otpTxnId: Id, maskedTo: text(100) }),
  },
  "aadhaar.verify": {
    method: "POST",
    service: "issuer",
    path: "/profile/aadhaar",
    auth: "user",
    summary: "Prove identity by Aadhaar.",
    body: closed({ otpTxnId: OtpTxnId, otp: Otp }),
    data: ProfileSchema,
    changes: ["profile", "transaction", "transactions"],
  },
  "profile.chat-hash": {
    method: "GET",
    service: "webWallet",
    path: "/profile/tawkto-hash",
    auth: "user",
    summary: "The hash that signs the chat in.",
    data: HashSchema,
  },
  "profile.chat-hash-post": {
    method: "POST",
    service: "webWallet",
    path: "/profile/tawkto-hash",
    auth: "user",
    summary: "The hash that signs the chat in, for the own number.",
    body: closed({ mobile: Mobile }),
    data: HashSchema,
  },
  "profile.export": {
    method: "GET",
    service: "webWallet",
    path: "/profile/export",
    auth: "user",
    summary: "Everything kept about the candidate.",
    data: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      description: "Rows by table; left_out says, by table, how many more there are than one answer holds.",
    }),
  },
  "profile.request-deletion": {
    method: "POST",
    service: "webWallet",
    path: "/profile/deletion-request",
    auth: "user",
    summary: "Ask for deletion.",
    body: Nothing,
    bodyOptional: true,
    data: closed({ requestedAt: Moment }),
  },
  "chat.list": {
    method: "GET",
    service: "webWallet",
    path: "/profile/chat",
    auth: "user",
    summary: "Messages of the support thread.",
    query: closed({ ...Page }),
    data: listOf(ChatMessageSchema),
  },
  "chat.send": {
    method: "POST",
    service: "webWallet",
    path: "/profile/chat",
    auth: "user",
    summary: "Write to support.",
    body: closed({ text: described(filled(2000), "What is written.") }),
    data: ChatMessageSchema,
  },
} as const satisfies Record<string, OperationContract>;
