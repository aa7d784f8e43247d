import Type, { type Static } from "typebox";
import type { OutsideCall } from "./parts/outside-call.ts";
import { Id, Moment, Name, closed, filled, text } from "./parts/shapes.ts";

const TusVersion = { "Tus-Resumable": Type.Literal("1.0.0") };
const Digits = Type.String({ pattern: "^[0-9]{1,12}$", maxLength: 12 });
const OfUpload = closed({ uploadId: Id });
const Received = closed({ code: Type.Literal(0) });
const Refused = { 403: { description: "The signature is wrong." } };
const notThere = { 404: { description: "Not there, or not yours." } };
const anyObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: "object", description });
const IssuerSchema = closed({
  issuer: text(2000),
  jwks: closed({ keys: Type.Array(anyObject("A public key with its kid."), { maxItems: 1000 }) }),
});
const refusedByOauth = {
  400: { description: "Refused; error and error_description say why." },
  401: { description: "The token is not valid." },
};
const VerificationEventSchema = closed({
  eventId: Id,
  txnId: Id,
  subType: Id,
  outcome: Type.Enum(["complete", "fail", "insufficient", "withdraw"]),
  reason: Type.Optional(text(2000)),
  fields: Type.Optional(Type.Array(text(300), { maxItems: 100 })),
});
const Scalar = Type.Union([text(500), Type.Number(), Type.Boolean(), Type.Null()]);
const AnalyticsEventSchema = closed({
  name: filled(100),
  at: Moment,
  version: Type.Optional(text(20)),
  visit: Type.Optional(text(64)),
  user: Type.Optional(text(128)),
  screen: Type.Optional(text(100)),
  properties: Type.Optional(
    Type.Record(Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,63}$" }), Scalar, {
      additionalProperties: false,
      maxProperties: 30,
    }),
  ),
});
const ErrorReportSchema = closed({
  message: filled(2000),
  at: Moment,
  stack: Type.Optional(text(8000)),
  screen: Type.Optional(text(100)),
  release: Type.Optional(text(128)),
  requestId: Type.Optional(text(128)),
  visit: Type.Optional(text(64)),
  user: Type.Optional(text(128)),
  trace: Type.Optional(Type.Array(text(300), { maxItems: 20 })),
});

/** What a verification provider tells us of one submission. */
export type VerificationEvent = Static<typeof VerificationEventSchema>;
/** One line of the trace that the analytics catalogue lets out; never a typed value. */
export type AnalyticsEvent = Static<typeof AnalyticsEventSchema>;
/** One failure in the browser with the last lines of the trace. */
export type ErrorReport = Static<typeof ErrorReportSchema>;

/** The shapes of this area that the API document names. */
export const outsideShapes = {
  VerificationEvent: VerificationEventSchema,
  AnalyticsEvent: AnalyticsEventSchema,
  ErrorReport: ErrorReportSchema,
};

/** Resumable uploads (tus 1.0.0), callbacks of providers, what credentials are checked with, and what the page reports. */
export const outsideCalls = {
  createUpload: {
    method: "POST",
    path: "/utility/api/1.0/uploads",
    summary: "Begin a resumable upload.",
    auth: "user",
    headers: closed({ ...TusVersion, "Upload-Length": Digits, "Upload-Metadata": Type.Optional(text(1000)) }),
    answers: { 201: { description: "Location is where the bytes go." }, 413: { description: "Over 25 MB." } },
  },
  uploadOffset: {
    method: "HEAD",
    path: "/utility/api/1.0/uploads/:uploadId",
    summary: "How much of an upload has arrived.",
    auth: "user",
    params: OfUpload,
    headers: closed(TusVersion),
    answers: { 200: { description: "Upload-Offset and Upload-Length." }, ...notThere },
  },
  appendUpload: {
    method: "PATCH",
    path: "/utility/api/1.0/uploads/:uploadId",
    summary: "Send more of an upload.",
    auth: "user",
    params: OfUpload,
    headers: closed({ ...TusVersion, "Upload-Offset": Digits }),
    body: Type.String(),
    bodyType: "application/offset+octet-stream",
    answers: {
      204: { description: "Upload-Offset is the new one." },
      ...notThere,
      409: { description: "The offset is another." },
    },
  },
  cancelUpload: {
    method: "DELETE",
    path: "/utility/api/1.0/uploads/:uploadId",
    summary: "Drop an upload.",
    auth: "user",
    params: OfUpload,
    headers: closed(TusVersion),
    answers: { 204: { description: "Dropped." }, ...notThere },
  },
  paymentWebhook: {
    method: "POST",
    path: "/webhooks/payments/:provider",
    summary: "A payment provider's callback; its signature covers the raw body.",
    auth: "signature",
    params: closed({ provider: Name }),
    body: Type.Unsafe<Record<string, unknown>>({ type: "object", description: "As the provider sends it." }),
    answers: { 200: { description: "Taken, or known already.", schema: Received }, ...Refused, ...notThere },
  },
  verificationWebhook: {
    method: "POST",
    path: "/webhooks/verifications",
    summary: "A verification provider's result for one submission.",
    auth: "signature",
    body: VerificationEventSchema,
    answers: { 200: { description: "Taken, or known already.", schema: Received }, ...Refused },
  },
  issuer: {
    method: "GET",
    path: "/.well-known/jwt-vc-issuer",
    summary: "Who issues credentials here, and the keys that sign them (SD-JWT VC).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The issuer and its keys.", schema: IssuerSchema } },
  },
  credentialType: {
    method: "GET",
    path: "/credentials/types/:orgId/:verificationName",
    summary: "What a type of credential is, and how it is drawn (SD-JWT VC type metadata).",
    auth: "public",
    anyOrigin: true,
    params: closed({ orgId: Name, verificationName: Name }),
    answers: { 200: { description: "The type.", schema: anyObject("As the specification has it.") }, ...notThere },
  },
  logo: {
    method: "GET",
    path: "/credentials/logos/:orgId",
    summary: "An organisation's logo, as types of credentials name it.",
    auth: "public",
    anyOrigin: true,
    params: closed({ orgId: Name }),
    answers: {
      200: { description: "The picture.", schema: Type.String(), contentType: "image/svg+xml" },
      ...notThere,
    },
  },
  statusList: {
    method: "GET",
    path: "/credentials/status/:list",
    summary: "Which credentials of a list are withdrawn, signed (Token Status List).",
    auth: "public",
    anyOrigin: true,
    params: closed({ list: Digits }),
    answers: {
      200: { description: "The list.", schema: Type.String(), contentType: "application/statuslist+jwt" },
      ...notThere,
    },
  },
  issuerOffers: {
    method: "GET",
    path: "/.well-known/openid-credential-issuer",
    summary: "What other wallets may fetch here, and where (OpenID4VCI 1.0).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The issuer.", schema: anyObject("As the specification has it.") } },
  },
  authorizationServer: {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "Where other wallets turn a code into a token (RFC 8414).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The server.", schema: anyObject("As the specification has it.") } },
  },
  credentialOffer: {
    method: "GET",
    path: "/credentials/offers/:id",
    summary: "A credential that its holder offers to another wallet of theirs (OpenID4VCI 1.0).",
    auth: "public",
    anyOrigin: true,
    params: closed({ id: Id }),
    answers: { 200: { description: "The offer.", schema: anyObject("As the specification has it.") }, ...notThere },
  },
  offerToken: {
    method: "POST",
    path: "/credentials/issuer/token",
    summary: "A token for the code of an offer and the digits that its holder reads.",
    auth: "public",
    anyOrigin: true,
    body: anyObject("grant_type, pre-authorized_code and tx_code."),
    bodyType: "application/x-www-form-urlencoded",
    answers: { 200: { description: "The token.", schema: anyObject("As OAuth has it.") }, ...refusedByOauth },
  },
  offerNonce: {
    method: "POST",
    path: "/credentials/issuer/nonce",
    summary: "A nonce for the proof of a key.",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The nonce.", schema: closed({ c_nonce: text(200) }) } },
  },
  offeredCredential: {
    method: "POST",
    path: "/credentials/issuer/credential",
    summary: "A copy of the offered credential, bound to the key that is proven; the bearer is the offer's token.",
    auth: "public",
    anyOrigin: true,
    body: anyObject("proofs, as the specification has it."),
    answers: {
      200: { description: "The copy.", schema: anyObject("As the specification has it.") },
      ...refusedByOauth,
    },
  },
  verifierKeys: {
    method: "GET",
    path: "/.well-known/did.json",
    summary: "The keys that sign what other wallets are asked for (did:web).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The document.", schema: anyObject("As the specification has it.") } },
  },
  presentationRequest: {
    method: "GET",
    path: "/credentials/requests/:id",
    summary: "A credential that another wallet of the candidate's is asked for, signed (OpenID4VP 1.0).",
    auth: "public",
    anyOrigin: true,
    params: closed({ id: Id }),
    answers: {
      200: { description: "The request.", schema: Type.String(), contentType: "application/oauth-authz-req+jwt" },
      ...notThere,
    },
  },
  presentationResponse: {
    method: "POST",
    path: "/credentials/responses/:id",
    summary: "What another wallet shows, encrypted for us.",
    auth: "public",
    anyOrigin: true,
    params: closed({ id: Id }),
    body: anyObject("response, or error and state, as the specification has it."),
    bodyType: "application/x-www-form-urlencoded",
    answers: {
      200: { description: "Taken; or heard that nothing is shown.", schema: closed({}) },
      400: { description: "Not taken; error and error_description say why." },
    },
  },
  events: {
    method: "POST",
    path: "/t/events",
    summary: "Analytics events of the page.",
    auth: "public",
    body: closed({ list: Type.Array(AnalyticsEventSchema, { maxItems: 50 }) }),
    answers: { 204: { description: "Taken." } },
  },
  errors: {
    method: "POST",
    path: "/t/errors",
    summary: "Error reports of the page.",
    auth: "public",
    body: closed({ list: Type.Array(ErrorReportSchema, { maxItems: 20 }) }),
    answers: { 204: { description: "Taken." } },
  },
} as const satisfies Record<string, OutsideCall>;
