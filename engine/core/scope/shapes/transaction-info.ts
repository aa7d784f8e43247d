import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
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
} from "#engine/core/base/shapes.ts";
import { entityComment } from "#engine/core/base/value-type.ts";
import { EvaluationSchema, HistorySchema, StateSchema } from "#engine/core/definitions/state-schemas.ts";

/** Whether a request for a name change was decided, and how. */
export const NameChangeState = Type.Enum(["open", "approved", "refused"], {
  description: "Whether the request was decided, and how.",
});

const Names = Type.Array(VerificationName, { maxItems: 50 });

/**
 * Whether an operation is allowed now; if not, its reason code, the reason in words, and the verifications in the way.
 */
export const PermissionSchema = closed({
  yes: Type.Boolean({ description: "The operation is allowed now." }),
  reason: Type.Optional(described(text(64), "The reason code where it is not allowed.")),
  why: Type.Optional(described(text(1000), "The reason, as text for the candidate.")),
  remaining: Type.Optional(described(Names, "The names of the verifications that block it.")),
});

/** Permissions by area and verb of the operation: `transactions`, then `process`. */
export const AllowedSchema = Type.Record(
  Type.String({ pattern: "^[a-z][a-z-]{0,31}$" }),
  Type.Record(Type.String({ pattern: "^[a-z-]{1,64}$" }), PermissionSchema, { additionalProperties: false }),
  {
    additionalProperties: false,
    description: "The allowed operations, and the reason for each refused one, by area and verb.",
  },
);

/** One verification of a transaction. */
export const EntrySchema = closed({
  name: described(VerificationName, "The name of the verification: the id of its definition."),
  label: described(text(200), "The label of the verification."),
  category: closed(
    {
      name: Type.String({
        maxLength: 64,
        $comment: entityComment.category,
        description: "The category's name in the catalogue: 'Education'.",
      }),
    },
    { description: "The category of the verification." },
  ),
  state: described(StateSchema, "The state by its submissions; a skip does not change it."),
  subType: described(orNull(Id), "The id of the newest submission; null without one."),
  subTypeList: Type.Array(Id, { maxItems: 100, description: "The ids of the submissions, oldest first." }),
  proceeded: Type.Boolean({ description: "It has a submission or is skipped." }),
  markedAsSkip: Type.Boolean({ description: "The candidate skipped it." }),
  skipAllowed: Type.Boolean({ description: "The request allows skipping it." }),
  marksheetRequired: Type.Boolean({ description: "The request asks for marksheets with it." }),
  acceptMultipleSubmissions: Type.Boolean({ description: "It accepts several submissions." }),
  insufficiency: described(
    orNull(
      closed({
        subType: described(Id, "The id of the insufficient submission."),
        reason: described(text(2000), "The verifier's reason."),
        requestedAt: described(Moment, "The time of the request, ISO 8601 in UTC."),
      }),
    ),
    "The open request of the verifier; null without one.",
  ),
  changeUntil: Type.Optional(
    described(Moment, "Support lets the candidate change it until then, ISO 8601 in UTC; missing without it."),
  ),
  failure: Type.Optional(
    closed(
      {
        subType: described(Id, "The id of the failed submission."),
        reason: Type.Optional(described(text(2000), "The verifier's reason; missing without one.")),
        failedAt: described(Moment, "The time of the failure, ISO 8601 in UTC."),
      },
      { description: "The failed submission; missing without one." },
    ),
  ),
  history: HistorySchema,
  /** Optional, because other wallets may omit it; the client then computes it. */
  allowed: Type.Optional(AllowedSchema),
});

/** Names of the verifications that remain and that are done. */
export const FilteredSchema = closed(
  {
    remaining: described(Names, "The names of the verifications without submission or skip."),
    done: described(Names, "The names of the completed verifications."),
  },
  { description: "The remaining and the completed verifications, by name." },
);

/** The price of one verification in USD, in major units, independent of the currency of payment. */
export const PriceListItemSchema = closed({
  verificationName: described(VerificationName, "The name of the verification."),
  mrp: described(Money, "The list price in USD, major units."),
  price: closed(
    { primary: described(Money, "The price of the first one in USD, major units.") },
    { description: "The price." },
  ),
  discount: closed(
    {
      primary: described(Percentage, "The discount of the first one on the list price, in percent."),
      secondary: described(Percentage, "The discount of each further one on the list price, in percent."),
    },
    { description: "The discounts on the list price." },
  ),
});

/** Basic details that the organisation requests, and whether each is proved. */
export const UserInputList = Type.Array(
  closed({
    fieldName: described(FieldName, "The key of the detail in the request."),
    value: described(text(200), "The value from the candidate."),
    verified: Type.Boolean({ description: "An OTP verified it." }),
  }),
  { maxItems: 20, description: "The basic details from the candidate." },
);

/** The status of a payment. */
export const PaymentStatus = Type.Enum(["Pending", "Success", "Failed"], {
  description: "The status of the payment; 'Pending' until the provider reports the result.",
});

/** Present once a submitted transaction was paid as express. */
export const ExpressSchema = closed(
  { all: Type.Boolean({ description: "Express covers every item; otherwise the rest takes the normal time." }) },
  { description: "Submitted with express; missing at normal speed." },
);
/** A payment in progress: started at its provider, without a result yet. */
export const OpenPaymentSchema = closed(
  {
    paymentId: described(Id, "The payment id of the order."),
    region: described(RegionName, "The name of the payment region: 'IN'."),
    provider: described(ProviderName, "The provider's name in the catalogue."),
    amount: described(Money, "The amount sent to the provider, in major units."),
    currencySymbol: Currency,
    createdAt: described(Moment, "The start time, ISO 8601 in UTC."),
    lockedMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "Minutes in which the provider cannot cancel it, so what it pays for cannot change.",
      }),
    ),
  },
  { description: "The pending payment; missing without one." },
);

/** The open transaction on the wire. */
export const TxnInfoSchema = closed({
  orgId: described(OrgName, "The id of the requesting organisation."),
  txnId: described(TxnId, "The id of the transaction."),
  createdAt: described(Moment, "The time of creation, ISO 8601 in UTC."),
  updatedAt: described(Moment, "The time of the last change, ISO 8601 in UTC."),
  state: described(StateSchema, "The state of the transaction."),
  expectedCompletionDate: Type.Optional(
    closed(
      {
        minDate: described(Moment, "The earliest date, ISO 8601 in UTC."),
        maxDate: described(Moment, "The latest date, ISO 8601 in UTC."),
      },
      { description: "The expected completion; missing before submission." },
    ),
  ),
  form: closed(
    {
      formId: described(FormName, "The id of the request."),
      name: described(text(200), "The name of the request."),
      isExpired: Type.Boolean({ description: "The form is past its expiry." }),
      expiry: Type.Integer({
        minimum: -1,
        description: "The expiry of the form in seconds since 1970; -1 for none.",
      }),
    },
    { description: "The request." },
  ),
  verificationList: Type.Record(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }), EntrySchema, {
    additionalProperties: false,
    maxProperties: 50,
    description: "The verifications, by name.",
  }),
  filtered: FilteredSchema,
  paymentRequired: Type.Boolean({ description: "The form requires payment: `payment` of the request is 'required'." }),
  userPaymentRequired: Type.Boolean({ description: "The candidate pays: `payment` of the request is 'user'." }),
  paymentDetails: Type.Array(
    closed({
      allVerificationsCompleted: Type.Boolean({ description: "The paid transaction is completed." }),
      expressOpt: Type.Boolean({ description: "The candidate chose express." }),
      paymentId: described(Id, "The id of the order."),
      currentStatus: PaymentStatus,
    }),
    { maxItems: 100, description: "The successful payments, newest first; empty before payment." },
  ),
  openPayment: Type.Optional(OpenPaymentSchema),
  express: Type.Optional(ExpressSchema),
  discount: closed(
    { percentage: described(Percentage, "The percentage; 0 while the cart is below the minimum.") },
    { description: "The additional discount on the current cart." },
  ),
  priceList: Type.Array(PriceListItemSchema, {
    maxItems: 50,
    description: "The price of each verification, in USD; empty for a free form.",
  }),
  questionnaire: closed(
    { isRequired: Type.Boolean({ description: "At least one question has no answer." }) },
    { description: "The pre-start questions." },
  ),
  userInputList: UserInputList,
  requiredVerificationFieldList: Type.Array(
    closed({
      fieldName: described(FieldName, "The key of the detail in the request."),
      label: described(text(200), "The label of the detail."),
    }),
    { maxItems: 20, description: "The basic details that the request asks for." },
  ),
  manualProfileRequired: Type.Boolean({
    description: "Each identity verification has its own tile; otherwise one Identity tile replaces them.",
  }),
  nameChangeRequest: closed(
    {
      requested: Type.Boolean({ description: "A request is open." }),
      state: Type.Optional(described(NameChangeState, "The state of the last request; missing without one.")),
      name: Type.Optional(described(text(100), "The new name: the requested or the approved one.")),
      reason: Type.Optional(described(text(300), "Why the last request was refused.")),
    },
    { description: "The name change request." },
  ),
  mailboxCorrection: Type.Optional(
    closed(
      {
        fieldName: described(FieldName, "The basic detail whose mailbox it is."),
        maskedEmail: described(text(254), "The new mailbox, masked."),
      },
      { description: "A mailbox that support corrected and the candidate has not confirmed; missing without one." },
    ),
  ),
  evaluation: EvaluationSchema,
  evaluationInfo: Type.Array(
    closed({
      provider: described(text(64), "The id of the evaluation partner."),
      mode: Type.Enum(["normal", "express"], { description: "The speed." }),
      processingPeriod: described(text(200), "The duration as text: '5 to 14 working days'."),
    }),
    { maxItems: 20, description: "The offered speeds of the evaluation; empty without an evaluation." },
  ),
  history: HistorySchema,
  release: Type.Optional(
    described(
      text(128),
      "The id of the release whose definitions the transaction is pinned to; optional for other wallets.",
    ),
  ),
  allowed: Type.Optional(AllowedSchema),
});

/** A transaction with everything that its screen shows. */
export type TxnInfo = Static<typeof TxnInfoSchema>;
/** Express that was paid for. */
export type Express = Static<typeof ExpressSchema>;
/** A payment in progress. */
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
