import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { FormName, Id, Moment, TxnId, closed, text } from "#engine/core/base/shapes.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { Colleague } from "./cases.ts";

const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);

/** The id of a request for deletion. */
export const DeletionId = described(Id, "The id of the request for deletion.");

/**
 * `open`: it waits for a decision. `approved`: the deletion runs. `erased`: it is done. `refused`, `cancelled`: nothing
 * was deleted.
 */
export const deletionStates = ["open", "approved", "erased", "refused", "cancelled"] as const;
const DeletionState = Type.Enum([...deletionStates], { description: "The state of the request." });
export type DeletionState = (typeof deletionStates)[number];

const ErasedList = Type.Array(
  closed({
    group: described(text(64), "Its name in catalogues/retention."),
    title: described(text(300), "What it is."),
  }),
  { maxItems: 50, description: "What is deleted." },
);
const KeptList = Type.Array(
  closed({
    group: described(text(64), "Its name in catalogues/retention."),
    title: described(text(300), "What it is."),
    why: described(text(600), "Why it stays."),
    until: Type.Optional(at("The end of the time")),
    months: Type.Integer({ minimum: 1, description: "How long it stays." }),
  }),
  { maxItems: 50, description: "What stays." },
);
const kept = { erasedList: ErasedList, keptList: KeptList };

/** The candidate's own request for deletion, and what a deletion does. */
export const OwnDeletionSchema = closed({
  state: Type.Enum(["none", "open", "approved"], {
    description: "'none' without an open request. 'approved': it can no longer be cancelled.",
  }),
  deletionId: Type.Optional(DeletionId),
  requestedAt: Type.Optional(at("The time of the request")),
  waitsFor: Type.Optional(described(text(600), "Why the deletion has to wait.")),
  ...kept,
});
export type OwnDeletion = Static<typeof OwnDeletionSchema>;

/** What the page of a finished deletion shows to those who have its address. */
export const DeletionReceiptSchema = closed({
  state: Type.Enum(["approved", "erased"], { description: "'approved': it is still under way." }),
  erasedAt: Type.Optional(at("The time at which everything was deleted")),
  ...kept,
});
export type DeletionReceipt = Static<typeof DeletionReceiptSchema>;

const listed = {
  deletionId: DeletionId,
  displayName: described(text(254), "The candidate's name; empty after the deletion."),
  mobile: described(text(20), "The last digits of the candidate's number; empty after the deletion."),
  state: DeletionState,
  requestedAt: at("The time of the request"),
};

/** A page of the requests for deletion of an organisation. */
export const DeletionListSchema = closed({
  list: Type.Array(closed(listed), { maxItems: 100, description: "The requests." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});
export type DeletionList = Static<typeof DeletionListSchema>;

/** One request for deletion, with what staff need for a decision. */
export const DeletionSchema = closed({
  ...listed,
  decidedAt: Type.Optional(at("The time of the decision")),
  decidedBy: Type.Optional(described(Colleague, "Who decided.")),
  erasedAt: Type.Optional(at("The time at which everything was deleted")),
  reason: Type.Optional(described(text(600), "Why it was refused, as the candidate reads it.")),
  waitsFor: Type.Optional(described(text(600), "Why it cannot be approved now.")),
  formList: Type.Array(
    closed({
      txnId: TxnId,
      formId: FormName,
      name: described(text(200), "The name of the form, in English."),
      organisation: described(text(200), "The name of its organisation."),
      state: described(StateSchema, "The state of the transaction."),
      waitsFor: Type.Optional(described(text(600), "Why the deletion has to wait for it.")),
    }),
    { maxItems: 1000, description: "The candidate's forms, in all organisations." },
  ),
  reasonList: Type.Array(
    closed({ value: described(text(64), "The name of the reason."), name: described(text(300), "Its text.") }),
    { maxItems: 50, description: "The reasons to refuse it." },
  ),
  ...kept,
});
export type Deletion = Static<typeof DeletionSchema>;
