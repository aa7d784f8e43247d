import type { Credentials, OrderReference, Provider, ProviderEntry, SdkPage } from "./provider.ts";
import {
  createStripeApi,
  readStripeCallback,
  refundIntent,
  toIntentReport,
  signStripeCallback,
  stripeAccount,
  stripeUrl,
} from "./stripe-account.ts";
import { requireText, toSdkUrl, unlessRefused } from "./driver-tools.ts";

/** Stripe has one secret per callback address. Both drivers share a secret when they share an address. */
const toSecrets = ({ STRIPE_SDK_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET = "" }: Credentials): string =>
  STRIPE_SDK_WEBHOOK_SECRET ?? STRIPE_WEBHOOK_SECRET;

/** Stripe's Payment Element on the payment-redirect page. The page gets the PaymentIntent's client secret. */
export const stripeSdk: ProviderEntry = {
  family: "stripe",
  variables: {
    ...stripeAccount,
    STRIPE_PUBLISHABLE_KEY: { description: "Publishable key, for the card form on our page." },
  },
  optionalVariables: {
    STRIPE_URL: stripeUrl,
    STRIPE_SDK_WEBHOOK_SECRET: {
      description: "Verifies callbacks to /webhooks/payments/stripe-sdk; may be a list.",
      defaultNote: "STRIPE_WEBHOOK_SECRET",
    },
  },
  connect: (credentials, call) => {
    const api = createStripeApi(credentials, call);
    const pathOf = ({ reference }: OrderReference) => `/v1/payment_intents/${encodeURIComponent(reference)}`;
    const findStatus: Provider["findStatus"] = async (order) => toIntentReport(await api("GET", pathOf(order)));
    return {
      createSession: async (request) => {
        const answer = await api(
          "POST",
          "/v1/payment_intents",
          {
            amount: String(request.amountMinor),
            currency: request.currency.toLowerCase(),
            description: request.description,
            "automatic_payment_methods[enabled]": "true",
            "metadata[orderId]": request.orderId,
          },
          request.orderId,
        );
        const paymentSessionId = requireText(answer, "client_secret");
        return {
          reference: requireText(answer, "id"),
          webUrl: toSdkUrl(request.redirectPage, "stripe", paymentSessionId),
          paymentSessionId,
        };
      },
      findStatus,
      cancel: (order) =>
        unlessRefused(
          async () => {
            await api("POST", `${pathOf(order)}/cancel`, {});
            return true;
          },
          async () => (await findStatus(order)).status === "Failed",
        ),
      refund: (order, refund) => refundIntent(api, order.reference, refund),
      sdkPage: { ...sdkPage, data: { key: credentials.STRIPE_PUBLISHABLE_KEY ?? "" } },
      readCallback: async (request) => readStripeCallback(request, toSecrets(credentials)),
    };
  },
  signCallback: (outcome, credentials) =>
    signStripeCallback(
      outcome,
      toSecrets(credentials),
      outcome.status === "Success" ? "payment_intent.succeeded" : "payment_intent.canceled",
      {
        id: outcome.reference,
        object: "payment_intent",
        status: outcome.status === "Success" ? "succeeded" : "canceled",
        amount: outcome.amountMinor,
        amount_received: outcome.status === "Success" ? outcome.amountMinor : 0,
        currency: outcome.currency.toLowerCase(),
        metadata: { orderId: outcome.orderId },
      },
    ),
};

/** The origins that Stripe's script needs: docs.stripe.com/security/guide, "Content security policy". */
const sdkPage: SdkPage = {
  src: "https://js.stripe.com/v3/",
  global: "Stripe",
  origins: {
    "script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
    "frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
    "connect-src": ["https://api.stripe.com"],
    "form-action": ["https://hooks.stripe.com"],
    "img-src": ["https://*.stripe.com"],
  },
  code: `const { session, key, return: returnUrl } = document.currentScript.dataset;
const stripe = window.Stripe(key);
const elements = stripe.elements({ clientSecret: session });
const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
elements.create("payment").mount("#payment");
form.hidden = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: returnUrl } });
  status.textContent = error ? error.message : "";
  button.disabled = false;
});
`,
};
