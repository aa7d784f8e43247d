import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, defineKind, named, text, url } from "./fragments.ts";
import { overrideKeys } from "./names.ts";

/** A brand and its variant of the definitions. `overrides` are merge patches on nodes, by id, pointer or table/row. */
export const organisationSchema = defineKind("organisation", {
  name: Type.String({ description: "The full name.", examples: ["Lotus University"] }),
  displayName: Type.Optional(
    Type.String({ description: "The display name, where it differs from the full name.", examples: ["Lotus"] }),
  ),
  default: Type.Optional(Type.Boolean({ description: "The default organisation, for URLs that name none." })),
  logo: described(url(), "The logo: a `data:` image or a path of this server.", "/organisations/lotus.svg"),
  colours: closed(
    {
      brand: Type.String({
        pattern: "^#[0-9a-fA-F]{6}$",
        description: "The brand colour as '#rrggbb'; all shades derive from it.",
        examples: ["#0f6cbd"],
      }),
    },
    { description: "The colours of the brand." },
  ),
  productName: Type.Optional(
    Type.String({
      description: "The product name in texts: 'You saved … with {productName}'.",
      examples: ["Sanad"],
    }),
  ),
  trust: Type.Optional(
    closed(
      {
        name: Type.String({ description: "The name in the top bar.", examples: ["Sanad"] }),
        logo: Type.Optional(
          described(url(), "The logo in the top bar; the organisation's logo without it.", "/organisations/sanad.svg"),
        ),
      },
      { description: "The body behind the wallet, where that is not the organisation." },
    ),
  ),
  partnership: Type.Optional(
    closed(
      {
        name: Type.String({
          description: "The name of the partner body.",
          examples: ["The Ministry of Education"],
        }),
      },
      { description: "The partner body of the wallet; missing without one." },
    ),
  ),
  seller: Type.Optional(
    closed(
      {
        name: Type.String({ description: "The name of the seller.", examples: ["Sanad Services"] }),
        address: Type.Array(Type.String(), { description: "The address of the seller, line by line." }),
        taxNumber: Type.Optional(
          Type.String({
            description: "The tax number of the seller with its kind: 'GSTIN …'.",
            examples: ["GSTIN 29ABCDE1234F1Z5"],
          }),
        ),
      },
      { description: "The seller on invoices; the default organisation's seller without it." },
    ),
  ),
  refundLimits: Type.Optional(
    Type.Partial(
      closed({
        INR: Type.Number({ minimum: 0, description: "In rupees.", examples: [5000] }),
        USD: Type.Number({ minimum: 0, description: "In dollars.", examples: [60] }),
      }),
      {
        description:
          "What staff may refund of one order without a second person, by currency; without it each refund needs one.",
      },
    ),
  ),
  evaluationBody: Type.Optional(
    Type.String({
      description: "The short name as an evaluation body; missing for other organisations.",
      examples: ["GCE"],
    }),
  ),
  contacts: Type.Optional(
    closed(
      {
        email: Type.String({
          pattern: "^[^\\s@]+@[^\\s@]+[.][^\\s@]+$",
          description: "The email address of support.",
          examples: ["help@example.org"],
        }),
        phone: Type.Optional(
          Type.String({
            description: "The phone number of support, as printed.",
            examples: ["+91 80 1234 5678"],
          }),
        ),
        hours: described(text(), "The support hours."),
      },
      { description: "The support contacts." },
    ),
  ),
  demoVideo: Type.Optional(described(url(), "The URL of the demo video; missing without one.", "/films/demo.mp4")),
  flags: Type.Optional(
    Type.Record(Type.String(), Type.Boolean(), { description: "Feature flags for definitions, by name." }),
  ),
  consent: Type.Optional(Type.Boolean({ description: "Analytics start only after consent; without it at once." })),
  locales: Type.Optional(
    Type.Array(named("language"), {
      description: "The languages beside English; without it all: 'hi'.",
    }),
  ),
  regions: Type.Optional(
    Type.Array(named("region"), {
      description: "The names of the payment regions; all without it.",
    }),
  ),
  overrides: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "The overrides of the organisation, by place: 'forms/address#/landmark'.",
      allOf: [overrideKeys],
    }),
  ),
});
export type OrganisationDefinition = Static<typeof organisationSchema>;
