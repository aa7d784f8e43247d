import type { RepairRequest, VerificationInfo } from "#engine/core/scope/shapes/verifications.ts";
import { notFound } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { toHistory } from "../transactions/history.ts";
import { english } from "../transactions/english-text.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/load.ts";
import { findForm } from "./form-validation.ts";
import { maskSensitive } from "./sensitive.ts";

/** One verification of a transaction with its submissions and the verifier's requests. Throws 404 (code 104). */
export function toVerificationInfo(
  loaded: LoadedTransaction,
  name: string,
  messages: Pick<MessageTexts, "formatReason">,
): VerificationInfo {
  const item = loaded.items.find((entry) => entry.name === name);
  if (!item) throw notFound("verification");
  const verification = loaded.definitions.verification(name);
  const form = findForm(loaded.definitions, verification);
  const requestList = toRequests(item, loaded, messages);
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
      ...(reason !== null && { reason: messages.formatReason(reason) }),
      history: toHistory(loaded.transitions, subType),
    })),
  };
}

/** The verifier's requests, by submission. */
function toRequests(
  item: ItemRow,
  { definitions }: LoadedTransaction,
  messages: Pick<MessageTexts, "formatReason">,
): RepairRequest[] {
  const model = findForm(definitions, definitions.verification(item.name))?.model;
  return item.submissions.flatMap(({ subType, state, insufficiency }) => {
    if (state !== "INSUFFICIENT_DATA" || !insufficiency) return [];
    const { reason, fields, fieldReasons = {}, mustChange, requestedAt } = insufficiency;
    return [
      {
        subType,
        reason: messages.formatReason(reason),
        fieldList: fields.map((at) => ({
          at,
          label: english(model?.byPointer.get(at)?.field.label ?? at.slice(1)),
          ...(fieldReasons[at] !== undefined && { reason: messages.formatReason(fieldReasons[at]) }),
        })),
        replaceList: mustChange ?? fields,
        requestedAt,
      },
    ];
  });
}
