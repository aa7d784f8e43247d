import type { Static } from "typebox";
import type { RootInput } from "./root.ts";
import { offerShapes, type Offer } from "./shapes/offers.ts";

/** An offer of a credential to another wallet. */
export const contract = () => offerShapes.Offer;

/** Builds the root `offer` from offers.get. */
export const toOffer = (offer: Offer, { translate }: Pick<RootInput, "translate">): OfferRoot => ({
  ...offer,
  credentialType: translate(offer.credentialType),
});

/** The root `offer`. */
export type OfferRoot = Static<ReturnType<typeof contract>>;
