import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { CardSchema, credentialShapes } from "./credentials.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, Id, Moment, Nothing, closed, text } from "./parts/shapes.ts";

const FactSchema = CardSchema.properties.facts.items;
const LookSchema = closed({
  id: described(Id, "The id of the look."),
  at: described(Moment, "When somebody looked, ISO 8601 in UTC."),
  zone: described(text(64), "The time zone of their page, 'Asia/Kolkata'; empty where it named none."),
  device: Type.Enum(["phone", "computer"], { description: "What they looked with." }),
});
/** How a link stands. */
const LinkState = Type.Enum(["open", "expired", "used-up", "taken-back", "withdrawn"], {
  description: "Whether it can be opened, and why not.",
});
const LinkSchema = closed({
  id: described(Id, "The link's id."),
  credentialId: described(Id, "What it shows."),
  credentialType: described(text(128), "What that certifies: 'Degree'."),
  audience: described(text(80), "For whom it is, in the candidate's words."),
  facts: Type.Array(FactSchema, { maxItems: 101, description: "What it discloses." }),
  address: described(text(2000), "The address to give to somebody."),
  code: described(text(200_000), "The address as a QR code, a data: picture."),
  state: LinkState,
  createdAt: described(Moment, "When it was made, ISO 8601 in UTC."),
  expiresAt: described(Moment, "Until when it opens, ISO 8601 in UTC."),
  looks: Type.Integer({ minimum: 0, description: "How many have looked." }),
  maxLooks: Type.Optional(
    Type.Integer({ minimum: 1, description: "How many may look; missing where any number may." }),
  ),
  visits: Type.Array(LookSchema, { maxItems: 50, description: "Who has looked, newest first." }),
});
const ShowingSchema = closed({
  credentialType: described(text(128), "What the credential certifies: 'Degree'."),
  facts: Type.Array(FactSchema, { maxItems: 101, description: "What may be disclosed of it, each on its own." }),
  links: Type.Array(LinkSchema, { maxItems: 100, description: "The links that show it, newest first." }),
});
/** What a visitor is shown, and that it is not. */
const ShownSchema = closed({
  standing: Type.Enum(["valid", "withdrawn", "expired", "used-up", "taken-back", "unknown"], {
    description: "Whether it stands; why nothing is shown where the link does not open.",
  }),
  audience: Type.Optional(described(text(80), "For whom the candidate made the link.")),
  expiresAt: Type.Optional(described(Moment, "Until when the link opens, ISO 8601 in UTC.")),
  credential: Type.Optional(
    closed(
      {
        ...Type.Omit(credentialShapes.Credential, ["credentialAttributes", "existsInWallet", "documentUrl"]).properties,
        card: CardSchema,
      },
      { description: "What is shown; missing where nothing is." },
    ),
  ),
  proof: Type.Optional(
    closed(
      {
        presentation: described(text(60_000), "The credential with what is disclosed of it (SD-JWT+KB)."),
        audience: described(text(2000), "Whom it was signed for: the address of this very link."),
        nonce: described(text(64), "What it was signed with, for this once."),
      },
      { description: "What anybody can check it with." },
    ),
  ),
});
const OfLink = closed({ id: described(Id, "The id of the link.") });

/** A link by which a candidate shows a credential. */
export type Link = Static<typeof LinkSchema>;
/** What a credential can show, and the links that do. */
export type Showing = Static<typeof ShowingSchema>;
/** What somebody sees who opens a link. */
export type Shown = Static<typeof ShownSchema>;

/** The shapes of this area that the API document names. */
export const linkShapes = { Link: LinkSchema, Showing: ShowingSchema, Shown: ShownSchema };

/** The operations on links that show a credential to somebody without an account. */
export const linkOperations = {
  "links.list": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/links",
    auth: "user",
    summary: "What a credential can show, and the links that show it.",
    query: closed({ credentialId: described(Id, "The id of the credential.") }),
    data: ShowingSchema,
    fills: "showing",
  },
  "links.get": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/links/one/:id",
    auth: "user",
    summary: "One link, and who has looked.",
    params: OfLink,
    data: LinkSchema,
    fills: "link",
  },
  "links.make": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/links",
    auth: "user",
    summary: "Make a link that shows chosen facts of a credential, for so long and so often.",
    body: closed({
      credentialId: described(Id, "The id of the credential."),
      facts: Type.Array(text(128), { minItems: 1, maxItems: 101, description: "Names of the facts it discloses." }),
      audience: Type.Optional(described(text(80), "For whom it is, in the candidate's words.")),
      days: Type.String({ pattern: "^([1-9][0-9]{0,2})$", maxLength: 3, description: "For how many days it opens." }),
      looks: Type.Optional(
        Type.String({
          pattern: "^(any|[1-9][0-9]{0,2})$",
          maxLength: 3,
          description: "How many may look; without it, or 'any', any number.",
        }),
      ),
    }),
    data: LinkSchema,
    changes: ["showing"],
  },
  "links.take-back": {
    method: "POST",
    service: "webWallet",
    path: "/credentials/links/take-back/:id",
    auth: "user",
    summary: "Take a link back: it opens no more.",
    params: OfLink,
    body: Nothing,
    bodyOptional: true,
    data: LinkSchema,
    changes: ["showing", "link"],
  },
  "links.paper": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/links/paper/:id",
    auth: "user",
    summary: "What a link shows as one page to print, with its QR code.",
    params: OfLink,
    data: Bytes,
    contentTypes: ["application/pdf"],
  },
  "links.open": {
    method: "GET",
    service: "webWallet",
    path: "/credentials/shown/:secret",
    auth: "public",
    summary: "What a link shows to whoever has it.",
    params: closed({ secret: described(Id, "The secret in the link's address.") }),
    query: closed({
      zone: Type.Optional(described(text(64), "The time zone of the page: all that is kept of where.")),
    }),
    data: ShownSchema,
    fills: "shown",
  },
} as const satisfies Record<string, OperationContract>;
