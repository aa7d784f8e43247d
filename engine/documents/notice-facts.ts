import type { MessageKey } from "./message-keys.ts";

const transaction = ["orgId", "formId", "txnId"] as const;
const verification = [...transaction, "verificationName"] as const;
const payment = [...transaction, "paymentId"] as const;
const refund = [...payment, "refundId"] as const;

/**
 * What a notice is about: the names by which the place that it opens is addressed. Code writes them down with the
 * notice; which screen they lead to, catalogues/messages says. A notice without a line here does not compile.
 */
export const noticeFacts = {
  "payment-received": payment,
  "payment-failed": payment,
  "payment-returned": refund,
  "refund-sent": refund,
  "refund-failed": refund,
  "verification-complete": transaction,
  "verification-failed": verification,
  "action-required": verification,
  "verification-closed": transaction,
  "evaluation-complete": transaction,
  "form-waiting": transaction,
  "form-unpaid": transaction,
  "form-unsent": transaction,
  "closed-unpaid": transaction,
  "closed-unsent": transaction,
  "credential-withdrawn": ["credentialId"],
} as const satisfies Record<MessageKey<"notices">, readonly string[]>;

/** What a notice of this key is about, by name. */
export type NoticeFacts<K extends MessageKey<"notices">> = Readonly<Record<(typeof noticeFacts)[K][number], string>>;
