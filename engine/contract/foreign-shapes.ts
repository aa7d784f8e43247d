import Type from "typebox";
import { filled, text } from "#engine/core/base/shapes.ts";

/* What other wallets, issuers and holders send. Members that a shape does not name are ignored. */

const Coordinate = Type.String({ pattern: "^[A-Za-z0-9_-]{43}$", maxLength: 43 });
/** A public P-256 key. A private one is rejected: its holder gave it away. */
export const PublicKey = Type.Object({
  kty: Type.Literal("EC"),
  crv: Type.Literal("P-256"),
  x: Coordinate,
  y: Coordinate,
  d: Type.Optional(Type.Never()),
});

/** Printable ASCII: a `kid` is looked up in the database. */
export const KeyId = Type.String({ pattern: "^[\\x21-\\x7e]{1,300}$", maxLength: 300 });

/** The header of a credential and of a status list. */
export const SignedHeader = Type.Object({ kid: Type.Optional(KeyId), typ: text(60), alg: text(20) });

/** The claims of a credential before its verification. */
export const UnverifiedClaims = Type.Object({
  iss: text(2000),
  vct: text(2000),
  exp: Type.Optional(Type.Number()),
});

/** The key of the holder of a credential (RFC 7800). */
export const Confirmation = Type.Object({ jwk: PublicKey });

/** The claims of the holder's signature (RFC 9901, 4.3). */
export const KeyBinding = Type.Object({ sd_hash: text(200), aud: text(2000), nonce: text(500), iat: Type.Number() });

/** The metadata of an issuer (SD-JWT VC, 5). */
export const IssuerMetadata = Type.Object({
  issuer: text(2000),
  jwks: Type.Optional(Type.Unknown()),
  jwks_uri: Type.Optional(text(2000)),
});
export const KeySet = Type.Object({
  keys: Type.Array(Type.Object({ kid: Type.Optional(Type.Unknown()) }), { maxItems: 1000 }),
});

/** The status of a credential, with the one mechanism that this wallet knows (Token Status List, 6). */
export const Status = Type.Object({
  status_list: Type.Object({ idx: Type.Integer({ minimum: 0, maximum: 2 ** 40 }), uri: text(2000) }),
});

/** The claims of a status list token (Token Status List, 5.1). */
export const StatusListClaims = Type.Object({
  sub: text(2000),
  iat: Type.Number(),
  exp: Type.Optional(Type.Number()),
  status_list: Type.Object({
    bits: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(4), Type.Literal(8)]),
    lst: Type.String(),
  }),
});

/** The decrypted response of a wallet (OpenID4VP 1.0, 8.1 and 8.5). */
export const PresentationResponse = Type.Object({
  state: text(200),
  error: Type.Optional(text(200)),
  vp_token: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Unknown()))),
});

/** The vp_token's list for one query entry: each entry accepts one presentation. */
export const OnePresentation = Type.Tuple([Type.String({ maxLength: 60_000 })]);

/** A disclosed fact: a plain value that can be stored and displayed. */
export const DisclosedFact = Type.Union([text(1000), Type.Number(), Type.Boolean(), Type.Null()]);

/** A token request (OpenID4VCI 1.0, 6.1). */
export const OfferTokenRequest = Type.Object({
  grant_type: filled(200),
  "pre-authorized_code": Type.Optional(filled(200)),
  tx_code: Type.Optional(filled(20)),
});

/** A credential request (OpenID4VCI 1.0, 8.2). */
export const CredentialRequest = Type.Object({
  credential_configuration_id: Type.Optional(text(300)),
  credential_identifier: Type.Optional(text(300)),
  credential_response_encryption: Type.Optional(Type.Unknown()),
  proofs: Type.Optional(Type.Unknown()),
});

/** The `proofs` of a credential request with one proof: the metadata announce no batches. */
export const OneProof = Type.Object({ jwt: Type.Tuple([Type.String({ maxLength: 8000 })]) }, { maxProperties: 1 });

/** The header of a key proof (OpenID4VCI 1.0, F.1). */
export const ProofHeader = Type.Object({
  alg: Type.Literal("ES256"),
  jwk: PublicKey,
  kid: Type.Optional(Type.Never()),
});
