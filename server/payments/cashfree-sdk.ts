import { createCashfree, writeCashfreeCallback } from "./cashfree.ts";
import type { ProviderEntry } from "./provider.ts";

/** Cashfree Checkout on the payment-redirect page: the same orders, paid through their script. */
export const cashfreeSdk: ProviderEntry = {
  variables: ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"],
  options: ["CASHFREE_URL"],
  connect: (credentials, call) => createCashfree(credentials, call, (_session, request) => request.redirectPage),
  writeCallback: (outcome, credentials) => writeCashfreeCallback(outcome, credentials),
};
