import { createHash, KeyObject, randomBytes, sign } from "node:crypto";
import { createHeaderAndPayload, StatusList } from "@sd-jwt/jwt-status-list";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { IssuersPort } from "#server/ports/issuers.ts";

/** Another issuer by the specifications (SD-JWT VC, Token Status List): its published data and its credentials. */
export interface OtherIssuer {
  address: string;
  port: IssuersPort;
  /** Issues a credential; `idx` is its status list index, `hidden` further claims with selective disclosure. */
  issue(claims: Record<string, unknown>, holder: JWK, idx: number, hidden?: readonly string[]): Promise<string>;
  withdraw(idx: number): void;
}

export async function makeIssuer(address: string): Promise<OtherIssuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const kid = "2026";
  const jwk = { ...(await exportJWK(publicKey)), kid };
  const withdrawn = new Set<number>();
  const uri = `${address}/status/1`;
  const signer = (data: string) =>
    sign("sha256", Buffer.from(data), { key: KeyObject.from(privateKey), dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    );
  const signList = () => {
    const bits = Array.from({ length: 64 }, (_, at) => (withdrawn.has(at) ? 1 : 0));
    const { header, payload } = createHeaderAndPayload(
      new StatusList(bits, 1),
      { sub: uri, iat: 1_700_000_000 },
      { alg: "ES256", typ: "statuslist+jwt", kid },
    );
    const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${text}.${signer(text)}`;
  };
  const published: Record<string, () => string> = {
    [`${new URL(address).origin}/.well-known/jwt-vc-issuer${new URL(address).pathname}`]: () =>
      JSON.stringify({ issuer: address, jwks: { keys: [jwk] } }),
    [uri]: signList,
  };
  return {
    address,
    port: {
      read: async (asked) => {
        const found = published[asked];
        if (!found) throw new Error(`Nobody publishes ${asked}`);
        return found();
      },
    },
    issue: (claims, holder, idx, hidden = []) =>
      new SDJwtVcInstance({
        hashAlg: "sha-256",
        hasher: (data: string | ArrayBuffer) =>
          createHash("sha256")
            .update(typeof data === "string" ? data : Buffer.from(data))
            .digest(),
        saltGenerator: () => randomBytes(16).toString("base64url"),
        signer,
        signAlg: "ES256",
      }).issue(
        {
          iss: address,
          vct: `${address}/degree`,
          cnf: { jwk: holder },
          status: { status_list: { idx, uri } },
          ...claims,
        } as never,
        {
          _sd: [...hidden, "holder", "institute", "course", "degreeLevel", "passingYear"].filter(
            (name) => name in claims,
          ),
        } as never,
        { header: { kid } },
      ),
    withdraw: (idx) => void withdrawn.add(idx),
  };
}
