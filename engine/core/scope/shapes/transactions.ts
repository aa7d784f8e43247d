import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
  FormName,
  Moment,
  Money,
  Empty,
  Org,
  OrgName,
  TxnId,
  VerificationName,
  closed,
  text,
} from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import {
  EntrySchema,
  ExpressSchema,
  OpenPaymentSchema,
  PriceListItemSchema,
  TxnInfoSchema,
} from "./transaction-info.ts";

export const OrganisationSchema = closed({
  orgId: OrgName,
  name: text(200),
  displayName: text(200),
  imageUrl: text(2000),
  additionalDetail: Empty,
});
const InsufficientSchema = closed({
  name: described(VerificationName, "The name of the verification."),
  label: described(text(200), "The label of the verification."),
  reason: described(text(2000), "The verifier's reason."),
  requestedAt: described(Moment, "The time of the request, ISO 8601 in UTC."),
  fields: Type.Array(text(200), { maxItems: 100, description: "The labels of the fields to send again." }),
  documentsOnly: Type.Boolean({ description: "All of these fields are documents." }),
});
const FailedSchema = closed({
  label: described(text(200), "The label of the verification."),
  reason: described(text(2000), "The verifier's reason; empty without one."),
});
const ProgressSchema = closed(
  {
    total: Type.Integer({
      minimum: 0,
      description: "The number of steps; after submission, of the submitted verifications.",
    }),
    done: Type.Integer({
      minimum: 0,
      description: "The number of saved or skipped steps; after submission, of the verified ones.",
    }),
    expired: Type.Boolean({ description: "The form is past its expiry, and the transaction has not started." }),
    insufficient: Type.Array(InsufficientSchema, {
      maxItems: 50,
      description: "The verifications that need more from the candidate.",
    }),
    failed: Type.Array(FailedSchema, { maxItems: 50, description: "The failed verifications." }),
    expectedCompletionDate: Type.Optional(
      closed(
        {
          minDate: described(Moment, "The earliest date, ISO 8601 in UTC."),
          maxDate: described(Moment, "The latest date, ISO 8601 in UTC."),
        },
        { description: "The expected completion; missing before submission." },
      ),
    ),
    closesAt: Type.Optional(described(Moment, "The time it closes without further input, ISO 8601 in UTC.")),
    toPay: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }), Money, {
        additionalProperties: false,
        maxProperties: 20,
        description: "The amount to pay before submission, by region, in major units of its currency.",
      }),
    ),
    openPayment: Type.Optional(OpenPaymentSchema),
    express: Type.Optional(ExpressSchema),
  },
  { description: "The progress of the transaction; optional for other wallets." },
);
export const TransactionListItemSchema = closed({
  orgId: described(OrgName, "The id of the requesting organisation."),
  txnId: described(TxnId, "The id of the transaction."),
  formId: described(FormName, "The id of the request."),
  form: closed({ name: described(text(200), "The name of the request.") }, { description: "The request." }),
  org: Org,
  state: described(StateSchema, "The state of the transaction."),
  createdAt: described(Moment, "The time of creation, ISO 8601 in UTC."),
  updatedAt: described(Moment, "The time of the last change, ISO 8601 in UTC."),
  progress: Type.Optional(ProgressSchema),
});
export const PublicFormSchema = closed({
  formId: described(FormName, "The id of the request."),
  name: described(text(200), "The name of the request."),
  orgId: described(OrgName, "The id of the requesting organisation."),
  org: Org,
  expiry: Type.Integer({ minimum: -1, description: "The expiry of the form in seconds since 1970; -1 for none." }),
  isExpired: Type.Boolean({ description: "The form is past its expiry." }),
});

/** Name and picture of an organisation. */
export type OrganisationInfo = Static<typeof OrganisationSchema>;
/** One transaction in the candidate's list. */
export type TransactionListItem = Static<typeof TransactionListItemSchema>;
/** Progress of a listed transaction, and what it waits for. */
export type TransactionProgress = Static<typeof ProgressSchema>;
/** A form that anyone may start. */
export type PublicForm = Static<typeof PublicFormSchema>;

/** Shapes that the API document names. */
export const transactionShapes = {
  TxnInfo: TxnInfoSchema,
  Entry: EntrySchema,
  PriceListItem: PriceListItemSchema,
  OrganisationInfo: OrganisationSchema,
  TransactionListItem: TransactionListItemSchema,
  PublicForm: PublicFormSchema,
};
