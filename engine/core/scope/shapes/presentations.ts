import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, VerificationName, closed, text } from "#engine/core/base/shapes.ts";

const FactSchema = closed({
  name: described(text(300), "The name of the fact in the credential; 'holder' for the holder's name."),
  label: described(text(200), "The label."),
  value: described(text(2000), "The disclosed value."),
});

const MatchingCredentialSchema = closed({
  credentialId: described(Id, "The id of the credential."),
  credentialType: described(text(128), "The type of the credential: 'Degree'."),
  issuer: described(text(2000), "The URL of the issuer."),
  issuerName: described(text(200), "The display name of the issuer."),
  issuedAt: described(Moment, "The time, ISO 8601 in UTC."),
  facts: Type.Array(FactSchema, { maxItems: 100, description: "The facts that are disclosed, and no others." }),
});

export const MatchingCredentialsSchema = closed({
  organisation: described(text(200), "The display name of the verifier."),
  list: Type.Array(MatchingCredentialSchema, {
    maxItems: 100,
    description: "Credentials in this wallet that match; newest first.",
  }),
});

const PresentationSchema = closed({
  credentialType: described(text(128), "The type of the credential: 'Degree'."),
  issuer: described(text(2000), "The URL of the issuer."),
  issuerName: described(text(200), "The display name of the issuer."),
  issuedAt: Type.Optional(described(Moment, "The time of issue, ISO 8601 in UTC; missing where unknown.")),
  presentedAt: described(Moment, "The time of the presentation, ISO 8601 in UTC."),
  source: Type.Enum(["this-wallet", "other-wallet"], { description: "Presented from this wallet or from another." }),
  facts: Type.Array(FactSchema, { maxItems: 100, description: "The disclosed facts." }),
});

export const PresentationRequestSchema = closed({
  id: described(Id, "The id of the presentation request."),
  verificationName: VerificationName,
  organisation: described(text(200), "The display name of the verifier."),
  requestedCredentials: Type.Array(
    closed({
      credentialType: described(text(128), "The type of an accepted credential: 'Degree'."),
      labels: described(text(2000), "The labels of the requested facts."),
    }),
    { maxItems: 20, description: "The accepted credentials; one of them is enough." },
  ),
  address: described(text(2000), "The URL for the other wallet."),
  qrCode: described(text(200_000), "The URL as a QR code: a data: image."),
  state: Type.Enum(["open", "accepted", "expired", "blocked"], {
    description: "Whether another wallet can still answer; 'accepted' when the verification is done.",
  }),
  refusal: Type.Optional(described(text(500), "The reason why the last presentation was rejected.")),
  declined: Type.Optional(Type.Boolean({ description: "The holder declined the last request in the other wallet." })),
  expiresAt: described(Moment, "The expiry of the request, ISO 8601 in UTC."),
});

/** The candidate's credentials that can replace a verification, with what each would disclose. */
export type MatchingCredentials = Static<typeof MatchingCredentialsSchema>;
/** A credential that was presented instead of a verification. */
export type Presentation = Static<typeof PresentationSchema>;
/** A credential requested from another wallet. */
export type PresentationRequest = Static<typeof PresentationRequestSchema>;

/** Shapes that the API document names. */
export const presentationShapes = {
  MatchingCredentials: MatchingCredentialsSchema,
  Presentation: PresentationSchema,
  PresentationRequest: PresentationRequestSchema,
};
