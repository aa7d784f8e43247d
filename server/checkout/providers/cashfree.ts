import { cashfreeAccount, cashfreeUrl, createCashfree, signCashfreeCallback } from "./cashfree-account.ts";
import type { Credentials, ProviderEntry } from "./provider.ts";

/** Callbacks are signed with the account's key, or with a secret for this address. */
const toSecrets = ({ CASHFREE_WEBHOOK_SECRET, CASHFREE_CLIENT_SECRET = "" }: Credentials): string =>
  CASHFREE_WEBHOOK_SECRET ?? CASHFREE_CLIENT_SECRET;

/** Cashfree's hosted page, opened by their script. */
export const cashfree: ProviderEntry = {
  family: "cashfree",
  variables: cashfreeAccount,
  optionalVariables: {
    CASHFREE_URL: cashfreeUrl,
    CASHFREE_WEBHOOK_SECRET: {
      description: "Verifies callbacks to /webhooks/payments/cashfree; may be a list.",
      defaultNote: "CASHFREE_CLIENT_SECRET",
    },
  },
  connect: (credentials, call) => createCashfree(credentials, call, toSecrets(credentials)),
  signCallback: (outcome, credentials) => signCashfreeCallback(outcome, toSecrets(credentials)),
};
