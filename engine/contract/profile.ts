import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { DeletionId, DeletionReceiptSchema, OwnDeletionSchema } from "#engine/core/scope/shapes/deletions.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import {
  FormData,
  Id,
  Moment,
  Empty,
  Otp,
  OrgName,
  OtpTxnId,
  Page,
  closed,
  filled,
  listOf,
  text,
} from "#engine/core/base/shapes.ts";
import { OtpSent, TokensSchema, ProfileSchema, ChatMessageSchema } from "#engine/core/scope/shapes/profile.ts";

const Mobile = described(filled(32), "The mobile number, as typed or as '+919876543210'.");
const HashSchema = closed({ hash: filled(256) });

/** The organisation whose support is meant. */
const OfSupport = Type.Optional(
  described(OrgName, "The organisation whose support is meant; without it, that of the candidate's latest form."),
);

/** Operations on session, profile, identity and chat. */
export const profileOperations = {
  "profile.login": {
    method: "POST",
    service: "webWallet",
    path: "/profile/login",
    auth: "public",
    summary: "Send an OTP to a known number; a repeated call resends.",
    body: closed({ mobile: Mobile }),
    data: OtpSent,
  },
  "profile.create": {
    method: "POST",
    service: "webWallet",
    path: "/profile",
    auth: "public",
    summary: "Create an unverified wallet and send the first OTP.",
    body: closed({
      mobile: Mobile,
      name: described(filled(120), "The full name, as typed; not verified."),
    }),
    data: OtpSent,
  },
  "profile.verify-otp": {
    method: "PUT",
    service: "webWallet",
    path: "/profile/otp/:txnId/verify",
    auth: "public",
    gated: true,
    summary: "Exchange an OTP for tokens. Failure 121 has the id of a sign-in that waits for a passkey.",
    params: closed({ txnId: OtpTxnId }),
    body: closed({ otp: Otp }),
    data: TokensSchema,
    invalidates: ["profile"],
  },
  "profile.renew": {
    method: "PUT",
    service: "webWallet",
    path: "/profile/login/get-token",
    auth: "refresh",
    summary: "Exchange a refresh token for new tokens.",
    body: Empty,
    bodyOptional: true,
    data: TokensSchema,
  },
  "profile.logout": {
    method: "POST",
    service: "webWallet",
    path: "/profile/logout",
    auth: "user",
    summary: "End the session.",
    body: Empty,
    bodyOptional: true,
    data: Empty,
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
      displayName: Type.Optional(described(filled(120), "The display name.")),
      locale: Type.Optional(
        Type.String({
          pattern: "^[A-Za-z-]{2,16}$",
          maxLength: 16,
          description: "The language of messages to the candidate: 'en', 'hi'.",
        }),
      ),
    }),
    data: ProfileSchema,
    invalidates: ["profile"],
  },
  // A literal, so that a client cannot claim another identity type.
  "profile.verify-passport": {
    method: "PUT",
    service: "webWallet",
    path: "/profile/verification-detail",
    auth: "user",
    summary: "Verify identity by passport.",
    body: closed({
      type: Type.Literal("passport", { description: "The name of the identity verification." }),
      subType: Type.Optional(described(text(64), "The variant of the verification, where it has several.")),
      data: FormData,
    }),
    data: ProfileSchema,
    invalidates: ["profile", "transaction", "transactions"],
  },
  "aadhaar.send-otp": {
    method: "POST",
    service: "verification",
    path: "/verifications/otp/aadhaar",
    auth: "user",
    summary: "Send the Aadhaar OTP.",
    // Loose: a mistyped number is a field error with its own message, not a contract error.
    body: closed({
      aadhaarNumber: described(text(20), "The Aadhaar number, as typed."),
      consent: Type.Optional(
        closed(
          { text: filled(2000), locale: text(16) },
          {
            description:
              "The consent text and its language. The server stores a text of the definitions in that language, any other text as sent.",
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
    summary: "Verify identity by Aadhaar.",
    body: closed({ otpTxnId: OtpTxnId, otp: Otp }),
    data: ProfileSchema,
    invalidates: ["profile", "transaction", "transactions"],
  },
  "profile.chat-hash": {
    method: "GET",
    service: "webWallet",
    path: "/profile/tawkto-hash",
    auth: "user",
    summary: "Get the hash that signs in to the chat.",
    data: HashSchema,
  },
  "profile.chat-hash-post": {
    method: "POST",
    service: "webWallet",
    path: "/profile/tawkto-hash",
    auth: "user",
    summary: "Get the hash that signs in to the chat, for the candidate's number.",
    body: closed({ mobile: Mobile }),
    data: HashSchema,
  },
  "profile.export": {
    method: "GET",
    service: "webWallet",
    path: "/profile/export",
    auth: "user",
    summary: "Export all stored data of the candidate.",
    data: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      description: "Rows by table; left_out counts, by table, the rows beyond the limit of one answer.",
    }),
  },
  "profile.request-deletion": {
    method: "POST",
    service: "webWallet",
    path: "/profile/deletion-request",
    auth: "user",
    needsFreshProof: true,
    summary: "Request deletion of the profile.",
    body: Empty,
    bodyOptional: true,
    data: closed({ requestedAt: Moment }),
    invalidates: ["deletionRequest"],
  },
  "profile.deletion": {
    method: "GET",
    service: "webWallet",
    path: "/profile/deletion",
    auth: "user",
    summary: "Get the open request for deletion, what a deletion removes and what it keeps.",
    data: OwnDeletionSchema,
    fills: "deletionRequest",
  },
  "profile.cancel-deletion": {
    method: "POST",
    service: "webWallet",
    path: "/profile/deletion/cancel",
    auth: "user",
    summary: "Cancel the request for deletion, until it is decided.",
    body: Empty,
    bodyOptional: true,
    data: Empty,
    invalidates: ["deletionRequest"],
  },
  "deletion-receipts.get": {
    method: "GET",
    service: "webWallet",
    path: "/deletion-receipts/:deletionId",
    auth: "public",
    summary: "Get what was deleted and what stays, by the address that the candidate got.",
    params: closed({ deletionId: DeletionId }),
    data: DeletionReceiptSchema,
    fills: "deletionReceipt",
  },
  "profile.watch": {
    method: "GET",
    service: "webWallet",
    path: "/profile/events",
    auth: "user",
    summary: "Get changes from now on as server-sent events: `changed` names transactions, chats, notices, profile.",
    data: Type.String(),
    contentTypes: ["text/event-stream"],
  },
  "chat.list": {
    method: "GET",
    service: "webWallet",
    path: "/profile/chat",
    auth: "user",
    summary: "List the messages of the support thread.",
    query: closed({ ...Page, orgId: OfSupport }),
    data: closed({
      ...listOf(ChatMessageSchema).properties,
      unread: Type.Integer({ minimum: 0, description: "Answers that the candidate has not read." }),
      expectation: Type.Optional(
        described(text(300), "When support answers, as a sentence; missing where the definitions have no hours."),
      ),
    }),
  },
  "chat.send": {
    method: "POST",
    service: "webWallet",
    path: "/profile/chat",
    auth: "user",
    summary: "Send a message to support: a text, or a file that was stored before.",
    body: closed({
      text: Type.Optional(described(filled(2000), "The text of the message.")),
      fileId: Type.Optional(described(Id, "The id of a file of the candidate.")),
      orgId: OfSupport,
    }),
    data: ChatMessageSchema,
  },
  "chat.read": {
    method: "POST",
    service: "webWallet",
    path: "/profile/chat/read",
    auth: "user",
    summary: "Mark the answers of support as read.",
    body: closed({ orgId: OfSupport }),
    bodyOptional: true,
    data: Empty,
  },
} as const satisfies Record<string, OperationContract>;
