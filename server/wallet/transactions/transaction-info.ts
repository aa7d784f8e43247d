import { once } from "#engine/core/base/once.ts";
import type { Entry, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { priceCart } from "#engine/core/payment/price-cart.ts";
import { toDiscountRules } from "#engine/core/payment/price-cart.ts";
import { toPriceList } from "#engine/core/payment/price-list.ts";
import { isProceeded } from "#engine/core/transaction/state-machine.ts";
import { isPastExpiry } from "#engine/core/transaction/expiry.ts";
import { toFiltered } from "#engine/core/transaction/transaction-facts.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { findExpress, toCartItems } from "./cart.ts";
import { toPrices } from "./pinned-definitions.ts";
import { toEvaluationHistory, toHistory } from "./history.ts";
import { english } from "./english-text.ts";
import { maskEmail } from "./mask-email.ts";
import type { ItemRow, LoadedTransaction } from "./load.ts";

/** A transaction as on the wire. The brand is current; prices and everything else come from the pinned release. */
export function toTxnInfo(loaded: LoadedTransaction, organisation: OrganisationRelease): TxnInfo {
  const { row, definitions, items } = loaded;
  const request = definitions.request(row.formId);
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
    // Computed on first use, because most rules need no price.
    get discount() {
      return { percentage: toDiscountPercentage(loaded, request, organisation) };
    },
    get priceList() {
      return priceList();
    },
    questionnaire: { isRequired: isQuestionnaireOpen(request, loaded.answeredQuestionIds) },
    userInputList: toUserInputList(loaded),
    requiredVerificationFieldList: (request.basicDetails ?? []).map(({ fieldName, label }) => ({
      fieldName,
      label: english(label, organisation.organisation),
    })),
    manualProfileRequired: request.manualProfileRequired,
    nameChangeRequest: toNameChangeRequest(loaded),
    ...toMailboxCorrection(loaded),
    evaluation: { state: row.evaluationState, history: toEvaluationHistory(loaded.transitions) },
    evaluationInfo: toEvaluationInfo(request),
    history: toHistory(loaded.transitions, null),
    release: row.releaseId,
  };
}

/** The first mailbox that the candidate has not confirmed. */
function toMailboxCorrection({
  mailboxCorrections,
}: Pick<LoadedTransaction, "mailboxCorrections">): Pick<TxnInfo, "mailboxCorrection"> {
  const open = mailboxCorrections.find(({ confirmedAt }) => confirmedAt === null);
  return open ? { mailboxCorrection: { fieldName: open.fieldName, maskedEmail: maskEmail(open.mailbox) } } : {};
}

function toNameChangeRequest({ nameChange }: Pick<LoadedTransaction, "nameChange">): TxnInfo["nameChangeRequest"] {
  if (!nameChange) return { requested: false };
  const { state, name, reason } = nameChange;
  return { requested: state === "open", state, ...(name !== null && { name }), ...(reason !== null && { reason }) };
}

/** `form` of a transaction: expiry in epoch seconds, -1 for none. */
export function toForm(request: RequestDefinition, now: Date): TxnInfo["form"] {
  return {
    formId: request.id,
    name: english(request.name),
    isExpired: isPastExpiry(request.expiry, now.toISOString()),
    expiry: request.expiry,
  };
}

/** The verified basic details, in the order of the request. */
export function toUserInputList({ userInputs }: Pick<LoadedTransaction, "userInputs">): TxnInfo["userInputList"] {
  return userInputs.map(({ fieldName, value }) => ({ fieldName, value, verified: true }));
}

/** True while a pre-start question has no answer. */
function isQuestionnaireOpen(request: RequestDefinition, answered: readonly string[]): boolean {
  return (request.questions ?? []).some((question) => !answered.includes(question.id));
}

/** Replaces reason keys of insufficiencies and failures by texts. Free texts of the verifier stay. */
export function translateReasons(info: TxnInfo, messages: MessageTexts): TxnInfo {
  const entries = Object.entries(info.verificationList).map(([name, entry]) => {
    const { insufficiency, failure } = entry;
    const texts: Partial<Entry> = {
      ...(insufficiency && {
        insufficiency: { ...insufficiency, reason: messages.formatReason(insufficiency.reason) },
      }),
      ...(failure?.reason !== undefined && { failure: { ...failure, reason: messages.formatReason(failure.reason) } }),
    };
    return [name, { ...entry, ...texts }] as const;
  });
  return { ...info, verificationList: Object.fromEntries(entries) };
}

function toEntry(
  item: ItemRow,
  request: RequestDefinition,
  { definitions, transitions, changePermits }: LoadedTransaction,
): Entry {
  const changeUntil = changePermits.get(item.name);
  const verification = definitions.verification(item.name);
  const requested = request.verifications.find((entry) => entry.verification === item.name);
  const insufficient = item.submissions.find(
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
    skipAllowed: requested?.skipAllowed ?? false,
    marksheetRequired: requested?.marksheetRequired ?? false,
    acceptMultipleSubmissions: verification?.acceptMultipleSubmissions ?? false,
    insufficiency: insufficient?.insufficiency
      ? {
          subType: insufficient.subType,
          reason: insufficient.insufficiency.reason,
          requestedAt: insufficient.insufficiency.requestedAt,
        }
      : null,
    ...(failed && {
      failure: {
        subType: failed.subType,
        ...(failed.reason !== null && { reason: failed.reason }),
        failedAt: failed.updatedAt.toISOString(),
      },
    }),
    ...(changeUntil && { changeUntil: changeUntil.toISOString() }),
    history: toHistory(transitions, item.name, ...item.submissions.map(({ subType }) => subType)),
  };
}

function toTilePrices(
  entries: readonly Entry[],
  { row, definitions }: LoadedTransaction,
  organisation: OrganisationRelease,
): TxnInfo["priceList"] {
  if (definitions.request(row.formId).payment === "none") return [];
  return toPriceList(
    entries.map((entry) => entry.name),
    toPrices(definitions, organisation),
  );
}

/**
 * Above 0 only when the present cart qualifies in the tile currency, so that the tiles promise no more than the bill.
 */
function toDiscountPercentage(
  loaded: LoadedTransaction,
  request: RequestDefinition,
  organisation: OrganisationRelease,
): number {
  if (request.payment === "none") return 0;
  const prices = toPrices(loaded.definitions, organisation);
  const cart = priceCart({
    items: toCartItems(loaded),
    region: prices.tileRegion,
    express: false,
    prices,
    discount: toDiscountRules(request),
  });
  return cart?.discount.percentage ?? 0;
}

function toEvaluationInfo(request: RequestDefinition): TxnInfo["evaluationInfo"] {
  if (!request.evaluation) return [];
  const { provider, processingPeriod } = request.evaluation;
  return [
    { provider, mode: "normal", processingPeriod: english(processingPeriod.normal) },
    ...(processingPeriod.express === undefined
      ? []
      : [{ provider, mode: "express" as const, processingPeriod: english(processingPeriod.express) }]),
  ];
}
