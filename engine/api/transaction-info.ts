import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { nameOf } from "#engine/base/known.ts";
import { EvaluationSchema, HistorySchema, StateSchema } from "./states.ts";
import {
  Currency,
  FieldName,
  FormName,
  Id,
  Moment,
  Money,
  OrgName,
  Percentage,
  ProviderName,
  RegionName,
  TxnId,
  VerificationName,
  closed,
  orNull,
  text,
} from "./parts/shapes.ts";

const Names = Type.Array(VerificationName, { maxItems: 50 });

/** Whether something may be done now; where not, the short word, the words for the candidate, and which verifications are in the way. */
export const PermissionSchema = closed({
  yes: Type.Boolean({ description: "It may be done now." }),
  reason: Type.Optional(described(text(64), "The short word for why not.")),
  why: Type.Optional(described(text(1000), "Why not, in words for the candidate.")),
  remaining: Type.Optional(described(Names, "Names of the verifications that are in the way.")),
});

/** What may be done now: by area and verb of the operation, `transactions` and `process`. */
export const AllowedSchema = Type.Record(
  Type.String({ pattern: "^[a-z]{1,32}$" }),
  Type.Record(Type.String({ pattern: "^[a-z-]{1,64}$" }), PermissionSchema, { additionalProperties: false }),
  { additionalProperties: false, description: "What may be done now, and why not, by area and verb of the operation." },
);

/** One verification of a transaction. */
export const EntrySchema = closed({
  name: described(VerificationName, "The verification's name: the id of its document."),
  label: described(text(200), "What the verification is called."),
  category: closed(
    {
      name: Type.String({
        maxLength: 64,
        $comment: nameOf.category,
        description: "The category's name in the catalogue: 'Education'.",
      }),
    },
    { description: "The group that it belongs to." },
  ),
  state: described(StateSchema, "Where it stands by what was given for it; a skip changes nothing here."),
  subType: described(orNull(Id), "The id of its newest submission; null without any."),
  subTypeList: Type.Array(Id, { maxItems: 100, description: "Ids of its submissions, oldest first." }),
  proceeded: Type.Boolean({ description: "Something was given for it, or it is skipped." }),
  markedAsSkip: Type.Boolean({ description: "The candidate skips it." }),
  skipAllowed: Type.Boolean({ description: "The request lets it be skipped." }),
  marksheetRequired: Type.Boolean({ description: "The request asks for marksheets." }),
  acceptMultipleSubmissions: Type.Boolean({ description: "Several submissions may be given." }),
  insufficiency: described(
    orNull(
      closed({
        subType: described(Id, "The id of the submission that lacks something."),
        reason: described(text(2000), "What is missing, in the verifier's words."),
        requestedAt: described(Moment, "When it was asked for, ISO 8601 in UTC."),
      }),
    ),
    "What the verifier still asks for; null when nothing.",
  ),
  failure: Type.Optional(
    closed(
      {
        subType: described(Id, "The id of the submission that failed."),
        reason: Type.Optional(described(text(2000), "Why, in the verifier's words; absent where they gave none.")),
        failedAt: described(Moment, "When it failed, ISO 8601 in UTC."),
      },
      { description: "What could not be verified; absent when nothing." },
    ),
  ),
  history: HistorySchema,
  /** A wallet that does not say it leaves it to be worked out. */
  allowed: Type.Optional(AllowedSchema),
});

/** What is left and what is done, by verification name. */
export const FilteredSchema = closed(
  {
    remaining: described(Names, "Names of what is neither begun nor skipped."),
    done: described(Names, "Names of what is completed."),
  },
  { description: "What is left and what is done, by name of the verification." },
);

/** The price of one verification in USD, major units, whatever the candidate pays in later. */
export const PriceListItemSchema = closed({
  verificationName: described(VerificationName, "The name of the verification that is priced."),
  mrp: described(Money, "List price in USD, major units."),
  price: closed(
    { primary: described(Money, "The price of the first one in USD, major units.") },
    { description: "What it costs." },
  ),
  discount: closed(
    {
      primary: described(Percentage, "What the price takes off the list price, in percent."),
      secondary: described(Percentage, "What each further one takes off the list price, in percent."),
    },
    { description: "What is saved on the list price." },
  ),
});

/** Details the organisation asked for, each with whether it is proved. */
export const UserInputList = Type.Array(
  closed({
    fieldName: described(FieldName, "The key of the detail, as the request names it."),
    value: described(text(200), "What the candidate gave for it."),
    verified: Type.Boolean({ description: "A code has proved it." }),
  }),
  { maxItems: 20, description: "The basic details that were given." },
);

/** Where a payment stands. */
export const PaymentStatus = Type.Enum(["Pending", "Success", "Failed"], {
  description: "Where the payment stands; 'Pending' until the provider has said.",
});

/** That express was paid for, once it was handed in. */
export const ExpressSchema = closed(
  { all: Type.Boolean({ description: "Everything in it is done express; else the rest takes the usual time." }) },
  { description: "It was paid for express and handed in so; missing at the usual speed." },
);
/** A payment that is on its way: begun at its provider, which has not said how it ended. */
export const OpenPaymentSchema = closed(
  {
    paymentId: described(Id, "The order's id as a payment."),
    region: described(RegionName, "The name of the region that it is paid from: 'IN'."),
    provider: described(ProviderName, "The provider's name in the catalogue."),
    amount: described(Money, "What the provider was asked to take, in major units."),
    currencySymbol: Currency,
    createdAt: described(Moment, "When it was begun, ISO 8601 in UTC."),
  },
  { description: "A payment that was begun and of which the bank has not said how it ended; missing without one." },
);

/** The open transaction as the wire has it. */
export const TxnInfoSchema = closed({
  orgId: described(OrgName, "The id of the organisation that asks."),
  txnId: described(TxnId, "The transaction's id."),
  createdAt: described(Moment, "When it was opened, ISO 8601 in UTC."),
  updatedAt: described(Moment, "When something of it last changed, ISO 8601 in UTC."),
  state: described(StateSchema, "Where the transaction as a whole stands."),
  expectedCompletionDate: Type.Optional(
    closed(
      {
        minDate: described(Moment, "At best, ISO 8601 in UTC."),
        maxDate: described(Moment, "At the latest, ISO 8601 in UTC."),
      },
      { description: "When everything is expected to be verified; missing before submission." },
    ),
  ),
  form: closed(
    {
      formId: described(FormName, "The request's id."),
      name: described(text(200), "What the request is called."),
      isExpired: Type.Boolean({ description: "It can no longer be begun." }),
      expiry: Type.Integer({
        minimum: -1,
        description: "Until when it can be begun, in seconds since 1970; -1 for ever.",
      }),
    },
    { description: "The request that is filled in." },
  ),
  verificationList: Type.Record(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }), EntrySchema, {
    additionalProperties: false,
    maxProperties: 50,
    description: "Every verification by its name.",
  }),
  filtered: FilteredSchema,
  paymentRequired: Type.Boolean({ description: "The form asks for payment: `payment` of the request is 'required'." }),
  userPaymentRequired: Type.Boolean({ description: "The candidate pays: `payment` of the request is 'user'." }),
  paymentDetails: Type.Array(
    closed({
      allVerificationsCompleted: Type.Boolean({ description: "The transaction that it paid for is completed." }),
      expressOpt: Type.Boolean({ description: "Express was chosen." }),
      paymentId: described(Id, "The order's id."),
      currentStatus: PaymentStatus,
    }),
    { maxItems: 100, description: "The payments that succeeded, newest first; empty while it is not paid." },
  ),
  openPayment: Type.Optional(OpenPaymentSchema),
  express: Type.Optional(ExpressSchema),
  discount: closed(
    { percentage: described(Percentage, "In percent; 0 while the cart is too small for it.") },
    { description: "The additional discount on what is in the cart now." },
  ),
  priceList: Type.Array(PriceListItemSchema, {
    maxItems: 50,
    description: "What each verification costs, in USD; empty for a free form.",
  }),
  questionnaire: closed(
    { isRequired: Type.Boolean({ description: "One of them still waits for an answer." }) },
    { description: "The pre-start questions." },
  ),
  userInputList: UserInputList,
  requiredVerificationFieldList: Type.Array(
    closed({
      fieldName: described(FieldName, "The key of the detail, as the request names it."),
      label: described(text(200), "What the detail is called."),
    }),
    { maxItems: 20, description: "The basic details that the request asks for, given or not." },
  ),
  manualProfileRequired: Type.Boolean({
    description: "Each proof of identity has its own tile; else one Identity tile stands for them and comes first.",
  }),
  nameChangeRequest: closed(
    { requested: Type.Boolean({ description: "The candidate has asked for it." }) },
    { description: "Another spelling of the candidate's name." },
  ),
  evaluation: EvaluationSchema,
  evaluationInfo: Type.Array(
    closed({
      provider: described(text(64), "The id of the partner that evaluates."),
      mode: Type.Enum(["normal", "express"], { description: "At which speed." }),
      processingPeriod: described(text(200), "How long it takes, in words: '5 to 14 working days'."),
    }),
    { maxItems: 20, description: "The speeds that the evaluation is offered at; empty without an evaluation." },
  ),
  history: HistorySchema,
  release: Type.Optional(
    described(text(128), "The id of the release whose documents it keeps; absent where a wallet keeps none."),
  ),
  allowed: Type.Optional(AllowedSchema),
});

/** A transaction with everything its screen shows. */
export type TxnInfo = Static<typeof TxnInfoSchema>;
/** That express was paid for. */
export type Express = Static<typeof ExpressSchema>;
/** A payment that is on its way. */
export type OpenPayment = Static<typeof OpenPaymentSchema>;
/** One verification of a transaction. */
export type Entry = Static<typeof EntrySchema>;
/** Yes, or no with its reason. */
export type Permission = Static<typeof PermissionSchema>;
/** Permissions by area and verb. */
export type Allowed = Static<typeof AllowedSchema>;
/** `{remaining, done}` by verification name. */
export type Filtered = Static<typeof FilteredSchema>;
/** One line of the price list: USD, major units. */
export type PriceListItem = Static<typeof PriceListItemSchema>;
