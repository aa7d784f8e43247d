import { addIssuance } from "#server/wallet/sharing/issuance.ts";
import { getOffer, makeOffer, sweepOffers } from "#server/wallet/sharing/offers.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const handlers = {
  "offers.make": ({ body }, { services, candidate }) => makeOffer(services, candidate.id, body.credentialId),
  "offers.get": ({ params }, { services, candidate }) => getOffer(services, candidate.id, params.id),
} satisfies Handlers;

/** Credentials that candidates take to another wallet. */
export const offersArea = {
  handlers,
  plugin: addIssuance,
  prepare: ({ jobs, db }) => jobs.register("offers", 3600, () => sweepOffers(db)),
} satisfies Area;
