import Type, { type Static } from "typebox";
import type { EndpointContract } from "./parts/endpoint-contract.ts";
import { Id, Moment, Name, closed, filled, text } from "#engine/core/base/shapes.ts";

const TusVersion = { "Tus-Resumable": Type.Literal("1.0.0") };
const Digits = Type.String({ pattern: "^[0-9]{1,12}$", maxLength: 12 });
const OfUpload = closed({ uploadId: Id });
const Received = closed({ code: Type.Literal(0) });
const Refused = { 403: { description: "The signature is wrong." } };
const notFound = { 404: { description: "Not found, or not yours." } };
const anyObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: "object", description });
const IssuerSchema = closed({
  issuer: text(2000),
  jwks: closed({ keys: Type.Array(anyObject("A public key with its kid."), { maxItems: 1000 }) }),
});
const refusedByOauth = {
  400: { description: "Rejected; error and error_description give the reason." },
  401: { description: "The token is not valid; WWW-Authenticate says so, too." },
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

/** A verifier's decision on one submission. */
export type VerificationEvent = Static<typeof VerificationEventSchema>;
/** An analytics event that catalogues/analytics allows; never contains a typed value. */
export type AnalyticsEvent = Static<typeof AnalyticsEventSchema>;
/** A failure in the browser, with the last trace entries. */
export type ErrorReport = Static<typeof ErrorReportSchema>;

/** Shapes that the OpenAPI document names. */
export const protocolShapes = {
  VerificationEvent: VerificationEventSchema,
  AnalyticsEvent: AnalyticsEventSchema,
  ErrorReport: ErrorReportSchema,
};

/** Resumable uploads (tus 1.0.0), webhooks, credential protocols, and reports of the page. */
export const protocolEndpoints = {
  createUpload: {
    method: "POST",
    path: "/utility/api/1.0/uploads",
    summary: "Start a resumable upload.",
    auth: "user",
    headers: closed({ ...TusVersion, "Upload-Length": Digits, "Upload-Metadata": Type.Optional(text(1000)) }),
    answers: { 201: { description: "Location is the URL for the bytes." }, 413: { description: "Over 25 MB." } },
  },
  uploadOffset: {
    method: "HEAD",
    path: "/utility/api/1.0/uploads/:uploadId",
    summary: "Get the offset of an upload.",
    auth: "user",
    params: OfUpload,
    headers: closed(TusVersion),
    answers: { 200: { description: "Upload-Offset and Upload-Length." }, ...notFound },
  },
  appendUpload: {
    method: "PATCH",
    path: "/utility/api/1.0/uploads/:uploadId",
    summary: "Append bytes to an upload.",
    auth: "user",
    params: OfUpload,
    headers: closed({ ...TusVersion, "Upload-Offset": Digits }),
    body: Type.String(),
    bodyType: "application/offset+octet-stream",
    answers: {
      204: { description: "Upload-Offset is the new one." },
      ...notFound,
      409: { description: "The offset does not match." },
    },
  },
  cancelUpload: {
    method: "DELETE",
    path: "/utility/api/1.0/uploads/:uploadId",
    summary: "Cancel an upload.",
    auth: "user",
    params: OfUpload,
    headers: closed(TusVersion),
    answers: { 204: { description: "Dropped." }, ...notFound },
  },
  paymentWebhook: {
    method: "POST",
    path: "/webhooks/payments/:provider",
    summary: "A payment provider's callback; its signature covers the raw body.",
    auth: "signature",
    params: closed({ provider: Name }),
    body: Type.Unsafe<Record<string, unknown>>({ type: "object", description: "As the provider sends it." }),
    answers: { 200: { description: "Accepted, or known already.", schema: Received }, ...Refused, ...notFound },
  },
  verificationWebhook: {
    method: "POST",
    path: "/webhooks/verifications",
    summary: "A verification provider's result for one submission.",
    auth: "signature",
    body: VerificationEventSchema,
    answers: { 200: { description: "Accepted, or known already.", schema: Received }, ...Refused },
  },
  staffOpenid: {
    method: "GET",
    path: "/console/openid/:orgId",
    summary: "Sign in to the console at the organisation's OpenID Connect provider.",
    auth: "public",
    params: closed({ orgId: Name }),
    query: closed({ prove: Type.Optional(Type.Literal("true")) }),
    answers: { 302: { description: "To the provider." }, ...notFound },
  },
  staffOpenidReturn: {
    method: "GET",
    path: "/console/openid/callback",
    summary: "The way back from the provider.",
    auth: "public",
    answers: { 302: { description: "To the console, or to its sign-in with the problem." } },
  },
  verifierToken: {
    method: "POST",
    path: "/verifier/oauth/token",
    summary: "An access token for a verifier's system: client credentials, by HTTP Basic or in the body.",
    auth: "public",
    body: anyObject("grant_type=client_credentials; client_id and client_secret without HTTP Basic."),
    bodyType: "application/x-www-form-urlencoded",
    answers: {
      200: { description: "The token.", schema: anyObject("access_token, token_type and expires_in.") },
      ...refusedByOauth,
    },
  },
  issuer: {
    method: "GET",
    path: "/.well-known/jwt-vc-issuer",
    summary: "The issuer of the credentials and its keys (SD-JWT VC).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The issuer and its keys.", schema: IssuerSchema } },
  },
  credentialType: {
    method: "GET",
    path: "/credentials/types/:orgId/:verificationName",
    summary: "The metadata of a credential type (SD-JWT VC).",
    auth: "public",
    anyOrigin: true,
    params: closed({ orgId: Name, verificationName: Name }),
    answers: { 200: { description: "The type.", schema: anyObject("As the specification defines it.") }, ...notFound },
  },
  logo: {
    method: "GET",
    path: "/credentials/logos/:orgId",
    summary: "The logo of an organisation, for credential type metadata.",
    auth: "public",
    anyOrigin: true,
    params: closed({ orgId: Name }),
    answers: {
      200: { description: "The picture.", schema: Type.String(), contentType: "image/svg+xml" },
      ...notFound,
    },
  },
  statusList: {
    method: "GET",
    path: "/credentials/status/:list",
    summary: "The signed status list of issued credentials (Token Status List).",
    auth: "public",
    anyOrigin: true,
    params: closed({ list: Digits }),
    answers: {
      200: { description: "The list.", schema: Type.String(), contentType: "application/statuslist+jwt" },
      ...notFound,
    },
  },
  issuerOffers: {
    method: "GET",
    path: "/.well-known/openid-credential-issuer",
    summary: "The metadata of the credential issuer (OpenID4VCI 1.0).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The issuer.", schema: anyObject("As the specification defines it.") } },
  },
  authorizationServer: {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "The metadata of the authorization server (RFC 8414).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The server.", schema: anyObject("As the specification defines it.") } },
  },
  credentialOffer: {
    method: "GET",
    path: "/credentials/offers/:id",
    summary: "A credential offer to another wallet of the holder (OpenID4VCI 1.0).",
    auth: "public",
    anyOrigin: true,
    params: closed({ id: Id }),
    answers: { 200: { description: "The offer.", schema: anyObject("As the specification defines it.") }, ...notFound },
  },
  offerToken: {
    method: "POST",
    path: "/credentials/issuer/token",
    summary: "A token for the pre-authorized code and the transaction code of an offer.",
    auth: "public",
    anyOrigin: true,
    body: anyObject("grant_type, pre-authorized_code and tx_code."),
    bodyType: "application/x-www-form-urlencoded",
    answers: { 200: { description: "The token.", schema: anyObject("As OAuth defines it.") }, ...refusedByOauth },
  },
  offerNonce: {
    method: "POST",
    path: "/credentials/issuer/nonce",
    summary: "A nonce for a key proof.",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The nonce.", schema: closed({ c_nonce: text(200) }) } },
  },
  offeredCredential: {
    method: "POST",
    path: "/credentials/issuer/credential",
    summary: "A copy of the offered credential, bound to the proven key; the bearer is the token of the offer.",
    auth: "public",
    anyOrigin: true,
    body: anyObject("credential_configuration_id and proofs, as the specification defines them."),
    answers: {
      200: { description: "The copy.", schema: anyObject("As the specification defines it.") },
      ...refusedByOauth,
    },
  },
  verifierKeys: {
    method: "GET",
    path: "/.well-known/did.json",
    summary: "The keys that sign presentation requests (did:web).",
    auth: "public",
    anyOrigin: true,
    answers: { 200: { description: "The document.", schema: anyObject("As the specification defines it.") } },
  },
  presentationRequest: {
    method: "GET",
    path: "/credentials/requests/:id",
    summary: "A signed presentation request for another wallet of the candidate (OpenID4VP 1.0).",
    auth: "public",
    anyOrigin: true,
    params: closed({ id: Id }),
    answers: {
      200: { description: "The request.", schema: Type.String(), contentType: "application/oauth-authz-req+jwt" },
      ...notFound,
    },
  },
  presentationResponse: {
    method: "POST",
    path: "/credentials/responses/:id",
    summary: "The encrypted presentation of another wallet.",
    auth: "public",
    anyOrigin: true,
    params: closed({ id: Id }),
    body: anyObject("response, or error and state, as the specification defines them."),
    bodyType: "application/x-www-form-urlencoded",
    answers: {
      200: { description: "Accepted; also for a declined request.", schema: closed({}) },
      400: { description: "Rejected; error and error_description give the reason." },
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
} as const satisfies Record<string, EndpointContract>;
