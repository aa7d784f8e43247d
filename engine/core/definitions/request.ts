import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { FieldName, Id } from "#engine/core/base/shapes.ts";
import { closed, defineKind, pointer, ref, requiredText, text } from "./fragments.ts";

/** How an evaluation partner gets documents and report. */
export const deliveryDrivers = ["https", "sftp", "email", "manual"] as const;
export type DeliveryDriver = (typeof deliveryDrivers)[number];

const money = () => Type.Number({ minimum: 0 });

const address = () => Type.String({ pattern: "^https://[^/?#\\s]+(/[^?#\\s]*)?$", maxLength: 500 });

/** A credential that replaces a verification: an SD-JWT VC of this wallet, or of another one by OpenID4VP. */
const accepted = () =>
  closed({
    verification: described(
      ref("verification"),
      "The verification whose credential is accepted, from any request in this wallet.",
    ),
    others: Type.Optional(
      Type.Array(
        closed({
          issuer: described(address(), "The URL of the issuer (`iss`).", "https://university.example"),
          types: Type.Array(address(), {
            minItems: 1,
            description: "The trusted types (`vct`).",
            examples: [["https://university.example/types/degree"]],
          }),
        }),
        { description: "Trusted issuers beside this wallet." },
      ),
    ),
    withinDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: "The maximum age of the credential, in days.",
        examples: [730],
      }),
    ),
    attributes: Type.Optional(
      Type.Array(pointer(), {
        description: "The facts to disclose beside the holder's name: JSON Pointers into the form of its verification.",
        examples: [["/course"]],
      }),
    ),
  });
/** A credential that replaces a verification. */
export type AcceptedCredential = Static<ReturnType<typeof accepted>>;

const asked = () =>
  closed({
    verification: described(ref("verification"), "The name of the verification: the id of its definition."),
    skipAllowed: Type.Boolean({ description: "The candidate may skip it." }),
    marksheetRequired: Type.Optional(Type.Boolean({ description: "Marksheets are required with it." })),
    express: Type.Optional(
      Type.Boolean({ description: "Express is available for it; without it the verification definition decides." }),
    ),
    accepts: Type.Optional(
      Type.Array(accepted(), {
        minItems: 1,
        description: "Accepted credentials; one of them replaces the verification.",
      }),
    ),
  });

const question = () =>
  closed({
    id: described(Id, "The id of the question; stored with the answer.", "start-date"),
    question: described(requiredText(), "The question."),
    type: Type.Union([Type.Literal("text"), Type.Literal("select"), Type.Literal("date")], {
      description: "The type of the answer.",
    }),
    options: Type.Optional(
      Type.Array(
        closed({
          name: described(requiredText(), "The label of the choice."),
          value: Type.String({ description: "The answer when it is chosen.", examples: ["yes"] }),
        }),
        { description: "The choices of a select." },
      ),
    ),
    format: Type.Optional(
      Type.String({ description: "The stored date format: 'dd-MM-yyyy'.", examples: ["dd-MM-yyyy"] }),
    ),
    message: described(text(), "The message for a missing or invalid answer."),
  });

/** What an organisation requests; the wire calls it a form. The name of the file is the formId. */
export const requestSchema = defineKind("request", {
  name: described(requiredText(), "The name of the request."),
  expiry: Type.Integer({
    minimum: -1,
    description: "The expiry of the form in seconds since 1970; -1 for none.",
    examples: [-1],
  }),
  payment: Type.Union([Type.Literal("none"), Type.Literal("required"), Type.Literal("user")], {
    description: "'none' is free, 'required' requires payment, with 'user' the candidate pays.",
  }),
  public: Type.Optional(
    Type.Boolean({ description: "The request is in the public list, unless it is for invited numbers." }),
  ),
  invited: Type.Optional(
    Type.Array(Type.String({ pattern: "^\\+[1-9][0-9]{6,14}$" }), {
      description: "The only mobile numbers that may open it, E.164; any number without it.",
    }),
  ),
  manualProfileRequired: Type.Boolean({
    description: "Each identity verification has its own tile; otherwise one Identity tile replaces them.",
  }),
  verifications: Type.Array(asked(), { minItems: 1, description: "The verifications, in order." }),
  minimumSet: Type.Optional(
    closed(
      {
        atLeast: Type.Integer({ minimum: 1, description: "The minimum number to fill in.", examples: [1] }),
        of: Type.Array(ref("verification"), { description: "The names of the verifications to choose from." }),
      },
      { description: "At least some of these must be filled in, even if each may be skipped." },
    ),
  ),
  basicDetails: Type.Optional(
    Type.Array(
      closed({
        fieldName: described(FieldName, "The key of the detail in the organisation's directory.", "referenceNumber"),
        label: described(requiredText(), "The label of the detail."),
      }),
      { description: "Details verified by an OTP to the mailbox in the organisation's directory." },
    ),
  ),
  questions: Type.Optional(Type.Array(question(), { description: "The questions before the start." })),
  express: Type.Optional(Type.Boolean({ description: "The request offers express." })),
  discount: Type.Optional(
    closed(
      {
        percentage: Type.Number({
          minimum: 0,
          maximum: 100,
          description: "The discount on the total, in percent.",
          examples: [10],
        }),
        minAmount: Type.Record(Type.String(), money(), {
          description: "The minimum total, by region, in major units.",
        }),
      },
      { description: "The additional discount; replaces the one of the price catalogue." },
    ),
  ),
  disclaimer: described(text(), "The note below the bill."),
  evaluation: Type.Optional(
    closed(
      {
        provider: described(ref("partner"), "The id of the evaluation partner.", "wes"),
        report: Type.Optional(described(ref("report"), "The report that the partner gets.", "outcome")),
        delivery: Type.Optional(
          Type.Enum(deliveryDrivers, {
            description:
              "How the partner gets documents and report. The setting DELIVERIES has its address; 'manual' needs none: staff hand it over.",
            examples: ["https"],
          }),
        ),
        processingPeriod: closed(
          {
            normal: described(requiredText(), "At normal speed, as text."),
            express: described(text(), "Express, as text; missing without express."),
          },
          { description: "The duration of the evaluation." },
        ),
        expressWithinWorkingDays: Type.Optional(
          closed(
            {
              least: Type.Integer({ minimum: 1, maximum: 365, description: "The shortest time.", examples: [2] }),
              most: Type.Integer({
                minimum: 1,
                maximum: 365,
                description: "The longest time: the promised date.",
                examples: [4],
              }),
            },
            {
              description:
                "The express duration in working days, for the promised date when express covers every item; the normal days without it.",
            },
          ),
        ),
      },
      { description: "A partner evaluates the verified documents." },
    ),
  ),
});
export type RequestDefinition = Static<typeof requestSchema>;
