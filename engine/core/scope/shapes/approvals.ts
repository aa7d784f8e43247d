import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { untranslatedCode } from "#engine/core/base/value-type.ts";
import { Currency, Id, Moment, TxnId, closed, text } from "#engine/core/base/shapes.ts";
import { Colleague } from "./cases.ts";

/** What a call that waits for a second person is about. */
const ApprovalDetailSchema = closed({
  txnId: Type.Optional(TxnId),
  subType: Type.Optional(described(text(128), "The submission.")),
  orderId: Type.Optional(described(Id, "The payment id.")),
  reason: Type.Optional(described(text(64), "The reason, by its name in catalogues/reasons.")),
  note: Type.Optional(described(text(300), "What the person wrote beside the reason.")),
  amountMinor: Type.Optional(Type.Integer({ minimum: 1, description: "The amount in minor units." })),
  refundableMinor: Type.Optional(Type.Integer({ minimum: 0, description: "What could be refunded at that time." })),
  currency: Type.Optional(Currency),
});
/** What a call that waits for a second person is about. */
export type ApprovalDetail = Static<typeof ApprovalDetailSchema>;

/** A call that waits for a second person. */
export const ApprovalSchema = closed({
  id: described(Id, "The id of the request."),
  operation: Type.String({ maxLength: 64, $comment: untranslatedCode, description: "The operation." }),
  subject: described(text(600), "The ids in the path of the call."),
  requestedBy: described(Colleague, "The colleague."),
  requestedAt: described(Moment, "ISO 8601 in UTC."),
  isApproved: Type.Boolean({ description: "It waits for the colleague to repeat the call." }),
  detail: described(ApprovalDetailSchema, "What it is about."),
});
/** The calls that wait for a second person. */
export const ApprovalListSchema = closed({
  list: Type.Array(ApprovalSchema, { maxItems: 100, description: "Those that the caller may approve." }),
});
/** A call that waits for a second person. */
export type Approval = Static<typeof ApprovalSchema>;
/** The calls that wait for a second person. */
export type ApprovalList = Static<typeof ApprovalListSchema>;
