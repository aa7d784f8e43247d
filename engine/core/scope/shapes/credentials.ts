import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, Name, Org, closed, text } from "#engine/core/base/shapes.ts";

const Attribute = Type.Union([text(2000), Type.Number(), Type.Boolean(), Type.Null()]);
/** The human-readable content of a credential. */
export const CardSchema = closed(
  {
    holder: described(text(200), "The verified name of the holder."),
    org: Org,
    issuer: closed(Org.properties, {
      description: "The issuer, independent of the organisation that the page shows.",
    }),
    icon: described(Name, "The name of the icon."),
    proves: Type.Optional(described(text(2000), "The main fact: 'B.Sc. Physics'; missing without one.")),
    institution: Type.Optional(
      described(text(2000), "The institution that issued the verified document; missing without one."),
    ),
    facts: Type.Array(
      closed({
        name: described(text(128), "The name of the attribute."),
        label: described(text(200), "The label of the form's field."),
        value: described(text(2000), "The certified value; a choice by its label."),
      }),
      { maxItems: 100, description: "The facts with their labels, in the language of the call." },
    ),
  },
  { description: "The credential as text for a person; optional for other wallets." },
);
export const CredentialSchema = closed({
  id: described(Id, "The id of the credential."),
  credentialType: described(text(128), "The type of the credential: 'Degree'."),
  credentialAttributes: Type.Record(Type.String({ pattern: "^.{1,128}$" }), Attribute, {
    additionalProperties: false,
    maxProperties: 100,
    description: "The certified facts, by the issuer's attribute names.",
  }),
  issuer: described(text(200), "The URL of the issuer."),
  issuedAt: described(Moment, "The time of issue, ISO 8601 in UTC."),
  existsInWallet: Type.Boolean({ description: "The wallet holds this credential, or one of the same type and facts." }),
  documentUrl: Type.Optional(described(text(500), "The URL of the verified document; missing without one.")),
  revokedAt: Type.Optional(
    described(Moment, "The time the issuer withdrew it, ISO 8601 in UTC; missing while it is valid."),
  ),
  card: Type.Optional(CardSchema),
});
export const CredentialCheckSchema = closed({
  valid: Type.Boolean(),
  checkedAt: Moment,
  checks: Type.Array(closed({ name: text(100), ok: Type.Boolean(), reason: Type.Optional(text(500)) }), {
    maxItems: 20,
  }),
});

/** A credential that is offered or stored. `existsInWallet`: one of the same type and attributes is stored. */
export type Credential = Static<typeof CredentialSchema>;
/** The human-readable content of a credential: holder, requesting organisation, facts. */
export type CredentialCard = Static<typeof CardSchema>;
/** The result of checking a credential. */
export type CredentialCheck = Static<typeof CredentialCheckSchema>;

/** Shapes that the API document names. */
export const credentialShapes = { Credential: CredentialSchema, CredentialCheck: CredentialCheckSchema };
