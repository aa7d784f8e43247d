import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import { services as bases } from "#engine/contract/services.ts";
import type { TestApp } from "../../app.ts";
import { makeWallet, type OtherWallet } from "../../wallet/other-wallet.ts";
import { begin } from "../../wallet/transactions/candidate.ts";
import type { FaultCase } from "../prepared-call.ts";
import { shown } from "./credentials.ts";
import { catchCall, catching, holderOf, inside } from "./preparations.ts";

const { offerToken, offeredCredential, presentationResponse } = protocolEndpoints;
const responses = presentationResponse.path.replace(":id", "");

/** Calls of other wallets (OpenID4VCI, OpenID4VP). They have no Idempotency-Key. */
export const otherWalletCases: Readonly<Record<string, FaultCase>> = {
  // A code is good for one answer.
  offerToken: async (app) => {
    const { id, address, digits } = await offer(app);
    return {
      ...(await catchCall(app, offerToken.path, (other) => other.acceptOffer(address, digits))),
      withoutKey: true,
      spentStatus: 400,
      countsOnce: [["select count(*) from credential_offers where id = $1 and token_hash is not null", id]],
    };
  },
  // Its token is good for one key, which gets the same answer again.
  offeredCredential: async (app) => {
    const { id, address, digits } = await offer(app);
    return {
      ...(await catchCall(app, offeredCredential.path, (other) => other.acceptOffer(address, digits))),
      withoutKey: true,
      countsOnce: [["select count(*) from credential_offers where id = $1 and accepted_at is not null", id]],
    };
  },
  presentationResponse: async (app) => {
    const { orgId, txnId, post } = await begin(app, "lotus", "admission", inside);
    const asked = await post("/transactions/presentation-requests", { verificationName: "bgv-degree" });
    const { id, address } = asked.json<{ data: PresentationRequest }>().data;
    const { other, copy } = await copyOf(app);
    return {
      ...(await catchCall(app, responses, () => other.present(address, copy), Promise.resolve(other))),
      withoutKey: true,
      countsOnce: [
        ...shown(txnId),
        ["select count(*) from presentation_requests where id = $1 and accepted_at is not null and failures = 0", id],
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

/** A copy of a degree in another wallet, which presents it on every request. */
function copyOf(app: TestApp): Promise<{ other: OtherWallet; copy: string }> {
  const found = copies.get(app) ?? makeCopy(app);
  copies.set(app, found);
  return found;
}

async function makeCopy(app: TestApp) {
  const other = await makeWallet(catching(app, responses));
  const { address, digits } = await offer(app);
  return { other, copy: await other.acceptOffer(address, digits) };
}
