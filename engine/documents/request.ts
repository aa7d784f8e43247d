import Type, { type Static } from "typebox";
import { FieldName, Id } from "#engine/api/parts/shapes.ts";
import { described } from "#engine/base/described.ts";
import { closed, document, pointer, ref, requiredText, text } from "./fragments.ts";

const money = () => Type.Number({ minimum: 0 });

const address = () => Type.String({ pattern: "^https://[^/?#\\s]+(/[^?#\\s]*)?$", maxLength: 500 });

/** A credential that does in place of a verification: SD-JWT VC, shown from this wallet or by OpenID4VP from another. */
const accepted = () =>
  closed({
    verification: described(
      ref("verification"),
      "The verification whose credential it is: one that this wallet made of it does, whoever asked for it.",
    ),
    others: Type.Optional(
      Type.Array(
        closed({
          issuer: described(address(), "The issuer's address (`iss`).", "https://university.example"),
          types: Type.Array(address(), {
            minItems: 1,
            description: "The types (`vct`) for which it is trusted.",
            examples: [["https://university.example/types/degree"]],
          }),
        }),
        { description: "Other issuers that are trusted beside this wallet." },
      ),
    ),
    withinDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 36_500, description: "How old it may be, in days.", examples: [730] }),
    ),
    attributes: Type.Optional(
      Type.Array(pointer(), {
        description:
          "JSON Pointers into the form of its verification: the facts that must be shown, beside whose it is.",
        examples: [["/course"]],
      }),
    ),
  });
/** One way to do without a verification. */
export type AcceptedCredential = Static<ReturnType<typeof accepted>>;

const asked = () =>
  closed({
    verification: described(ref("verification"), "The verification's name: the id of its document."),
    skipAllowed: Type.Boolean({ description: "It may be skipped." }),
    marksheetRequired: Type.Optional(Type.Boolean({ description: "Marksheets are asked for with it." })),
    express: Type.Optional(Type.Boolean({ description: "It can be done express; without it its document says so." })),
    accepts: Type.Optional(
      Type.Array(accepted(), { minItems: 1, description: "Credentials of which any one does in its place." }),
    ),
  });

const question = () =>
  closed({
    id: described(Id, "The question's id, under which its answer is kept.", "start-date"),
    question: described(requiredText(), "What is asked."),
    type: Type.Union([Type.Literal("text"), Type.Literal("select"), Type.Literal("date")], {
      description: "How it is answered: typed, chosen, or a date.",
    }),
    options: Type.Optional(
      Type.Array(
        closed({
          name: described(requiredText(), "What the choice is called."),
          value: Type.String({ description: "What is answered when it is chosen.", examples: ["yes"] }),
        }),
        { description: "The choices of a select." },
      ),
    ),
    format: Type.Optional(Type.String({ description: "How a date is kept: 'dd-MM-yyyy'.", examples: ["dd-MM-yyyy"] })),
    message: described(text(), "What is said where the answer is missing or does not fit."),
  });

/** What an organisation asks for; the wire says "form". The file's name is the formId. */
export const requestSchema = document("request", {
  name: described(requiredText(), "What the request is called."),
  expiry: Type.Integer({
    minimum: -1,
    description: "Until when it can be begun, in seconds since 1970; -1 for ever.",
    examples: [-1],
  }),
  payment: Type.Union([Type.Literal("none"), Type.Literal("required"), Type.Literal("user")], {
    description: "'none' is free, 'required' asks for payment, with 'user' the candidate pays.",
  }),
  public: Type.Optional(Type.Boolean({ description: "It is listed for everybody, unless it is for invited numbers." })),
  invited: Type.Optional(
    Type.Array(Type.String({ pattern: "^\\+[1-9][0-9]{6,14}$" }), {
      description: "Mobile numbers, E.164, that alone may open it; without it everybody may.",
    }),
  ),
  manualProfileRequired: Type.Boolean({
    description: "Each proof of identity has its own tile; else one Identity tile stands for them and comes first.",
  }),
  verifications: Type.Array(asked(), { minItems: 1, description: "What has to be verified, in order." }),
  minimumSet: Type.Optional(
    closed(
      {
        atLeast: Type.Integer({ minimum: 1, description: "How many must be filled in.", examples: [1] }),
        of: Type.Array(ref("verification"), { description: "Names of the verifications to choose from." }),
      },
      { description: "Some of these must be filled in, whatever may be skipped." },
    ),
  ),
  basicDetails: Type.Optional(
    Type.Array(
      closed({
        fieldName: described(
          FieldName,
          "The key of the detail, as the organisation's directory knows it.",
          "referenceNumber",
        ),
        label: described(requiredText(), "What the detail is called."),
      }),
      { description: "Facts proved by a code to the mailbox that the organisation's directory holds for them." },
    ),
  ),
  questions: Type.Optional(Type.Array(question(), { description: "What is asked before the start." })),
  express: Type.Optional(Type.Boolean({ description: "Express is offered." })),
  discount: Type.Optional(
    closed(
      {
        percentage: Type.Number({
          minimum: 0,
          maximum: 100,
          description: "What it takes off the total, in percent.",
          examples: [10],
        }),
        minAmount: Type.Record(Type.String(), money(), {
          description: "The total from which on it applies, by region, in major units.",
        }),
      },
      { description: "The additional discount, in place of the one of the price catalogue." },
    ),
  ),
  disclaimer: described(text(), "What is said below the bill."),
  evaluation: Type.Optional(
    closed(
      {
        provider: Type.String({ description: "The id of the partner that evaluates.", examples: ["wes"] }),
        processingPeriod: closed(
          {
            normal: described(requiredText(), "At normal speed, in words."),
            express: described(text(), "Express, in words; missing where it is not offered."),
          },
          { description: "How long the evaluation takes." },
        ),
        expressWithinWorkingDays: Type.Optional(
          closed(
            {
              least: Type.Integer({ minimum: 1, maximum: 365, description: "How soon at best.", examples: [2] }),
              most: Type.Integer({ minimum: 1, maximum: 365, description: "The end that is promised.", examples: [4] }),
            },
            {
              description:
                "The same for express in numbers: dates are promised by them when everything is done express; without them by the usual days.",
            },
          ),
        ),
      },
      { description: "What is verified is evaluated by a partner." },
    ),
  ),
});
export type RequestDocument = Static<typeof requestSchema>;
