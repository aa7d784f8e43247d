import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, text } from "#engine/core/base/shapes.ts";

export const OfferSchema = closed({
  id: described(Id, "The id of the offer."),
  credentialId: described(Id, "The id of the offered credential."),
  credentialType: described(text(128), "The type of that credential: 'Degree'."),
  address: described(text(2000), "The URL for the other wallet."),
  qrCode: described(text(200_000), "The URL as a QR code: a data: image."),
  digits: described(text(8), "The transaction code that the other wallet asks for; shown to the candidate only."),
  state: Type.Enum(["open", "accepted", "expired", "blocked"], {
    description: "Whether another wallet can accept it, and the reason if not.",
  }),
  expiresAt: described(Moment, "The expiry of the offer, ISO 8601 in UTC."),
});

/** An offer of a credential to another wallet. */
export type Offer = Static<typeof OfferSchema>;

/** Shapes that the API document names. */
export const offerShapes = { Offer: OfferSchema };
