import type { Static } from "typebox";
import { offerShapes, type Offer } from "#engine/api/offers.ts";
import type { Makings } from "./root.ts";

/** A credential on its way to another wallet. */
export const contract = () => offerShapes.Offer;

/** The root `offer` from offers.get. */
export const toOffer = (offer: Offer, { translate }: Pick<Makings, "translate">): OfferRoot => ({
  ...offer,
  credentialType: translate(offer.credentialType),
});

/** The root `offer`. */
export type OfferRoot = Static<ReturnType<typeof contract>>;
