import { createCashfree, writeCashfreeCallback } from "./cashfree.ts";
import type { ProviderEntry, SdkPage } from "./provider.ts";

const sdkPage: SdkPage = {
  src: "https://sdk.cashfree.com/js/v3/cashfree.js",
  origins: {
    "script-src": ["https://sdk.cashfree.com"],
    "frame-src": ["https://sdk.cashfree.com", "https://api.cashfree.com", "https://payments.cashfree.com"],
    "connect-src": ["https://sdk.cashfree.com", "https://api.cashfree.com"],
    "form-action": ["https://api.cashfree.com", "https://payments.cashfree.com"],
    "img-src": ["https://sdk.cashfree.com"],
  },
  code: `const { session, environment } = document.currentScript.dataset;
Cashfree({ mode: environment }).checkout({ paymentSessionId: session, redirectTarget: "_self" });
`,
};

/** Cashfree Checkout on the payment-redirect page: the same orders, paid through their script. */
export const cashfreeSdk: ProviderEntry = {
  variables: ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"],
  options: ["CASHFREE_URL"],
  connect: (credentials, call) => ({
    ...createCashfree(credentials, call, (_session, request) => request.redirectPage),
    sdkPage,
  }),
  writeCallback: (outcome, credentials) => writeCashfreeCallback(outcome, credentials),
};
