import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import { EvaluationSchema, StateSchema } from "./states.ts";
import {
  FieldName,
  FormName,
  Id,
  Moment,
  Money,
  OrgName,
  Percentage,
  TxnId,
  VerificationName,
  closed,
  orNull,
  text,
} from "./parts/shapes.ts";

const Names = Type.Array(VerificationName, { maxItems: 50 });

/** Whether something may be done now; where not, the short word, the words for the candidate, and which verifications are in the way. */
export const PermissionSchema = closed({
  yes: Type.Boolean(),
  reason: Type.Optional(text(64)),
  why: Type.Optional(text(1000)),
  remaining: Type.Optional(Names),
});

/** What may be done now: by area and verb of the operation, `transactions` and `process`. */
export const AllowedSchema = Type.Record(
  Type.String({ pattern: "^[a-z]{1,32}$" }),
  Type.Record(Type.String({ pattern: "^[a-z-]{1,64}$" }), PermissionSchema, { additionalProperties: false }),
  { additionalProperties: false },
);

/** One verification of a transaction. */
export const EntrySchema = closed({
  name: VerificationName,
  label: text(200),
  category: closed({ name: Type.String({ maxLength: 64, $comment: nameOf.category }) }),
  state: StateSchema,
  subType: orNull(Id),
  subTypeList: Type.Array(Id, { maxItems: 100 }),
  proceeded: Type.Boolean(),
  markedAsSkip: Type.Boolean(),
  skipAllowed: Type.Boolean(),
  marksheetRequired: Type.Boolean(),
  acceptMultipleSubmissions: Type.Boolean(),
  insufficiency: orNull(closed({ subType: Id, reason: text(2000), requestedAt: Moment })),
  /** A wallet that does not say it leaves it to be worked out. */
  allowed: Type.Optional(AllowedSchema),
});

/** What is left and what is done, by verification name. */
export const FilteredSchema = closed({ remaining: Names, done: Names });

/** The price of one verification in USD, major units, whatever the candidate pays in later. */
export const PriceListItemSchema = closed({
  verificationName: VerificationName,
  mrp: Money,
  price: closed({ primary: Money }),
  discount: closed({ primary: Percentage, secondary: Percentage }),
});

/** Details the organisation asked for, each with whether it is proved. */
export const UserInputList = Type.Array(closed({ fieldName: FieldName, value: text(200), verified: Type.Boolean() }), {
  maxItems: 20,
});

/** Where a payment stands. */
export const PaymentStatus = Type.Enum(["Pending", "Success", "Failed"]);

/** The open transaction as the wire has it. */
export const TxnInfoSchema = closed({
  orgId: OrgName,
  txnId: TxnId,
  createdAt: Moment,
  updatedAt: Moment,
  state: StateSchema,
  expectedCompletionDate: Type.Optional(closed({ minDate: Moment, maxDate: Moment })),
  form: closed({ formId: FormName, name: text(200), isExpired: Type.Boolean(), expiry: Type.Integer({ minimum: -1 }) }),
  verificationList: Type.Record(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }), EntrySchema, {
    additionalProperties: false,
    maxProperties: 50,
  }),
  filtered: FilteredSchema,
  paymentRequired: Type.Boolean(),
  userPaymentRequired: Type.Boolean(),
  paymentDetails: Type.Array(
    closed({
      allVerificationsCompleted: Type.Boolean(),
      expressOpt: Type.Boolean(),
      paymentId: Id,
      currentStatus: PaymentStatus,
    }),
    { maxItems: 100 },
  ),
  discount: closed({ percentage: Percentage }),
  priceList: Type.Array(PriceListItemSchema, { maxItems: 50 }),
  questionnaire: closed({ isRequired: Type.Boolean() }),
  userInputList: UserInputList,
  requiredVerificationFieldList: Type.Array(closed({ fieldName: FieldName, label: text(200) }), { maxItems: 20 }),
  manualProfileRequired: Type.Boolean(),
  nameChangeRequest: closed({ requested: Type.Boolean() }),
  evaluation: EvaluationSchema,
  evaluationInfo: Type.Array(
    closed({ provider: text(64), mode: Type.Enum(["normal", "express"]), processingPeriod: text(200) }),
    { maxItems: 20 },
  ),
  release: text(128),
  allowed: Type.Optional(AllowedSchema),
});

/** A transaction with everything its screen shows. */
export type TxnInfo = Static<typeof TxnInfoSchema>;
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
/** The proved and unproved details of a transaction. */
export type UserInput = Static<typeof UserInputList>[number];
