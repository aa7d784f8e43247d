import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Id, Moment, closed, text } from "#engine/core/base/shapes.ts";
import { CardSchema, credentialShapes } from "./credentials.ts";

const FactSchema = CardSchema.properties.facts.items;
const ViewSchema = closed({
  id: described(Id, "The id of the view."),
  at: described(Moment, "The time of the view, ISO 8601 in UTC."),
  timeZone: described(text(64), "The viewer's time zone, 'Asia/Kolkata'; empty where unknown."),
  device: Type.Enum(["phone", "computer"], { description: "The viewer's kind of device." }),
});
/** The status of a share link. */
const ShareLinkStatus = Type.Enum(["valid", "expired", "exhausted", "revoked", "withdrawn"], {
  description: "Whether the link can be viewed, and the reason if not.",
});
export const ShareLinkSchema = closed({
  id: described(Id, "The id of the share link."),
  credentialId: described(Id, "The id of the credential that it shares."),
  credentialType: described(text(128), "The type of that credential: 'Degree'."),
  audience: described(text(80), "The intended viewer, as the candidate wrote it."),
  facts: Type.Array(FactSchema, { maxItems: 101, description: "The facts that it discloses." }),
  address: described(text(2000), "The URL to share."),
  qrCode: described(text(200_000), "The URL as a QR code: a data: image."),
  status: ShareLinkStatus,
  createdAt: described(Moment, "The time of creation, ISO 8601 in UTC."),
  expiresAt: described(Moment, "The expiry of the link, ISO 8601 in UTC."),
  viewCount: Type.Integer({ minimum: 0, description: "The number of views." }),
  viewLimit: Type.Optional(Type.Integer({ minimum: 1, description: "The view limit; missing without a limit." })),
  views: Type.Array(ViewSchema, { maxItems: 50, description: "The latest views, newest first." }),
});
export const SharingSchema = closed({
  credentialType: described(text(128), "The type of the credential: 'Degree'."),
  facts: Type.Array(FactSchema, { maxItems: 101, description: "The facts that a link can disclose, each on its own." }),
  links: Type.Array(ShareLinkSchema, {
    maxItems: 100,
    description: "The share links of the credential, newest first.",
  }),
});
/** A shared credential as its visitor sees it; without a credential where the link is not valid. */
export const SharedCredentialSchema = closed({
  status: Type.Enum(["valid", "withdrawn", "expired", "exhausted", "revoked", "unknown"], {
    description: "The status of the link and its credential; only 'valid' and 'withdrawn' come with the credential.",
  }),
  audience: Type.Optional(described(text(80), "The intended viewer, as the candidate wrote it.")),
  expiresAt: Type.Optional(described(Moment, "The expiry of the link, ISO 8601 in UTC.")),
  credential: Type.Optional(
    closed(
      {
        ...Type.Omit(credentialShapes.Credential, ["credentialAttributes", "existsInWallet", "documentUrl"]).properties,
        card: CardSchema,
      },
      { description: "The shared credential; missing where the link discloses nothing." },
    ),
  ),
  proof: Type.Optional(
    closed(
      {
        presentation: described(text(60_000), "The credential with its disclosed facts (SD-JWT+KB)."),
        audience: described(text(2000), "The audience of the signature: the URL of this link."),
        nonce: described(text(64), "The nonce of the signature, used once."),
      },
      { description: "The proof that a viewer can check." },
    ),
  ),
});

/** A link that shares a credential. */
export type ShareLink = Static<typeof ShareLinkSchema>;
/** The facts that a credential can disclose, and its share links. */
export type Sharing = Static<typeof SharingSchema>;
/** What a visitor of a share link sees. */
export type SharedCredential = Static<typeof SharedCredentialSchema>;

/** Shapes that the API document names. */
export const shareLinkShapes = {
  ShareLink: ShareLinkSchema,
  Sharing: SharingSchema,
  SharedCredential: SharedCredentialSchema,
};
