import { addOpenid4vciEndpoints } from "#server/wallet/sharing/openid4vci-endpoints.ts";
import { getOffer, createOffer, pruneOffers } from "#server/wallet/sharing/offers.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const handlers = {
  "offers.create": ({ body }, { services, candidate }) => createOffer(services, candidate.id, body.credentialId),
  "offers.get": ({ params }, { services, candidate }) => getOffer(services, candidate.id, params.id),
} satisfies Handlers;

/** Credential offers to another wallet. */
export const offersArea = {
  handlers,
  plugin: addOpenid4vciEndpoints,
  register: ({ jobs, db }) => jobs.register("offers", 3600, () => pruneOffers(db)),
} satisfies Area;
