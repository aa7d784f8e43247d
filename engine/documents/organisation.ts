import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { closed, document, named, text, url } from "./fragments.ts";

/** A brand and its variant of the documents. `overrides` are merge patches on nodes found by id, pointer or table/row. */
export const organisationSchema = document("organisation", {
  name: Type.String({ description: "Its full name.", examples: ["Lotus University"] }),
  displayName: Type.Optional(
    Type.String({ description: "What people call it, where that is not its full name.", examples: ["Lotus"] }),
  ),
  default: Type.Optional(Type.Boolean({ description: "Its variant is shown where no organisation is named." })),
  logo: described(url(), "Its logo: a `data:` picture, or a path of this server.", "/organisations/lotus.svg"),
  colours: closed(
    {
      brand: Type.String({
        pattern: "^#[0-9a-fA-F]{6}$",
        description: "Its colour as '#rrggbb'; every shade is made from it.",
        examples: ["#0f6cbd"],
      }),
    },
    { description: "Colours of its brand." },
  ),
  productName: Type.Optional(
    Type.String({
      description: "How the product names itself in texts: 'You saved … with {productName}'.",
      examples: ["Sanad"],
    }),
  ),
  trust: Type.Optional(
    closed(
      {
        name: Type.String({ description: "The name in the top bar.", examples: ["Sanad"] }),
        logo: Type.Optional(
          described(
            url(),
            "The picture in the top bar; without it the organisation's logo.",
            "/organisations/sanad.svg",
          ),
        ),
      },
      { description: "Who vouches for the wallet, in place of the organisation itself." },
    ),
  ),
  partnership: Type.Optional(
    closed(
      {
        name: Type.String({
          description: "The body that it is run in partnership with.",
          examples: ["The Ministry of Education"],
        }),
      },
      { description: "With whom the wallet is run; missing where nobody else is." },
    ),
  ),
  seller: Type.Optional(
    closed(
      {
        name: Type.String({ description: "The seller's name.", examples: ["Sanad Services"] }),
        address: Type.Array(Type.String(), { description: "The seller's address, line by line." }),
        taxNumber: Type.Optional(
          Type.String({
            description: "The seller's tax number with its kind: 'GSTIN …'.",
            examples: ["GSTIN 29ABCDE1234F1Z5"],
          }),
        ),
      },
      { description: "Who sells, as invoices name them; without it the default organisation's." },
    ),
  ),
  evaluationBody: Type.Optional(
    Type.String({ description: "Its short name as an evaluation body; missing where it is none.", examples: ["GCE"] }),
  ),
  contacts: Type.Optional(
    closed(
      {
        email: Type.String({
          pattern: "^[^\\s@]+@[^\\s@]+[.][^\\s@]+$",
          description: "The address that support is written to.",
          examples: ["help@example.org"],
        }),
        phone: Type.Optional(
          Type.String({
            description: "The number that support is called at, as people read it.",
            examples: ["+91 80 1234 5678"],
          }),
        ),
        hours: described(text(), "When somebody picks up."),
      },
      { description: "How candidates reach support." },
    ),
  ),
  demoVideo: Type.Optional(described(url(), "Address of the demo film; missing without one.", "/films/demo.mp4")),
  flags: Type.Optional(
    Type.Record(Type.String(), Type.Boolean(), { description: "Switches that its documents read, by name." }),
  ),
  consent: Type.Optional(
    Type.Boolean({ description: "What people do here is counted only once they agree; without it, from the start." }),
  ),
  locales: Type.Optional(
    Type.Array(named("language"), {
      description: "Languages that it can be read in beside English; without it, every one there is: 'hi'.",
    }),
  ),
  regions: Type.Optional(
    Type.Array(named("region"), {
      description: "Names of the regions that it can be paid from; without it all of them.",
    }),
  ),
  overrides: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "What its variant changes, by the place: 'forms/address#/landmark'.",
    }),
  ),
});
export type OrganisationDocument = Static<typeof organisationSchema>;
