import { createCashfree, writeCashfreeCallback } from "./cashfree-account.ts";
import type { Credentials, ProviderEntry } from "./provider.ts";

const toSecrets = ({ CASHFREE_SDK_WEBHOOK_SECRET, CASHFREE_CLIENT_SECRET = "" }: Credentials): string =>
  CASHFREE_SDK_WEBHOOK_SECRET ?? CASHFREE_CLIENT_SECRET;

/** Cashfree Checkout: the same orders, and the page is told the session on the wire. */
export const cashfreeSdk: ProviderEntry = {
  family: "cashfree",
  variables: ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"],
  options: ["CASHFREE_URL", "CASHFREE_SDK_WEBHOOK_SECRET"],
  connect: (credentials, call) => createCashfree(credentials, call, toSecrets(credentials)),
  writeCallback: (outcome, credentials) => writeCashfreeCallback(outcome, toSecrets(credentials)),
};
