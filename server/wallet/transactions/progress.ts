import type { State } from "#engine/core/definitions/states.ts";
import type { TransactionProgress } from "#engine/core/scope/shapes/transactions.ts";
import type { Limits } from "#engine/core/definitions/catalogues.ts";
import type { FormField } from "#engine/core/definitions/form.ts";
import { toMajor } from "#engine/core/payment/minor-units.ts";
import { toDiscountRules } from "#engine/core/payment/price-cart.ts";
import { priceCart } from "#engine/core/payment/price-cart.ts";
import { isPastExpiry } from "#engine/core/transaction/expiry.ts";
import { countSteps, type CountedTransaction } from "#engine/core/transaction/step-count.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { findForm } from "../submissions/form-validation.ts";
import { findExpress, toCartItems } from "./cart.ts";
import { toPrices } from "./pinned-definitions.ts";
import { english } from "./english-text.ts";
import type { LoadedTransaction, SubmissionRow } from "./load.ts";

const dayMs = 86_400_000;

/** A transaction in a list, with its items and pinned definitions. */
export type ListedTransaction = Pick<LoadedTransaction, "row" | "items" | "payments" | "definitions" | "now"> & {
  /** Names of the verified basic details. */
  verifiedFields: readonly string[];
};

interface ProgressContext {
  organisation: OrganisationRelease | undefined;
  /** The states in which an idle transaction is closed, and the limits. */
  closing: { states: readonly State[]; limits: Limits | undefined };
  messages: MessageTexts;
}

/** Progress of a listed transaction: done and missing parts, and the deadline. */
export function toProgress(
  listed: ListedTransaction,
  { organisation, closing, messages }: ProgressContext,
): TransactionProgress {
  const { row, items, payments, definitions, now } = listed;
  const { expiry } = definitions.request(row.formId);
  const express = findExpress(listed);
  const toPay = organisation && findToPay(listed, organisation);
  return {
    ...countSteps({ state: row.state, items, referenceNumber: toReferenceNumber(listed) }),
    expired: row.state === "NOT_INITIALIZED" && isPastExpiry(expiry, now.toISOString()),
    insufficient: listInsufficient(listed, messages),
    failed: listFailed(listed, messages),
    ...(row.expectedMin &&
      row.expectedMax && {
        expectedCompletionDate: { minDate: row.expectedMin.toISOString(), maxDate: row.expectedMax.toISOString() },
      }),
    // A transaction with an open payment does not close, because the bank's answer is pending.
    ...(closing.limits &&
      !payments.open &&
      closing.states.includes(row.state) && {
        closesAt: new Date(row.activeAt.getTime() + closing.limits.closesAfterDays * dayMs).toISOString(),
      }),
    ...(toPay && { toPay }),
    ...(payments.open && { openPayment: payments.open }),
    ...(express && { express }),
  };
}

function toReferenceNumber({
  definitions,
  row,
  verifiedFields,
}: ListedTransaction): CountedTransaction["referenceNumber"] {
  const requested = definitions.request(row.formId).basicDetails ?? [];
  if (requested.length === 0) return "none";
  return requested.every(({ fieldName }) => verifiedFields.includes(fieldName)) ? "verified" : "missing";
}

/** The verifier's requests, by submission. */
function listInsufficient(listed: ListedTransaction, messages: MessageTexts): TransactionProgress["insufficient"] {
  return listSubmissions(listed).flatMap(({ name, label, submission }) => {
    const { state, insufficiency } = submission;
    if (state !== "INSUFFICIENT_DATA" || !insufficiency) return [];
    const { reason, requestedAt } = insufficiency;
    const fields = findFields(listed, name, insufficiency.fields);
    return {
      name,
      label,
      reason: messages.formatReason(reason).slice(0, 2000),
      requestedAt,
      fields: fields.flatMap(({ label: fieldLabel }) =>
        fieldLabel === undefined ? [] : english(fieldLabel).slice(0, 200),
      ),
      documentsOnly: fields.length > 0 && fields.every(({ accept }) => accept !== undefined),
    };
  });
}

/** Failed verifications with the verifier's reason. */
function listFailed(listed: ListedTransaction, messages: MessageTexts): TransactionProgress["failed"] {
  return listSubmissions(listed).flatMap(({ label, submission: { state, reason } }) =>
    state === "FAILED" ? { label, reason: reason === null ? "" : messages.formatReason(reason).slice(0, 2000) } : [],
  );
}

function listSubmissions({
  items,
  definitions,
}: ListedTransaction): { name: string; label: string; submission: SubmissionRow }[] {
  return items
    .filter((item) => !item.markedAsSkip)
    .flatMap(({ name, submissions }) => {
      const label = english(definitions.verification(name)?.label ?? name);
      return submissions.map((submission) => ({ name, label, submission }));
    })
    .slice(0, 50);
}

/** The fields of a verification's form at these pointers. */
function findFields({ definitions }: ListedTransaction, name: string, pointers: readonly string[]): FormField[] {
  const model = findForm(definitions, definitions.verification(name))?.model;
  return pointers.flatMap((pointer) => model?.byPointer.get(pointer)?.field ?? []);
}

/** The amount due before submission, by region of the organisation. */
function findToPay(listed: ListedTransaction, organisation: OrganisationRelease): TransactionProgress["toPay"] {
  const request = listed.definitions.request(listed.row.formId);
  if (listed.row.state !== "READY_TO_SUBMIT" || request.payment === "none") return undefined;
  const prices = toPrices(listed.definitions, organisation);
  const regions = organisation.organisation.regions ?? Object.keys(prices.regions);
  const items = toCartItems(listed);
  const discount = toDiscountRules(request);
  const amounts = regions.flatMap((region) => {
    const cart = priceCart({ items, region, express: false, prices, ...(discount && { discount }) });
    return cart ? [[region, toMajor(cart.toPayMinor)] as const] : [];
  });
  return Object.fromEntries(amounts);
}
