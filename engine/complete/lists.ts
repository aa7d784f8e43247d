import type { Credential } from "#engine/api/credentials.ts";
import type { Notification } from "#engine/api/notices.ts";
import type { PaymentPoll } from "#engine/api/payments.ts";
import type { Question } from "#engine/api/questions.ts";
import type { PublicForm, TransactionListItem } from "#engine/api/transactions.ts";
import { toAskedFor, toMoment, toOrg, type Asked, type Said } from "./said.ts";

interface Listed<Item> {
  list: Item[];
  total: number;
}
/** A list with its number, or bare. */
type SaidList<Item> = readonly Said<Item>[] | { readonly list?: readonly Said<Item>[]; readonly total?: number };

const completeList =
  <Item>(complete: (said: Said<Item>, asked: Asked, index: number) => Item) =>
  (said: SaidList<Item>, asked: Asked): Listed<Item> => {
    const { list = [], ...rest } = "map" in said ? { list: said } : said;
    const items = list.map((item, index) => complete(item, asked, index));
    return { ...rest, list: items, total: ("total" in rest && rest.total) || items.length };
  };

/** The list of transactions.list. How far each is stays away where it is not said. A form may be named as the call that opens one names it. */
export const completeTransactions = completeList<TransactionListItem>(
  ({ eKycFormId, ...said }: Said<TransactionListItem> & { eKycFormId?: string }, asked) => {
    const updatedAt = toMoment(said.updatedAt, said.createdAt, asked.now);
    return {
      ...(said as TransactionListItem),
      orgId: said.orgId ?? "",
      txnId: said.txnId ?? "",
      formId: said.formId ?? eKycFormId ?? "",
      form: { name: said.form?.name ?? "" },
      org: toOrg(said.org),
      state: said.state ?? "NOT_INITIALIZED",
      createdAt: toMoment(said.createdAt, updatedAt),
      updatedAt,
    };
  },
);

/** The list of forms.public. */
export const completeForms = completeList<PublicForm>((said) => ({
  ...(said as PublicForm),
  formId: said.formId ?? "",
  name: said.name ?? "",
  orgId: said.orgId ?? "",
  org: toOrg(said.org),
  expiry: said.expiry ?? -1,
  isExpired: said.isExpired ?? false,
}));

/** The list of questions.list. */
export const completeQuestions = completeList<Question>((said) => ({
  _id: said._id ?? "",
  question: said.question ?? "",
  options: (said.options ?? []).map(({ name, value }) => ({ name: name ?? value ?? "", value: value ?? name ?? "" })),
  required: said.required ?? true,
  validation: {
    ...(said.validation as Question["validation"]),
    type: said.validation?.type ?? (said.options?.length ? "select" : "text"),
  },
}));

const completeNotices = completeList<Notification>((said, asked, index) => ({
  ...(said as Notification),
  _id: said._id ?? `${said.createdAt ?? ""}-${index}`.replace(/[^\w-]/g, "-"),
  title: said.title ?? "",
  description: said.description ?? "",
  createdAt: toMoment(said.createdAt, asked.now),
}));

/** The list of notifications.list; where nobody counts what was read, nothing waits to be. */
export const completeNotifications = (
  said: SaidList<Notification> & { unread?: number },
  asked: Asked,
): Listed<Notification> & { unread: number } => ({ ...completeNotices(said, asked), unread: said.unread ?? 0 });

/** The list of credentials.list. One that is listed without a word on it is in the wallet. */
export const completeCredentials = completeList<Credential>((said, asked, index) => ({
  ...(said as Credential),
  id: said.id ?? String(index),
  credentialType: said.credentialType ?? "",
  credentialAttributes: (said.credentialAttributes ?? {}) as Credential["credentialAttributes"],
  issuer: said.issuer ?? "",
  issuedAt: toMoment(said.issuedAt, asked.now),
  existsInWallet: said.existsInWallet ?? true,
}));

/** The answer of payments.poll. */
export const completePoll = (said: Said<PaymentPoll>, asked: Asked): PaymentPoll => ({
  currentStatus: said.currentStatus ?? "Pending",
  paymentId: said.paymentId ?? toAskedFor(asked, "paymentId"),
});
