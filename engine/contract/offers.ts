import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, closed } from "#engine/core/base/shapes.ts";
import { OfferSchema } from "#engine/core/scope/shapes/offers.ts";

/** Operations on credential offers to other wallets. */
export const offerOperations = {
  "offers.create": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/offers",
    auth: "user",
    needsFreshProof: true,
    summary: "Offer a credential to another wallet of the candidate.",
    body: closed({ credentialId: described(Id, "The id of the credential.") }),
    data: OfferSchema,
  },
  "offers.get": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/offers/:id",
    auth: "user",
    summary: "Get an offer and its state.",
    params: closed({ id: described(Id, "The id of the offer.") }),
    data: OfferSchema,
    fills: "offer",
  },
} as const satisfies Record<string, OperationContract>;
