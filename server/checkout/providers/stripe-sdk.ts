import type { Notice, OrderReference, Provider, ProviderEntry, Report, SdkPage } from "./provider.ts";
import { createStripeApi, readStripeCallback, refundIntent, writeStripeCallback } from "./stripe.ts";
import { needText, pick, pickText, unlessRefused } from "./wire.ts";

/** Stripe's Payment Element on the payment-redirect page: a PaymentIntent whose client secret the page is given. */
export const stripeSdk: ProviderEntry = {
  variables: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY"],
  options: ["STRIPE_URL"],
  connect: (credentials, call) => {
    const api = createStripeApi(credentials, call);
    const pathOf = ({ reference }: OrderReference) => `/v1/payment_intents/${encodeURIComponent(reference)}`;
    const findStatus: Provider["findStatus"] = async (order) => toReport(await api("GET", pathOf(order)));
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
        return {
          reference: needText(answer, "id"),
          webUrl: request.redirectPage,
          paymentSessionId: needText(answer, "client_secret"),
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
      readCallback: async (delivery) => readStripeCallback(delivery, credentials, toNotice),
    };
  },
  writeCallback: (outcome, credentials) =>
    writeStripeCallback(
      outcome,
      credentials,
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

const sdkPage: SdkPage = {
  src: "https://js.stripe.com/v3/",
  origins: {
    "script-src": ["https://js.stripe.com"],
    "frame-src": ["https://js.stripe.com", "https://hooks.stripe.com"],
    "connect-src": ["https://api.stripe.com"],
    "form-action": ["https://hooks.stripe.com"],
    "img-src": ["https://*.stripe.com"],
  },
  code: `const { session, key, return: returnUrl } = document.currentScript.dataset;
const stripe = Stripe(key);
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

/** A refused card (`payment_failed`) is no end: the page lets the candidate try another. */
function toNotice(type: string, intent: unknown): Omit<Notice, "eventId"> | undefined {
  if (type !== "payment_intent.succeeded" && type !== "payment_intent.canceled") return undefined;
  return { orderId: pickText(intent, "metadata", "orderId"), report: toReport(intent) };
}

function toReport(intent: unknown): Report {
  const status = pickText(intent, "status");
  if (status === "succeeded")
    return {
      status: "Success",
      amountMinor: Number(pick(intent, "amount_received")),
      currency: pickText(intent, "currency").toUpperCase(),
    };
  return { status: status === "canceled" ? "Failed" : "Pending" };
}
