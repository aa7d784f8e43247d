import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, filled, text } from "#engine/core/base/shapes.ts";

export const PasskeyName = described(filled(60), "The candidate's name for the passkey.");

export const PasskeySchema = closed({
  id: described(Id, "Its id."),
  name: PasskeyName,
  createdAt: described(Moment, "The time of creation, ISO 8601 in UTC."),
  lastUsedAt: Type.Optional(described(Moment, "The last use, ISO 8601 in UTC; missing before.")),
  backedUp: Type.Boolean({ description: "It is also kept in the owner's account at the maker of the device." }),
});

/** The candidate's passkeys. */
export const PasskeyListSchema = closed({
  list: Type.Array(PasskeySchema, { maxItems: 10, description: "The newest first." }),
});

const bytes = (maxLength: number, description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_-]*$", maxLength, description });
const credentialId = bytes(1400, "The id of the credential, base64url.");
const type = Type.Literal("public-key", { description: "Always 'public-key'." });

/** What an authenticator answers to a request for a new passkey (WebAuthn, base64url). */
export const CreationSchema = closed({
  id: credentialId,
  rawId: credentialId,
  type,
  response: closed(
    {
      clientDataJSON: bytes(4096, "The challenge and the origin, as the browser saw them."),
      attestationObject: bytes(16_384, "The new public key."),
      transports: Type.Optional(
        Type.Array(text(32), { maxItems: 10, description: "How a browser reaches the authenticator: 'internal'." }),
      ),
    },
    { description: "The new key, as the authenticator made it." },
  ),
});

/** What an authenticator answers to a challenge (WebAuthn, base64url). */
export const AssertionSchema = closed({
  id: credentialId,
  rawId: credentialId,
  type,
  response: closed(
    {
      clientDataJSON: bytes(4096, "The challenge and the origin, as the browser saw them."),
      authenticatorData: bytes(4096, "What the authenticator vouches for."),
      signature: bytes(4096, "The signature of both."),
      userHandle: Type.Optional(bytes(128, "The account, as the authenticator stored it.")),
    },
    { description: "The signed answer of the authenticator." },
  ),
});

/** Options for an authenticator, as the browser's API takes them. */
export const CeremonySchema = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  description: "PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn.",
});

/** The end of the time for which a proof counts. */
export const ProofSchema = closed({
  provedUntil: described(Moment, "The time until which the proof counts, ISO 8601 in UTC."),
});

/** A passkey, without its key. */
export type Passkey = Static<typeof PasskeySchema>;
/** An authenticator's answer with a new passkey. */
export type Creation = Static<typeof CreationSchema>;
/** An authenticator's answer to a challenge. */
export type Assertion = Static<typeof AssertionSchema>;

/** Shapes that the API document names. */
export const passkeyShapes = { Passkey: PasskeySchema };
