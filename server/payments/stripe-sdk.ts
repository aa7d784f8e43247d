import type { Notice, OrderReference, Provider, ProviderEntry, Report } from "./provider.ts";
import { createStripeApi, readStripeCallback, refundIntent, writeStripeCallback } from "./stripe.ts";
import { needText, pick, pickText, unlessRefused } from "./wire.ts";

/** Stripe's Payment Element on the payment-redirect page: a PaymentIntent whose client secret the page is given. */
export const stripeSdk: ProviderEntry = {
  variables: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  options: ["STRIPE_URL"],
  connect: (credentials, call) => {
    const api = createStripeApi(credentials, call);
    const pathOf = ({ reference }: OrderReference) => `/v1/payment_intents/${encodeURIComponent(reference)}`;
    const findStatus: Provider["findStatus"] = async (order) => toReport(await api("GET", pathOf(order)));
    return {
      createSession: async (request) => {
        const answer = await api("POST", "/v1/payment_intents", {
          "amount": String(request.amountMinor),
          "currency": request.currency.toLowerCase(),
          "description": request.description,
          "automatic_payment_methods[enabled]": "true",
          "metadata[orderId]": request.orderId,
        }, request.orderId);
        return { reference: needText(answer, "id"), webUrl: request.redirectPage, paymentSessionId: needText(answer, "client_secret") };
      },
      findStatus,
      cancel: (order) =>
        unlessRefused(async () => {
          await api("POST", `${pathOf(order)}/cancel`, {});
          return true;
        }, async () => (await findStatus(order)).status === "Failed"),
      refund: (order, refund) => refundIntent(api, order.reference, refund),
      readCallback: async (delivery) => readStripeCallback(delivery, credentials, toNotice),
    };
  },
  writeCallback: (outcome, credentials) =>
    writeStripeCallback(outcome, credentials, outcome.status === "Success" ? "payment_intent.succeeded" : "payment_intent.canceled", {
      id: outcome.reference,
      object: "payment_intent",
      status: outcome.status === "Success" ? "succeeded" : "canceled",
      amount: outcome.amountMinor,
      amount_received: outcome.status === "Success" ? outcome.amountMinor : 0,
      currency: outcome.currency.toLowerCase(),
      metadata: { orderId: outcome.orderId },
    }),
};

/** A refused card (`payment_failed`) is no end: the page lets the candidate try another. */
function toNotice(type: string, intent: unknown): Omit<Notice, "eventId"> | undefined {
  if (type !== "payment_intent.succeeded" && type !== "payment_intent.canceled") return undefined;
  return { orderId: pickText(intent, "metadata", "orderId"), report: toReport(intent) };
}

function toReport(intent: unknown): Report {
  const status = pickText(intent, "status");
  if (status === "succeeded") return { status: "Success", amountMinor: Number(pick(intent, "amount_received")), currency: pickText(intent, "currency").toUpperCase() };
  return { status: status === "canceled" ? "Failed" : "Pending" };
}
