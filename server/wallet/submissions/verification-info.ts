import type { RepairRequest, VerificationInfo } from "#engine/api/verifications.ts";
import { notFound } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { toHistory } from "../transactions/history.ts";
import { english } from "../transactions/labels.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";
import { findForm } from "./form-check.ts";
import { maskSensitive } from "./sensitive.ts";

/** One verification of a transaction with what was given and what is asked for. Throws 404 (code 104). */
export function toVerificationInfo(
  loaded: LoadedTransaction,
  name: string,
  words: Pick<Words, "reason">,
): VerificationInfo {
  const item = loaded.items.find((entry) => entry.name === name);
  if (!item) throw notFound("verification");
  const verification = loaded.documents.verification(name);
  const form = findForm(loaded.documents, verification);
  const requestList = toRequests(item, loaded, words);
  return {
    name,
    label: english(verification?.label ?? name),
    category: { name: verification?.category ?? "" },
    state: item.state,
    subType: item.submissions.at(-1)?.subType ?? null,
    request: requestList[0] ?? null,
    requestList,
    responseList: item.submissions.map(({ subType, state, data, reason, updatedAt }) => ({
      subType,
      state,
      data: maskSensitive(form?.model, data),
      updatedAt: updatedAt.toISOString(),
      ...(reason !== null && { reason: words.reason(reason) }),
      history: toHistory(loaded.moves, subType),
    })),
  };
}

/** What is asked for, submission by submission. */
function toRequests(item: ItemRow, { documents }: LoadedTransaction, words: Pick<Words, "reason">): RepairRequest[] {
  const model = findForm(documents, documents.verification(item.name))?.model;
  return item.submissions.flatMap(({ subType, state, insufficiency }) => {
    if (state !== "INSUFFICIENT_DATA" || !insufficiency) return [];
    const { reason, fields, places, requestedAt } = insufficiency;
    return [
      {
        subType,
        reason: words.reason(reason),
        fieldList: fields.map((at) => ({ at, label: english(model?.byPointer.get(at)?.field.label ?? at.slice(1)) })),
        replaceList: places ?? fields,
        requestedAt,
      },
    ];
  });
}
