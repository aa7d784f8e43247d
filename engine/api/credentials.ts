import Type, { type Static } from "typebox";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, FileUrl, Id, Moment, Name, Nothing, Org, Page, closed, listOf, text } from "./parts/shapes.ts";

const Attribute = Type.Union([text(2000), Type.Number(), Type.Boolean(), Type.Null()]);
const CardSchema = closed({
  holder: text(200),
  org: Org,
  icon: Name,
  facts: Type.Array(closed({ label: text(200), value: text(2000) }), {
    maxItems: 100,
    description: "The attributes as a person reads them, in the language of the call.",
  }),
});
const CredentialSchema = closed({
  id: Id,
  credentialType: text(128),
  credentialAttributes: Type.Record(Type.String({ pattern: "^.{1,128}$" }), Attribute, {
    additionalProperties: false,
    maxProperties: 100,
    description: "As the issuer named them.",
  }),
  issuer: text(200),
  issuedAt: Moment,
  existsInWallet: Type.Boolean(),
  documentUrl: Type.Optional(text(500)),
  revokedAt: Type.Optional(Moment),
  /** Another wallet need not say it. */
  card: Type.Optional(CardSchema),
});
const CredentialCheckSchema = closed({
  valid: Type.Boolean(),
  checkedAt: Moment,
  checks: Type.Array(closed({ name: text(100), ok: Type.Boolean(), reason: Type.Optional(text(500)) }), {
    maxItems: 20,
  }),
});
const OfCredential = closed({ id: Id });

/** A credential offered to the candidate or kept (`existsInWallet`: one of the same type and attributes is). */
export type Credential = Static<typeof CredentialSchema>;
/** What a credential shows to a person: whose it is, who asked for it, what it holds. */
export type CredentialCard = Static<typeof CardSchema>;
/** What checking a credential found. */
export type CredentialCheck = Static<typeof CredentialCheckSchema>;

/** The shapes of this area that the API document names. */
export const credentialShapes = { Credential: CredentialSchema, CredentialCheck: CredentialCheckSchema };

/** The operations on credentials. */
export const credentialOperations = {
  "credentials.list": {
    method: "GET",
    service: "webWallet",
    path: "/credentials",
    auth: "user",
    summary: "Credentials offered and kept.",
    query: closed({ ...Page }),
    data: listOf(CredentialSchema),
    fills: "credentials",
  },
  "credentials.receive": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/receive/:id",
    auth: "user",
    summary: "Keep a credential in the wallet.",
    params: OfCredential,
    body: Nothing,
    bodyOptional: true,
    data: CredentialSchema,
    changes: ["credentials"],
  },
  "credentials.verify": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/verify/:id",
    auth: "user",
    summary: "Check a credential.",
    params: OfCredential,
    data: CredentialCheckSchema,
  },
  "credentials.add-document": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/documents/:id",
    auth: "user",
    summary: "Attach a document to a credential.",
    params: OfCredential,
    form: closed({ file: Bytes }),
    data: closed({ fileUrl: FileUrl }),
    changes: ["credentials"],
  },
} as const satisfies Record<string, OperationContract>;
