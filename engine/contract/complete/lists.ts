import type { Credential } from "#engine/core/scope/shapes/credentials.ts";
import type { Notification } from "#engine/core/scope/shapes/notifications.ts";
import type { PaymentPoll } from "#engine/core/scope/shapes/payments.ts";
import type { Question } from "#engine/core/scope/shapes/questions.ts";
import type { PublicForm, TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import { toArgument, firstMoment, toOrg, type CallContext } from "./call-context.ts";

interface Listed<Item> {
  list: Item[];
  total: number;
}
/** A list with its total, or a bare array. */
type PartialList<Item> =
  | readonly PartialAnswer<Item>[]
  | { readonly list?: readonly PartialAnswer<Item>[]; readonly total?: number };

const completeList =
  <Item>(complete: (answer: PartialAnswer<Item>, call: CallContext, index: number) => Item) =>
  (answer: PartialList<Item>, call: CallContext): Listed<Item> => {
    const { list = [], ...rest } = "map" in answer ? { list: answer } : answer;
    const items = list.map((item, index) => complete(item, call, index));
    return { ...rest, list: items, total: ("total" in rest && rest.total) || items.length };
  };

/**
 * Completes transactions.list. A missing `progress` stays missing. A form may have the name that the call to open one
 * uses.
 */
export const completeTransactions = completeList<TransactionListItem>(
  ({ eKycFormId, ...answer }: PartialAnswer<TransactionListItem> & { eKycFormId?: string }, call) => {
    const updatedAt = firstMoment(answer.updatedAt, answer.createdAt, call.now);
    return {
      ...(answer as TransactionListItem),
      orgId: answer.orgId ?? "",
      txnId: answer.txnId ?? "",
      formId: answer.formId ?? eKycFormId ?? "",
      form: { name: answer.form?.name ?? "" },
      org: toOrg(answer.org),
      state: answer.state ?? "NOT_INITIALIZED",
      createdAt: firstMoment(answer.createdAt, updatedAt),
      updatedAt,
    };
  },
);

/** Completes forms.public. */
export const completeForms = completeList<PublicForm>((answer) => ({
  ...(answer as PublicForm),
  formId: answer.formId ?? "",
  name: answer.name ?? "",
  orgId: answer.orgId ?? "",
  org: toOrg(answer.org),
  expiry: answer.expiry ?? -1,
  isExpired: answer.isExpired ?? false,
}));

/** Completes questions.list. */
export const completeQuestions = completeList<Question>((answer) => ({
  _id: answer._id ?? "",
  question: answer.question ?? "",
  options: (answer.options ?? []).map(({ name, value }) => ({ name: name ?? value ?? "", value: value ?? name ?? "" })),
  required: answer.required ?? true,
  validation: {
    ...(answer.validation as Question["validation"]),
    type: answer.validation?.type ?? (answer.options?.length ? "select" : "text"),
  },
}));

const completeNotices = completeList<Notification>((answer, call, index) => ({
  ...(answer as Notification),
  _id: answer._id ?? `${answer.createdAt ?? ""}-${index}`.replace(/[^\w-]/g, "-"),
  title: answer.title ?? "",
  description: answer.description ?? "",
  createdAt: firstMoment(answer.createdAt, call.now),
}));

/** Completes notifications.list. Without a count of unread ones, all count as read. */
export const completeNotifications = (
  answer: PartialList<Notification> & { unread?: number },
  call: CallContext,
): Listed<Notification> & { unread: number } => ({ ...completeNotices(answer, call), unread: answer.unread ?? 0 });

/** Completes credentials.list. A listed credential counts as held unless the wallet states otherwise. */
export const completeCredentials = completeList<Credential>((answer, call, index) => ({
  ...(answer as Credential),
  id: answer.id ?? String(index),
  credentialType: answer.credentialType ?? "",
  credentialAttributes: (answer.credentialAttributes ?? {}) as Credential["credentialAttributes"],
  issuer: answer.issuer ?? "",
  issuedAt: firstMoment(answer.issuedAt, call.now),
  existsInWallet: answer.existsInWallet ?? true,
}));

/** Completes payments.poll. */
export const completePoll = (answer: PartialAnswer<PaymentPoll>, call: CallContext): PaymentPoll => ({
  currentStatus: answer.currentStatus ?? "Pending",
  paymentId: answer.paymentId ?? toArgument(call, "paymentId"),
});
