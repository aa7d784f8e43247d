import { createHash, randomBytes, sign } from "node:crypto";
import { clientAuthenticationAnonymous } from "@openid4vc/oauth2";
import { Openid4vciClient, setGlobalConfig } from "@openid4vc/openid4vci";
import { Openid4vpClient } from "@openid4vc/openid4vp";
import { SDJwtInstance } from "@sd-jwt/core";
import { DcqlQuery } from "dcql";
import {
  CompactEncrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
} from "jose";
import { KeyObject } from "node:crypto";
import type { TestApp } from "../app.ts";

// The test server has no TLS.
setGlobalConfig({ allowInsecureUrls: true });

/** Deviations from a correct presentation. */
export interface PresentationOverrides {
  /** Signs in place of the holder. */
  signer?: CryptoKey;
  aud?: string;
  nonce?: string;
  /** Claims that are withheld. */
  withheld?: readonly string[];
  /** Changes the credential before it is sent. */
  tamper?(presentation: string): string;
}

/** A foreign wallet: the client roles of libraries that know the specifications only. */
export interface OtherWallet {
  client: Openid4vciClient;
  publicJwk: JWK;
  key: CryptoKey;
  /**
   * Accepts the offer at an address with this transaction code; `signer` signs the key proof instead of the wallet's
   * key.
   */
  acceptOffer(address: string, digits: string, signer?: CryptoKey): Promise<string>;
  /** Presents the requested claims of a credential to the verifier at an address. */
  present(address: string, credential: string, oddity?: PresentationOverrides): Promise<Response>;
  /** Declines a request (OpenID4VP, 8.5), in clear or encrypted, with this `state`. */
  decline(address: string, way?: { encrypted?: boolean; state?: string }): Promise<Response>;
}

const hash = (data: Uint8Array | string) => createHash("sha256").update(data).digest();

/** A wallet with its own key that reaches the app only. */
export async function makeWallet(app: TestApp): Promise<OtherWallet> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const publicJwk = await exportJWK(publicKey);
  let signing = privateKey;
  const fetchApp = async (url: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const answer = await app.server.inject({
      method: (init.method ?? "GET") as "GET",
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body ? { payload: String(init.body) } : {}),
    });
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };
  const client = new Openid4vciClient({
    callbacks: {
      fetch: fetchApp,
      hash,
      generateRandom: (length: number) => randomBytes(length),
      clientAuthentication: clientAuthenticationAnonymous(),
      signJwt: async (_signer: unknown, { header, payload }: { header: object; payload: object }) => ({
        jwt: await new SignJWT({ ...payload }).setProtectedHeader(header as { alg: string }).sign(signing),
        signerJwk: publicJwk,
      }),
    } as never,
  });
  const verifier = new Openid4vpClient({ callbacks: { fetch: fetchApp, hash, verifyJwt, encryptJwe } as never });
  /** did:web as specified: the DID document is on the host. */
  async function verifyJwt({ didUrl }: { didUrl: string }, { compact }: { compact: string }) {
    const [did = ""] = didUrl.split("#");
    const host = decodeURIComponent(did.replace("did:web:", ""));
    const answer = await fetchApp(`https://${host}/.well-known/did.json`);
    const { verificationMethod } = (await answer.json()) as {
      verificationMethod: { id: string; publicKeyJwk: JWK }[];
    };
    const jwk = verificationMethod.find(({ id }) => id === didUrl)?.publicKeyJwk;
    if (!jwk) return { verified: false };
    await jwtVerify(compact, await importJWK(jwk, "ES256"), { currentDate: await app.services.clock.now() });
    return { verified: true, signerJwk: jwk };
  }
  async function encryptJwe({ publicJwk: jwk, enc }: { publicJwk: JWK; enc: string }, data: string) {
    const jwe = await new CompactEncrypt(Buffer.from(data))
      .setProtectedHeader({ alg: "ECDH-ES", enc, kid: jwk.kid ?? "" })
      .encrypt(await importJWK(jwk, "ECDH-ES"));
    return { encryptionJwk: jwk, jwe };
  }
  const resolve = (address: string) => {
    const { params } = verifier.parseOpenid4vpAuthorizationRequest({ authorizationRequest: address });
    return verifier.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload: params });
  };
  return {
    client,
    publicJwk,
    key: privateKey,
    async acceptOffer(address, digits, signer = privateKey) {
      signing = signer;
      const credentialOffer = await client.resolveCredentialOffer(address);
      const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
      const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
        credentialOffer,
        issuerMetadata,
        txCode: digits,
      });
      const [credentialConfigurationId = ""] = credentialOffer.credential_configuration_ids;
      const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
      const { jwt } = await client.createCredentialRequestJwtProof({
        issuerMetadata,
        credentialConfigurationId,
        nonce,
        issuedAt: await app.services.clock.now(),
        signer: { method: "jwk", alg: "ES256", publicJwk: publicJwk as { kty: string } },
      });
      const { credentialResponse } = await client.retrieveCredentials({
        issuerMetadata,
        accessToken: accessTokenResponse.access_token,
        credentialConfigurationId,
        proofs: { jwt: [jwt] },
      });
      const [copy] = (credentialResponse.credentials ?? []) as { credential: string }[];
      return copy!.credential;
    },
    async present(address, credential, oddity = {}) {
      const { authorizationRequestPayload: request, dcql } = await resolve(address);
      const query = DcqlQuery.parse(dcql!.query as DcqlQuery.Input);
      const holder = new SDJwtInstance({ hasher: hash as never, hashAlg: "sha-256" });
      const claims = (await holder.getClaims(credential)) as { vct: string };
      const shown = { credential_format: "dc+sd-jwt", cryptographic_holder_binding: true, vct: claims.vct, claims };
      const { credential_matches: matches } = DcqlQuery.query(query, [shown as never]);
      const id = Object.keys(matches).find((one) => matches[one]?.success) ?? query.credentials[0].id;
      const asked = query.credentials.find((one) => one.id === id)!;
      const names = (asked.claims ?? [])
        .map((claim) => String((claim as { path: unknown[] }).path[0]))
        .filter((name) => !oddity.withheld?.includes(name));
      const signer = oddity.signer ?? privateKey;
      const presenter = new SDJwtInstance({
        hasher: hash as never,
        hashAlg: "sha-256",
        kbSignAlg: "ES256",
        kbSigner: (data: string) =>
          sign("sha256", Buffer.from(data), { key: KeyObject.from(signer), dsaEncoding: "ieee-p1363" }).toString(
            "base64url",
          ),
      });
      const presentation = await presenter.present(credential, Object.fromEntries(names.map((name) => [name, true])), {
        kb: {
          payload: {
            iat: Math.floor((await app.services.clock.now()).getTime() / 1000),
            aud: oddity.aud ?? (request as { client_id: string }).client_id,
            nonce: oddity.nonce ?? request.nonce,
          },
        },
      });
      const answer = await verifier.createOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: request,
        authorizationResponsePayload: { vp_token: { [id]: [oddity.tamper?.(presentation) ?? presentation] } } as never,
        jarm: {
          encryption: { nonce: randomBytes(12).toString("base64url") },
          serverMetadata: {
            authorization_signing_alg_values_supported: [],
            authorization_encryption_alg_values_supported: ["ECDH-ES"],
            authorization_encryption_enc_values_supported: ["A128GCM"],
          },
        },
      });
      const { response } = await verifier.submitOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: request as never,
        authorizationResponsePayload: answer.authorizationResponsePayload,
        ...(answer.jarm && { jarm: { responseJwt: answer.jarm.responseJwt } }),
      });
      return response;
    },
    async decline(address, { encrypted, state } = {}) {
      const { authorizationRequestPayload: request } = await resolve(address);
      const said = { error: "access_denied", state: state ?? request.state };
      const { jwks } = request.client_metadata as { jwks: { keys: JWK[] } };
      const { response } = await verifier.submitOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: request as never,
        authorizationResponsePayload: said as never,
        ...(encrypted && {
          jarm: {
            responseJwt: (await encryptJwe({ publicJwk: jwks.keys[0]!, enc: "A128GCM" }, JSON.stringify(said))).jwe,
          },
        }),
      });
      return response;
    },
  };
}
