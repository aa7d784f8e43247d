import Type, { type Static } from "typebox";
import { closed } from "#engine/core/base/shapes.ts";
import type { RootInput } from "./root.ts";
import { ApprovalListSchema, ApprovalSchema, type Approval, type ApprovalList } from "./shapes/approvals.ts";

type Input = Pick<RootInput, "find" | "translate">;

/** A call that waits for a second person. */
export const approval = () =>
  closed({
    ...ApprovalSchema.properties,
    _id: Type.String({ description: "The id." }),
    reason: Type.String({ description: "Why, in the reader's language; empty without a reason." }),
  });
/** The calls that wait for a second person. */
export const contract = () =>
  closed({
    ...ApprovalListSchema.properties,
    list: Type.Array(approval(), { description: "Those that the reader may approve." }),
  });

/** A reason that staff give for an act of theirs: a withdrawal or a refund. */
function toReason(name: string | undefined, { find, translate }: Input): string {
  const reasons = find("reasons", "reasons");
  const found = { ...reasons?.withdrawn, ...reasons?.refund }[name ?? ""];
  return found ? translate(String(found.text)) : "";
}

/** Builds an element of the root `approvals`. */
export const toApproval = (one: Approval, input: Input): Static<ReturnType<typeof approval>> => ({
  ...one,
  _id: one.id,
  reason: toReason(one.detail.reason, input),
});

/** Builds the root `approvals` from staff-approvals.list. */
export const toApprovals = ({ list }: ApprovalList, input: Input): Static<ReturnType<typeof contract>> => ({
  list: list.map((one) => toApproval(one, input)),
});
