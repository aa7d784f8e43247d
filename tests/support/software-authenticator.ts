import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { Assertion, Creation } from "#engine/core/scope/shapes/passkeys.ts";

/** What a browser and its authenticator do wrong, or state about themselves. */
interface Ceremony {
  /** The page that asks. */
  origin?: string;
  /** The user was verified by fingerprint, face or screen lock. */
  isUserVerified?: boolean;
  type?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();
const toBase64Url = (data: Uint8Array): string => Buffer.from(data).toString("base64url");

/** A browser with one passkey, ES256 without attestation: WebAuthn Level 3, sections 5.8.1 and 6.1. */
export class SoftwareAuthenticator {
  counter = 0;
  readonly id = toBase64Url(randomBytes(16));
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Uint8Array;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // RFC 9053: key type EC2, algorithm ES256, curve P-256, and the point.
    this.#coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
  }

  create(options: object, ceremony: Ceremony = {}): Creation {
    const { challenge, rp } = options as CreationOptions;
    const credentialId = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, this.#coseKey]);
    const authData = Buffer.concat([this.#toAuthenticatorData(rp.id, ceremony, 0x40), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    const response = {
      clientDataJSON: toBase64Url(this.#toClientData("webauthn.create", challenge, ceremony)),
      attestationObject: toBase64Url(isoCBOR.encode(attestation as never)),
      transports: ["internal"],
    };
    return { id: this.id, rawId: this.id, type: "public-key", response };
  }

  use(options: object, ceremony: Ceremony = {}): Assertion {
    const { challenge, rpId } = options as RequestOptions;
    this.counter += 1;
    const authenticatorData = this.#toAuthenticatorData(rpId, ceremony);
    const clientData = this.#toClientData("webauthn.get", challenge, ceremony);
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), this.#privateKey);
    const response = {
      clientDataJSON: toBase64Url(clientData),
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(signature),
    };
    return { id: this.id, rawId: this.id, type: "public-key", response };
  }

  #toAuthenticatorData(rpId: string, { isUserVerified = true }: Ceremony, moreFlags = 0): Buffer {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | moreFlags;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #toClientData(type: string, challenge: string, ceremony: Ceremony): Buffer {
    return Buffer.from(
      JSON.stringify({ type: ceremony.type ?? type, challenge, origin: ceremony.origin ?? this.#origin }),
    );
  }
}
