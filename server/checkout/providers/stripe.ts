import type { OrderReference, Provider, ProviderEntry } from "./provider.ts";
import {
  createStripeApi,
  readStripeCallback,
  refundIntent,
  toSessionReport,
  signStripeCallback,
  stripeAccount,
  stripeUrl,
} from "./stripe-account.ts";
import { requireText, pick, pickText, unlessRefused } from "./driver-tools.ts";

/** Stripe Checkout: a page at Stripe, opened by redirect (docs.stripe.com/api/checkout/sessions). */
export const stripe: ProviderEntry = {
  family: "stripe",
  variables: stripeAccount,
  optionalVariables: { STRIPE_URL: stripeUrl },
  connect: (credentials, call) => {
    const api = createStripeApi(credentials, call);
    const pathOf = ({ reference }: OrderReference) => `/v1/checkout/sessions/${encodeURIComponent(reference)}`;
    const read = (order: OrderReference) =>
      api("GET", `${pathOf(order)}?${new URLSearchParams({ "expand[]": "payment_intent" }).toString()}`);
    const findStatus: Provider["findStatus"] = async (order) => toSessionReport(await read(order));
    return {
      createSession: async (request) => {
        const answer = await api(
          "POST",
          "/v1/checkout/sessions",
          {
            mode: "payment",
            client_reference_id: request.orderId,
            success_url: request.returnUrl,
            cancel_url: request.cancelUrl,
            "line_items[0][quantity]": "1",
            "line_items[0][price_data][currency]": request.currency.toLowerCase(),
            "line_items[0][price_data][unit_amount]": String(request.amountMinor),
            "line_items[0][price_data][product_data][name]": request.description,
            "metadata[orderId]": request.orderId,
            "payment_intent_data[metadata][orderId]": request.orderId,
          },
          request.orderId,
        );
        return { reference: requireText(answer, "id"), webUrl: requireText(answer, "url"), paymentSessionId: null };
      },
      findStatus,
      cancel: (order) =>
        unlessRefused(
          async () => {
            await api("POST", `${pathOf(order)}/expire`, {});
            return true;
          },
          async () => (await findStatus(order)).status === "Failed",
        ),
      refund: async (order, refund) => {
        const intent = pick(await read(order), "payment_intent");
        return refundIntent(api, pickText(intent, "id") || requireText({ intent }, "intent"), refund);
      },
      readCallback: async (request) => readStripeCallback(request, credentials.STRIPE_WEBHOOK_SECRET ?? ""),
    };
  },
  signCallback: (outcome, { STRIPE_WEBHOOK_SECRET = "" }) => {
    const isPaid = outcome.status === "Success";
    return signStripeCallback(
      outcome,
      STRIPE_WEBHOOK_SECRET,
      isPaid ? "checkout.session.completed" : "checkout.session.expired",
      {
        id: outcome.reference,
        object: "checkout.session",
        client_reference_id: outcome.orderId,
        payment_status: isPaid ? "paid" : "unpaid",
        status: isPaid ? "complete" : "expired",
        amount_total: outcome.amountMinor,
        currency: outcome.currency.toLowerCase(),
      },
    );
  },
};
