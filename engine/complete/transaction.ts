import type { Entry, TxnInfo } from "#engine/api/transaction-info.ts";
import { deriveTransactionState } from "#engine/transaction/state-machine.ts";
import { toFiltered } from "#engine/transaction/transaction-facts.ts";
import { toAskedFor, toMoment, type Asked, type Said } from "./said.ts";

/** What others may write in place of a list of evaluations, or of a field. */
type SaidTxnInfo = Omit<Said<TxnInfo>, "evaluationInfo" | "requiredVerificationFieldList"> & {
  readonly evaluationInfo?: Said<TxnInfo["evaluationInfo"]> | Said<TxnInfo["evaluationInfo"][number]> | null;
  readonly requiredVerificationFieldList?: readonly (string | Said<Field>)[] | null;
};
type Field = TxnInfo["requiredVerificationFieldList"][number];

/**
 * The answer of transactions.info where a wallet gives the fields that wallets share and no more. What is allowed, how it
 * came about and which release it keeps stay away: the first is worked out from the rest, without the others a page does.
 */
export function completeTransaction(said: SaidTxnInfo, asked: Asked): TxnInfo {
  const updatedAt = toMoment(said.updatedAt, asked.now);
  const entries = Object.entries(said.verificationList ?? {}).map(
    ([name, entry]) => [name, completeEntry(name, entry ?? {}, updatedAt)] as const,
  );
  return {
    ...(said as TxnInfo),
    orgId: said.orgId ?? toAskedFor(asked, "orgId"),
    txnId: said.txnId ?? toAskedFor(asked, "txnId"),
    createdAt: toMoment(said.createdAt, updatedAt),
    updatedAt,
    state: toState(
      said,
      entries.map(([, entry]) => entry),
    ),
    ...toCompletion(said),
    form: {
      formId: said.form?.formId ?? toAskedFor(asked, "formId"),
      name: said.form?.name ?? "",
      isExpired: said.form?.isExpired ?? false,
      expiry: said.form?.expiry ?? -1,
    },
    verificationList: Object.fromEntries(entries),
    filtered: toFiltered(entries.map(([, entry]) => entry)),
    paymentRequired: said.paymentRequired ?? false,
    userPaymentRequired: said.userPaymentRequired ?? false,
    paymentDetails: (said.paymentDetails ?? []).map((payment) => ({
      allVerificationsCompleted: payment.allVerificationsCompleted ?? false,
      expressOpt: payment.expressOpt ?? false,
      paymentId: payment.paymentId ?? "",
      currentStatus: payment.currentStatus ?? "Success",
    })),
    ...toExpress(said),
    discount: { percentage: said.discount?.percentage ?? 0 },
    priceList: (said.priceList ?? []).map((item) => ({
      verificationName: item.verificationName ?? "",
      mrp: item.mrp ?? item.price?.primary ?? 0,
      price: { primary: item.price?.primary ?? item.mrp ?? 0 },
      discount: { primary: item.discount?.primary ?? 0, secondary: item.discount?.secondary ?? 0 },
    })),
    questionnaire: { isRequired: said.questionnaire?.isRequired ?? false },
    userInputList: (said.userInputList ?? []).map((input) => ({
      fieldName: input.fieldName ?? "",
      value: input.value ?? "",
      // What a wallet keeps without a word on it has been proved: the call that stores it is the one that proves it.
      verified: input.verified ?? true,
    })),
    requiredVerificationFieldList: (said.requiredVerificationFieldList ?? []).map(completeField),
    manualProfileRequired: said.manualProfileRequired ?? false,
    nameChangeRequest: { requested: said.nameChangeRequest?.requested ?? false },
    evaluation: { ...said.evaluation, state: said.evaluation?.state ?? "notInitialized" } as TxnInfo["evaluation"],
    evaluationInfo: [said.evaluationInfo ?? []].flat().map(({ provider, mode, processingPeriod }) => ({
      provider: provider ?? "",
      mode: mode ?? "normal",
      processingPeriod: processingPeriod ?? "",
    })),
  };
}

/** A wallet may keep calling a form open that has nothing left to fill in: whether it can be sent, its entries say. */
function toState({ state }: SaidTxnInfo, entries: readonly Entry[]): TxnInfo["state"] {
  return state === "PENDING" ? deriveTransactionState(entries, state) : (state ?? "NOT_INITIALIZED");
}

function toCompletion({ expectedCompletionDate }: SaidTxnInfo): Pick<TxnInfo, "expectedCompletionDate"> {
  const { minDate, maxDate } = expectedCompletionDate ?? {};
  return maxDate ? { expectedCompletionDate: { minDate: minDate ?? maxDate, maxDate } } : {};
}

/** A wallet that says of a payment that express was chosen, and not of what, has it all done so. */
function toExpress({ express, paymentDetails }: SaidTxnInfo): Pick<TxnInfo, "express"> {
  const isExpress = express ? true : (paymentDetails ?? []).some((payment) => payment.expressOpt);
  return isExpress ? { express: { all: express?.all ?? true } } : {};
}

function completeField(field: string | Said<Field>): Field {
  const { fieldName = "", label } = typeof field === "string" ? { fieldName: field } : field;
  return { fieldName: fieldName ?? "", label: label ?? fieldName ?? "" };
}

function completeEntry(name: string, said: Said<Entry>, updatedAt: string): Entry {
  const state = said.state ?? "NOT_INITIALIZED";
  const subType = said.subType ?? null;
  const markedAsSkip = said.markedAsSkip ?? false;
  const { insufficiency } = said;
  return {
    ...(said as Entry),
    name,
    label: said.label ?? "",
    category: { name: said.category?.name ?? "" },
    state,
    subType,
    subTypeList: [...(said.subTypeList ?? (subType === null ? [] : [subType]))],
    proceeded: said.proceeded ?? (markedAsSkip || state !== "NOT_INITIALIZED"),
    markedAsSkip,
    skipAllowed: said.skipAllowed ?? false,
    marksheetRequired: said.marksheetRequired ?? false,
    acceptMultipleSubmissions: said.acceptMultipleSubmissions ?? false,
    insufficiency: insufficiency
      ? {
          subType: insufficiency.subType ?? subType ?? "",
          reason: insufficiency.reason ?? "",
          requestedAt: toMoment(insufficiency.requestedAt, updatedAt),
        }
      : null,
  };
}
