import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { services as bases } from "#engine/contract/services.ts";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import type { ShareLink } from "#engine/core/scope/shapes/share-links.ts";
import type { TestApp } from "../app.ts";
import { catchCall, catching, holderOf, inside } from "../faults/cases/preparations.ts";
import { shown } from "../faults/cases/credentials.ts";
import { send } from "../faults/prepared-call.ts";
import { makeWallet } from "../wallet/other-wallet.ts";
import { begin } from "../wallet/transactions/candidate.ts";
import type { Attempt, OnceCase } from "./once-case.ts";

const credentials = `${bases.webWallet}/credentials`;
const { offerToken, offeredCredential, offerNonce, presentationResponse } = protocolEndpoints;
const grant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
const configuration = "harbour.bgv-degree";

/** Credentials that leave the wallet: offers, share links and presentations. */
export const credentialCases: Readonly<Record<string, OnceCase>> = {
  "a call with an Idempotency-Key makes one offer": {
    winners: "same",
    prepare: async (app) => {
      const { token, degreeId: credentialId } = await holderOf(app);
      const headers = { "idempotency-key": `offer-of-${credentialId}` };
      return {
        attempt: async () => {
          const answer = await app.call("POST", `${credentials}/offers`, { token, headers, body: { credentialId } });
          return { won: answer.statusCode === 200, given: answer.json() };
        },
        countsOnce: [["select count(*) from credential_offers where credential_id = $1", credentialId]],
      };
    },
  },
  "an offer's code gives one client a token": {
    winners: "one",
    prepare: async (app) => {
      const offer = await makeOffer(app);
      const code = await readCode(app, offer);
      return {
        attempt: (at) => exchange(app, offer, code, { "user-agent": `wallet ${at}` }),
        countsOnce: [["select count(*) from credential_offers where id = $1 and token_hash is not null", offer.id]],
      };
    },
  },
  "an offer's code gives one client one token": {
    winners: "same",
    prepare: async (app) => {
      const offer = await makeOffer(app);
      const code = await readCode(app, offer);
      return { attempt: () => exchange(app, offer, code) };
    },
  },
  "an offer gives one key a copy": {
    winners: "one",
    prepare: async (app, attempts) => {
      const offer = await makeOffer(app);
      const token = await readToken(app, offer);
      const proofs = await Promise.all(Array.from({ length: attempts }, async () => prove(app, await makeKey())));
      return { attempt: (at) => fetchCopy(app, token, proofs[at]!), countsOnce: copies(offer) };
    },
  },
  "an offer gives one key one copy": {
    winners: "same",
    prepare: async (app, attempts) => {
      const offer = await makeOffer(app);
      const token = await readToken(app, offer);
      const key = await makeKey();
      const proofs = await Promise.all(Array.from({ length: attempts }, () => prove(app, key)));
      return { attempt: (at) => fetchCopy(app, token, proofs[at]!), countsOnce: copies(offer) };
    },
  },
  "a nonce gives a copy of one offer": {
    winners: "one",
    prepare: async (app, attempts) => {
      const tokens: string[] = [];
      for (let n = 0; n < attempts; n += 1) tokens.push(await readToken(app, await makeOffer(app)));
      const proof = await prove(app, await makeKey());
      return { attempt: (at) => fetchCopy(app, tokens[at]!, proof) };
    },
  },
  "a share link's last view is given to one viewer": {
    winners: "one",
    prepare: async (app) => {
      const { token, degreeId } = await holderOf(app);
      const body = { credentialId: degreeId, facts: ["holder", "course"], days: "7", viewLimit: "1" };
      const made = await app.call("POST", `${credentials}/share-links`, { token, body });
      const link = made.json<{ data: ShareLink }>().data;
      const secret = new URL(link.address).pathname.split("/").at(-1)!;
      return {
        attempt: async (at) => {
          const headers = { "user-agent": `viewer ${at}` };
          const answer = await app.call("GET", `${credentials}/shared/${secret}?timeZone=UTC`, { headers });
          return { won: answer.json<{ data: { status: string } }>().data.status === "valid" };
        },
        countsOnce: [
          ["select view_count as count from share_links where id = $1", link.id],
          ["select count(*) from share_link_views where link_id = $1", link.id],
        ],
      };
    },
  },
  "a presentation request accepts one presentation": {
    winners: "one",
    prepare: async (app, attempts) => {
      const { txnId, calls } = await preparePresentations(app, attempts);
      return { attempt: (at) => present(app, calls[at]!), countsOnce: shown(txnId) };
    },
  },
  "a presentation request accepts a repeated presentation": {
    winners: "same",
    prepare: async (app) => {
      const { txnId, calls } = await preparePresentations(app, 1);
      return {
        attempt: async () => {
          const { won } = await present(app, calls[0]!);
          if (!won) throw new Error("The repeated response was rejected.");
          return { won };
        },
        countsOnce: shown(txnId),
      };
    },
  },
};

async function makeOffer(app: TestApp): Promise<Offer> {
  const { token, degreeId } = await holderOf(app);
  const made = await app.call("POST", `${credentials}/offers`, { token, body: { credentialId: degreeId } });
  return made.json<{ data: Offer }>().data;
}

const readCode = async (app: TestApp, { id }: Offer): Promise<string> =>
  (await app.call("GET", `/credentials/offers/${id}`)).json().grants[grant]["pre-authorized_code"];

async function exchange(app: TestApp, { digits }: Offer, code: string, headers = {}): Promise<Attempt> {
  const body = new URLSearchParams({ grant_type: grant, "pre-authorized_code": code, tx_code: digits }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await app.call("POST", offerToken.path, { body, headers: { ...type, ...headers } });
  return { won: answer.statusCode === 200, given: answer.json().access_token };
}

const readToken = async (app: TestApp, offer: Offer): Promise<string> =>
  String((await exchange(app, offer, await readCode(app, offer))).given);

const makeKey = () => generateKeyPair("ES256");

async function prove(app: TestApp, { publicKey, privateKey }: Awaited<ReturnType<typeof makeKey>>): Promise<string> {
  const { c_nonce: nonce } = (await app.call("POST", offerNonce.path)).json();
  return new SignJWT({ nonce })
    .setProtectedHeader({ alg: "ES256", typ: "openid4vci-proof+jwt", jwk: await exportJWK(publicKey) })
    .setAudience(app.settings.publicUrl)
    .setIssuedAt(await app.services.clock.now())
    .sign(privateKey);
}

async function fetchCopy(app: TestApp, token: string, proof: string): Promise<Attempt> {
  const body = { credential_configuration_id: configuration, proofs: { jwt: [proof] } };
  const answer = await app.call("POST", offeredCredential.path, { token, body });
  return { won: answer.statusCode === 200, given: answer.json().credentials };
}

const copies = ({ id, credentialId }: Offer) =>
  [
    ["select count(*) from credential_offers where id = $1 and accepted_at is not null", id],
    ["select count(*) from credential_statuses where credential_id = $1", credentialId],
    ["select count(*) from audit_log where event = 'credential-offer-accepted' and detail->>'offerId' = $1", id],
  ] as const;

/** One request, and the responses of several wallets to it. */
async function preparePresentations(app: TestApp, wallets: number) {
  const { txnId, post } = await begin(app, "lotus", "admission", inside);
  const asked = await post("/transactions/presentation-requests", { verificationName: "bgv-degree" });
  const { address } = asked.json<{ data: { address: string } }>().data;
  const path = presentationResponse.path.replace(":id", "");
  const calls = [];
  for (let n = 0; n < wallets; n += 1) {
    const offer = await makeOffer(app);
    const other = await makeWallet(catching(app, path));
    const copy = await other.acceptOffer(offer.address, offer.digits);
    calls.push(await catchCall(app, path, () => other.present(address, copy), Promise.resolve(other)));
  }
  return { txnId, calls };
}

const present = async (app: TestApp, call: Awaited<ReturnType<typeof catchCall>>): Promise<Attempt> => ({
  won: (await send(app, { ...call, withoutKey: true }, "")).statusCode === 200,
});
