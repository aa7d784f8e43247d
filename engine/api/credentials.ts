import Type, { type Static } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { Bytes, FileUrl, Id, Moment, Nothing, Page, closed, listOf, text } from "./parts/shapes.ts";

const Attribute = Type.Union([text(2000), Type.Number(), Type.Boolean(), Type.Null()]);
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
});
const CredentialCheckSchema = closed({
  valid: Type.Boolean(),
  checkedAt: Moment,
  checks: Type.Array(closed({ name: text(100), ok: Type.Boolean(), reason: Type.Optional(text(500)) }), { maxItems: 20 }),
});
const OfCredential = closed({ id: Id });

/** A credential offered to or kept by the candidate (spec §3 Credential, D-60). */
export type Credential = Static<typeof CredentialSchema>;
/** What checking a credential found. */
export type CredentialCheck = Static<typeof CredentialCheckSchema>;

/** The shapes of this area that the API document names. */
export const credentialShapes = { Credential: CredentialSchema, CredentialCheck: CredentialCheckSchema };

/** Contracts of credentials (spec §7 Credentials). */
export const credentialContracts = {
  "credentials.list": { query: closed({ ...Page }), data: listOf(CredentialSchema) },
  "credentials.receive": { params: OfCredential, body: Nothing, bodyOptional: true, data: CredentialSchema },
  "credentials.verify": { params: OfCredential, data: CredentialCheckSchema },
  "credentials.add-document": {
    params: OfCredential,
    form: closed({ file: Bytes }),
    data: closed({ fileUrl: FileUrl }),
  },
} as const satisfies Record<string, Contract>;
