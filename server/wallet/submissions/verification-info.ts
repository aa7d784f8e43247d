import type { VerificationInfo } from "#engine/api/verifications.ts";
import { notFound } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
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
  return {
    name,
    label: english(verification?.label ?? name),
    category: { name: verification?.category ?? "" },
    state: item.state,
    subType: item.submissions.at(-1)?.subType ?? null,
    request: toRequest(item, loaded, words),
    responseList: item.submissions.map(({ subType, state, data, updatedAt }) => ({
      subType,
      state,
      data: maskSensitive(form?.model, data),
      updatedAt: updatedAt.toISOString(),
    })),
  };
}

function toRequest(
  item: ItemRow,
  { documents }: LoadedTransaction,
  words: Pick<Words, "reason">,
): VerificationInfo["request"] {
  const waiting = item.submissions.find((submission) => submission.state === "INSUFFICIENT_DATA");
  if (!waiting?.insufficiency) return null;
  const model = findForm(documents, documents.verification(item.name))?.model;
  const { reason, fields } = waiting.insufficiency;
  return {
    subType: waiting.subType,
    reason: words.reason(reason),
    fieldList: fields.map((at) => ({ at, label: english(model?.byPointer.get(at)?.field.label ?? at.slice(1)) })),
  };
}
