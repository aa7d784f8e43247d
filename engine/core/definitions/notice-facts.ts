import type { MessageKey } from "./message-keys.ts";

const transaction = ["orgId", "formId", "txnId"] as const;
const verification = [...transaction, "verificationName"] as const;
const payment = [...transaction, "paymentId"] as const;
const refund = [...payment, "refundId"] as const;

/**
 * Facts of a notice that form the address of the screen it opens. Code stores them with the notice; catalogues/messages
 * names the screen. A notice without a line here does not compile.
 */
export const noticeFacts = {
  "payment-received": payment,
  "payment-failed": payment,
  "payment-cancelled": transaction,
  "payment-returned": refund,
  "payment-partly-returned": refund,
  "refund-started": refund,
  "refund-sent": refund,
  "refund-failed": refund,
  "verification-complete": transaction,
  "verification-failed": verification,
  "action-required": verification,
  "verification-closed": transaction,
  "form-reopened": transaction,
  "change-allowed": transaction,
  "mailbox-corrected": transaction,
  "name-change-approved": transaction,
  "name-change-refused": transaction,
  "evaluation-complete": transaction,
  "form-waiting": transaction,
  "form-unpaid": transaction,
  "form-unsent": transaction,
  "closed-unpaid": transaction,
  "closed-unsent": transaction,
  "credential-withdrawn": ["credentialId"],
  "deletion-refused": [],
} as const satisfies Record<MessageKey<"notices">, readonly string[]>;

/** The facts of a notice by name. */
export type NoticeFacts<K extends MessageKey<"notices">> = Readonly<Record<(typeof noticeFacts)[K][number], string>>;
