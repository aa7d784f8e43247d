import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Id, Moment, closed, text } from "./parts/shapes.ts";

const OfferSchema = closed({
  id: described(Id, "The offer's id."),
  credentialId: described(Id, "What is offered."),
  credentialType: described(text(128), "What that certifies: 'Degree'."),
  address: described(text(2000), "The address that another wallet opens."),
  code: described(text(200_000), "The address as a QR code, a data: picture."),
  digits: described(text(8), "What the other wallet asks for: only the candidate reads it."),
  state: Type.Enum(["open", "taken", "expired", "blocked"], { description: "Whether it can be taken, and why not." }),
  expiresAt: described(Moment, "Until when it can be taken, ISO 8601 in UTC."),
});

/** A credential on its way to another wallet. */
export type Offer = Static<typeof OfferSchema>;

/** The shapes of this area that the API document names. */
export const offerShapes = { Offer: OfferSchema };

/** The operations on credentials that are taken to another wallet. */
export const offerOperations = {
  "offers.make": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/offers",
    auth: "user",
    summary: "Offer a credential to another wallet of the candidate's.",
    body: closed({ credentialId: described(Id, "The id of the credential.") }),
    data: OfferSchema,
  },
  "offers.get": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/offers/:id",
    auth: "user",
    summary: "An offer, and whether it was taken.",
    params: closed({ id: described(Id, "The id of the offer.") }),
    data: OfferSchema,
    fills: "offer",
  },
} as const satisfies Record<string, OperationContract>;
