import { once } from "#engine/base/once.ts";
import type { Entry, TxnInfo } from "#engine/api/transaction-info.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import { priceCart } from "#engine/payment/price-cart.ts";
import { toDiscountRules } from "#engine/payment/discount-rules.ts";
import { toPriceList } from "#engine/payment/price-list.ts";
import { isProceeded } from "#engine/transaction/state-machine.ts";
import { isPastExpiry } from "#engine/transaction/expiry.ts";
import { toFiltered } from "#engine/transaction/transaction-facts.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { findExpress, toCartItems } from "./cart.ts";
import { toPrices } from "./documents.ts";
import { toEvaluationHistory, toHistory } from "./history.ts";
import { english } from "./labels.ts";
import type { ItemRow, LoadedTransaction } from "./rows.ts";

/** A transaction as the wire has it. Brand is the newest; prices and everything else are of the transaction's own release. */
export function toTxnInfo(loaded: LoadedTransaction, organisation: OrganisationRelease): TxnInfo {
  const { row, documents, items } = loaded;
  const request = documents.request(row.formId);
  const entries = items.map((item) => toEntry(item, request, loaded));
  const express = findExpress(loaded);
  const priceList = once(() => toTilePrices(entries, loaded, organisation));
  return {
    orgId: row.orgId,
    txnId: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    state: row.state,
    ...(row.expectedMin &&
      row.expectedMax && {
        expectedCompletionDate: { minDate: row.expectedMin.toISOString(), maxDate: row.expectedMax.toISOString() },
      }),
    form: toForm(request, loaded.now),
    verificationList: Object.fromEntries(entries.map((entry) => [entry.name, entry])),
    filtered: toFiltered(entries),
    paymentRequired: request.payment === "required",
    userPaymentRequired: request.payment === "user",
    paymentDetails: loaded.payments.paid,
    ...(loaded.payments.open && { openPayment: loaded.payments.open }),
    ...(express && { express }),
    // Nothing is priced until somebody looks at a price: most rules do not.
    get discount() {
      return { percentage: toDiscountPercentage(loaded, request, organisation) };
    },
    get priceList() {
      return priceList();
    },
    questionnaire: { isRequired: isQuestionnaireOpen(request, loaded.answered) },
    userInputList: toUserInputList(loaded),
    requiredVerificationFieldList: (request.basicDetails ?? []).map(({ fieldName, label }) => ({
      fieldName,
      label: english(label, organisation.organisation),
    })),
    manualProfileRequired: request.manualProfileRequired,
    nameChangeRequest: { requested: loaded.nameChangeRequested },
    evaluation: { state: row.evaluationState, history: toEvaluationHistory(loaded.moves) },
    evaluationInfo: toEvaluationInfo(request),
    history: toHistory(loaded.moves, null),
    release: row.releaseId,
  };
}

/** `form` of a transaction: expiry in epoch seconds, -1 never. */
export function toForm(request: RequestDocument, now: Date): TxnInfo["form"] {
  return {
    formId: request.id,
    name: english(request.name),
    isExpired: isPastExpiry(request.expiry, now.toISOString()),
    expiry: request.expiry,
  };
}

/** The basic details given, in the order in which they are asked for. */
export function toUserInputList({ userInputs }: Pick<LoadedTransaction, "userInputs">): TxnInfo["userInputList"] {
  return userInputs.map(({ fieldName, value }) => ({ fieldName, value, verified: true }));
}

/** True while a pre-start question has no answer. */
export function isQuestionnaireOpen(request: RequestDocument, answered: readonly string[]): boolean {
  return (request.questions ?? []).some((question) => !answered.includes(question.id));
}

/** Why more is asked, or why it failed, in words: what the verifier wrote, or ours where they wrote nothing. */
export function sayReasons(info: TxnInfo, words: Words): TxnInfo {
  const entries = Object.entries(info.verificationList).map(([name, entry]) => {
    const { insufficiency, failure } = entry;
    const said: Partial<Entry> = {
      ...(insufficiency && { insufficiency: { ...insufficiency, reason: words.reason(insufficiency.reason) } }),
      ...(failure?.reason !== undefined && { failure: { ...failure, reason: words.reason(failure.reason) } }),
    };
    return [name, { ...entry, ...said }] as const;
  });
  return { ...info, verificationList: Object.fromEntries(entries) };
}

function toEntry(item: ItemRow, request: RequestDocument, { documents, moves }: LoadedTransaction): Entry {
  const verification = documents.verification(item.name);
  const asked = request.verifications.find((entry) => entry.verification === item.name);
  const waiting = item.submissions.find(
    (submission) => submission.state === "INSUFFICIENT_DATA" && submission.insufficiency,
  );
  const failed = item.submissions.find((submission) => submission.state === "FAILED");
  return {
    name: item.name,
    label: english(verification?.label ?? item.name),
    category: { name: verification?.category ?? "" },
    state: item.state,
    subType: item.submissions.at(-1)?.subType ?? null,
    subTypeList: item.submissions.map((submission) => submission.subType),
    proceeded: isProceeded(item),
    markedAsSkip: item.markedAsSkip,
    skipAllowed: asked?.skipAllowed ?? false,
    marksheetRequired: asked?.marksheetRequired ?? false,
    acceptMultipleSubmissions: verification?.acceptMultipleSubmissions ?? false,
    insufficiency: waiting?.insufficiency
      ? {
          subType: waiting.subType,
          reason: waiting.insufficiency.reason,
          requestedAt: waiting.insufficiency.requestedAt,
        }
      : null,
    ...(failed && {
      failure: {
        subType: failed.subType,
        ...(failed.reason !== null && { reason: failed.reason }),
        failedAt: failed.updatedAt.toISOString(),
      },
    }),
    history: toHistory(moves, item.name, ...item.submissions.map(({ subType }) => subType)),
  };
}

function toTilePrices(
  entries: readonly Entry[],
  { row, documents }: LoadedTransaction,
  organisation: OrganisationRelease,
): TxnInfo["priceList"] {
  if (documents.request(row.formId).payment === "none") return [];
  return toPriceList(
    entries.map((entry) => entry.name),
    toPrices(documents, organisation),
  );
}

/** Above 0 only when what is in the cart now qualifies, in the currency of the tiles: the wire promises no discount that the bill would not give. */
function toDiscountPercentage(
  loaded: LoadedTransaction,
  request: RequestDocument,
  organisation: OrganisationRelease,
): number {
  if (request.payment === "none") return 0;
  const prices = toPrices(loaded.documents, organisation);
  const cart = priceCart({
    items: toCartItems(loaded),
    region: prices.tileRegion,
    express: false,
    prices,
    discount: toDiscountRules(request),
  });
  return cart?.discount.percentage ?? 0;
}

function toEvaluationInfo(request: RequestDocument): TxnInfo["evaluationInfo"] {
  if (!request.evaluation) return [];
  const { provider, processingPeriod } = request.evaluation;
  return [
    { provider, mode: "normal", processingPeriod: english(processingPeriod.normal) },
    ...(processingPeriod.express === undefined
      ? []
      : [{ provider, mode: "express" as const, processingPeriod: english(processingPeriod.express) }]),
  ];
}
