import type { Offer } from "#engine/api/offers.ts";
import { outsideCalls } from "#engine/api/outside.ts";
import type { Asking } from "#engine/api/presentations.ts";
import { services as bases } from "#engine/api/services.ts";
import type { TestApp } from "../../app.ts";
import { makeWallet, type OtherWallet } from "../../wallet/other-wallet.ts";
import { begin } from "../../wallet/transactions/candidate.ts";
import type { Case } from "../ready.ts";
import { shown } from "./held.ts";
import { catchCall, catching, holderOf, inside } from "./ways.ts";

const { offerToken, offeredCredential, presentationResponse } = outsideCalls;
const responses = presentationResponse.path.replace(":id", "");

/** What other wallets do here (OpenID4VCI, OpenID4VP): they have no keys of ours. */
export const otherWalletCases: Readonly<Record<string, Case>> = {
  // A code is good for one answer.
  offerToken: async (app) => {
    const { id, address, digits } = await offer(app);
    return {
      ...(await catchCall(app, offerToken.path, (other) => other.take(address, digits))),
      keyless: true,
      spent: 400,
      once: [["select count(*) from credential_offers where id = $1 and token_hash is not null", id]],
    };
  },
  // So is its token.
  offeredCredential: async (app) => {
    const { id, address, digits } = await offer(app);
    return {
      ...(await catchCall(app, offeredCredential.path, (other) => other.take(address, digits))),
      keyless: true,
      spent: 401,
      once: [["select count(*) from credential_offers where id = $1 and taken_at is not null", id]],
    };
  },
  presentationResponse: async (app) => {
    const { orgId, txnId, post } = await begin(app, "lotus", "admission", inside);
    const asked = await post("/transactions/credential-requests", { verificationName: "bgv-degree" });
    const { id, address } = asked.json<{ data: Asking }>().data;
    const { other, copy } = await copyOf(app);
    return {
      ...(await catchCall(app, responses, () => other.show(address, copy), Promise.resolve(other))),
      keyless: true,
      once: [
        ...shown(txnId),
        ["select count(*) from presentation_requests where id = $1 and taken_at is not null and failures = 0", id],
        ["select count(*) from transactions where id = $1 and org_id = $2", txnId, orgId],
      ],
    };
  },
};

async function offer(app: TestApp): Promise<Offer> {
  const { token, degreeId } = await holderOf(app);
  const url = `${bases.webWallet}/credentials/offers`;
  return (await app.call("POST", url, { token, body: { credentialId: degreeId } })).json<{ data: Offer }>().data;
}

const copies = new WeakMap<TestApp, Promise<{ other: OtherWallet; copy: string }>>();

/** A copy of a degree in another wallet, which is shown as often as somebody asks for it. */
function copyOf(app: TestApp): Promise<{ other: OtherWallet; copy: string }> {
  const found = copies.get(app) ?? makeCopy(app);
  copies.set(app, found);
  return found;
}

async function makeCopy(app: TestApp) {
  const other = await makeWallet(catching(app, responses));
  const { address, digits } = await offer(app);
  return { other, copy: await other.take(address, digits) };
}
