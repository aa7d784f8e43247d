import { cashfreeAccount, cashfreeUrl, createCashfree, signCashfreeCallback } from "./cashfree-account.ts";
import type { Credentials, ProviderEntry } from "./provider.ts";

const toSecrets = ({ CASHFREE_SDK_WEBHOOK_SECRET, CASHFREE_CLIENT_SECRET = "" }: Credentials): string =>
  CASHFREE_SDK_WEBHOOK_SECRET ?? CASHFREE_CLIENT_SECRET;

/** Cashfree Checkout: the same orders; the page gets the session id on the wire. */
export const cashfreeSdk: ProviderEntry = {
  family: "cashfree",
  variables: cashfreeAccount,
  optionalVariables: {
    CASHFREE_URL: cashfreeUrl,
    CASHFREE_SDK_WEBHOOK_SECRET: {
      description: "Verifies callbacks to /webhooks/payments/cashfree-sdk; may be a list.",
      defaultNote: "CASHFREE_CLIENT_SECRET",
    },
  },
  connect: (credentials, call) => createCashfree(credentials, call, toSecrets(credentials)),
  signCallback: (outcome, credentials) => signCashfreeCallback(outcome, toSecrets(credentials)),
};
