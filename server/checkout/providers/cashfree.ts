import { createCashfree, writeCashfreeCallback } from "./cashfree-account.ts";
import type { Credentials, ProviderEntry } from "./provider.ts";

/** Callbacks are signed with the key of the account; one of their own, where this address has one. */
const toSecrets = ({ CASHFREE_WEBHOOK_SECRET, CASHFREE_CLIENT_SECRET = "" }: Credentials): string =>
  CASHFREE_WEBHOOK_SECRET ?? CASHFREE_CLIENT_SECRET;

/** Cashfree's hosted page, to which their script leads. */
export const cashfree: ProviderEntry = {
  family: "cashfree",
  variables: ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"],
  options: ["CASHFREE_URL", "CASHFREE_WEBHOOK_SECRET"],
  connect: (credentials, call) => createCashfree(credentials, call, toSecrets(credentials)),
  writeCallback: (outcome, credentials) => writeCashfreeCallback(outcome, toSecrets(credentials)),
};
