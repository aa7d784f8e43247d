import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, FileUrl, Id, Moment, Name, Nothing, Org, Page, closed, listOf, text } from "./parts/shapes.ts";

const Attribute = Type.Union([text(2000), Type.Number(), Type.Boolean(), Type.Null()]);
/** What a credential shows to a person, as a shape. */
export const CardSchema = closed(
  {
    holder: described(text(200), "Whose it is: the proved name."),
    org: Org,
    icon: described(Name, "The name of its picture."),
    proves: Type.Optional(described(text(2000), "The fact that stands out: 'B.Sc. Physics'; missing without one.")),
    institution: Type.Optional(described(text(2000), "Whose paper was verified; missing where it is nobody's.")),
    facts: Type.Array(
      closed({
        name: described(text(128), "The attribute that it shows."),
        label: described(text(200), "The label of the form's field."),
        value: described(text(2000), "What was certified, choices by their names."),
      }),
      { maxItems: 100, description: "The facts as a person reads them, in the language of the call." },
    ),
  },
  { description: "What it shows to a person; another wallet need not say it." },
);
const CredentialSchema = closed({
  id: described(Id, "The credential's id."),
  credentialType: described(text(128), "What it certifies: 'Degree'."),
  credentialAttributes: Type.Record(Type.String({ pattern: "^.{1,128}$" }), Attribute, {
    additionalProperties: false,
    maxProperties: 100,
    description: "The certified facts, by the names that the issuer gave them.",
  }),
  issuer: described(text(200), "Address of whoever issued it."),
  issuedAt: described(Moment, "When it was issued, ISO 8601 in UTC."),
  existsInWallet: Type.Boolean({ description: "The wallet keeps it, or one of the same type and facts." }),
  documentUrl: Type.Optional(described(text(500), "Address of the paper behind it; missing without one.")),
  revokedAt: Type.Optional(described(Moment, "When it was withdrawn, ISO 8601 in UTC; missing while it holds.")),
  card: Type.Optional(CardSchema),
});
const CredentialCheckSchema = closed({
  valid: Type.Boolean(),
  checkedAt: Moment,
  checks: Type.Array(closed({ name: text(100), ok: Type.Boolean(), reason: Type.Optional(text(500)) }), {
    maxItems: 20,
  }),
});
const OfCredential = closed({ id: described(Id, "The id of the credential.") });

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
