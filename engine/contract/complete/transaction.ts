import type { Entry, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { deriveTransactionState } from "#engine/core/transaction/state-machine.ts";
import { toFiltered } from "#engine/core/transaction/transaction-facts.ts";
import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import { toArgument, firstMoment, type CallContext } from "./call-context.ts";

/** Other wallets may write one evaluation instead of a list, and a name instead of a field. */
type PartialTxnInfo = Omit<PartialAnswer<TxnInfo>, "evaluationInfo" | "requiredVerificationFieldList"> & {
  readonly evaluationInfo?:
    | PartialAnswer<TxnInfo["evaluationInfo"]>
    | PartialAnswer<TxnInfo["evaluationInfo"][number]>
    | null;
  readonly requiredVerificationFieldList?: readonly (string | PartialAnswer<Field>)[] | null;
};
type Field = TxnInfo["requiredVerificationFieldList"][number];

/**
 * Completes transactions.info. Permissions, history and release stay missing: the page computes permissions and does
 * without the others.
 */
export function completeTransaction(answer: PartialTxnInfo, call: CallContext): TxnInfo {
  const updatedAt = firstMoment(answer.updatedAt, call.now);
  const entries = Object.entries(answer.verificationList ?? {}).map(
    ([name, entry]) => [name, completeEntry(name, entry ?? {}, updatedAt)] as const,
  );
  return {
    ...(answer as TxnInfo),
    orgId: answer.orgId ?? toArgument(call, "orgId"),
    txnId: answer.txnId ?? toArgument(call, "txnId"),
    createdAt: firstMoment(answer.createdAt, updatedAt),
    updatedAt,
    state: toState(
      answer,
      entries.map(([, entry]) => entry),
    ),
    ...toCompletion(answer),
    form: {
      formId: answer.form?.formId ?? toArgument(call, "formId"),
      name: answer.form?.name ?? "",
      isExpired: answer.form?.isExpired ?? false,
      expiry: answer.form?.expiry ?? -1,
    },
    verificationList: Object.fromEntries(entries),
    filtered: toFiltered(entries.map(([, entry]) => entry)),
    paymentRequired: answer.paymentRequired ?? false,
    userPaymentRequired: answer.userPaymentRequired ?? false,
    paymentDetails: (answer.paymentDetails ?? []).map((payment) => ({
      allVerificationsCompleted: payment.allVerificationsCompleted ?? false,
      expressOpt: payment.expressOpt ?? false,
      paymentId: payment.paymentId ?? "",
      currentStatus: payment.currentStatus ?? "Success",
    })),
    ...toExpress(answer),
    discount: { percentage: answer.discount?.percentage ?? 0 },
    priceList: (answer.priceList ?? []).map((item) => ({
      verificationName: item.verificationName ?? "",
      mrp: item.mrp ?? item.price?.primary ?? 0,
      price: { primary: item.price?.primary ?? item.mrp ?? 0 },
      discount: { primary: item.discount?.primary ?? 0, secondary: item.discount?.secondary ?? 0 },
    })),
    questionnaire: { isRequired: answer.questionnaire?.isRequired ?? false },
    userInputList: (answer.userInputList ?? []).map((input) => ({
      fieldName: input.fieldName ?? "",
      value: input.value ?? "",
      // A stored value without a mark is verified: the call that stores it also verifies it.
      verified: input.verified ?? true,
    })),
    requiredVerificationFieldList: (answer.requiredVerificationFieldList ?? []).map(completeField),
    manualProfileRequired: answer.manualProfileRequired ?? false,
    nameChangeRequest: {
      ...(answer.nameChangeRequest as TxnInfo["nameChangeRequest"]),
      requested: answer.nameChangeRequest?.requested ?? false,
    },
    ...(answer.mailboxCorrection && {
      mailboxCorrection: answer.mailboxCorrection as NonNullable<TxnInfo["mailboxCorrection"]>,
    }),
    evaluation: { ...answer.evaluation, state: answer.evaluation?.state ?? "notInitialized" } as TxnInfo["evaluation"],
    evaluationInfo: [answer.evaluationInfo ?? []].flat().map(({ provider, mode, processingPeriod }) => ({
      provider: provider ?? "",
      mode: mode ?? "normal",
      processingPeriod: processingPeriod ?? "",
    })),
  };
}

/** A wallet may keep a finished form in an open state. The entries decide whether it can be submitted. */
function toState({ state }: PartialTxnInfo, entries: readonly Entry[]): TxnInfo["state"] {
  return state === "PENDING" ? deriveTransactionState(entries, state) : (state ?? "NOT_INITIALIZED");
}

function toCompletion({ expectedCompletionDate }: PartialTxnInfo): Pick<TxnInfo, "expectedCompletionDate"> {
  const { minDate, maxDate } = expectedCompletionDate ?? {};
  return maxDate ? { expectedCompletionDate: { minDate: minDate ?? maxDate, maxDate } } : {};
}

/** A payment marked as express without details covers every item. */
function toExpress({ express, paymentDetails }: PartialTxnInfo): Pick<TxnInfo, "express"> {
  const isExpress = express ? true : (paymentDetails ?? []).some((payment) => payment.expressOpt);
  return isExpress ? { express: { all: express?.all ?? true } } : {};
}

function completeField(field: string | PartialAnswer<Field>): Field {
  const { fieldName = "", label } = typeof field === "string" ? { fieldName: field } : field;
  return { fieldName: fieldName ?? "", label: label ?? fieldName ?? "" };
}

function completeEntry(name: string, answer: PartialAnswer<Entry>, updatedAt: string): Entry {
  const state = answer.state ?? "NOT_INITIALIZED";
  const subType = answer.subType ?? null;
  const markedAsSkip = answer.markedAsSkip ?? false;
  const { insufficiency } = answer;
  return {
    ...(answer as Entry),
    name,
    label: answer.label ?? "",
    category: { name: answer.category?.name ?? "" },
    state,
    subType,
    subTypeList: [...(answer.subTypeList ?? (subType === null ? [] : [subType]))],
    proceeded: answer.proceeded ?? (markedAsSkip || state !== "NOT_INITIALIZED"),
    markedAsSkip,
    skipAllowed: answer.skipAllowed ?? false,
    marksheetRequired: answer.marksheetRequired ?? false,
    acceptMultipleSubmissions: answer.acceptMultipleSubmissions ?? false,
    insufficiency: insufficiency
      ? {
          subType: insufficiency.subType ?? subType ?? "",
          reason: insufficiency.reason ?? "",
          requestedAt: firstMoment(insufficiency.requestedAt, updatedAt),
        }
      : null,
  };
}
