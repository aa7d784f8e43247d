import { createHmac } from "node:crypto";
import type { CallProvider } from "./http.ts";
import type {
  Callback,
  Credentials,
  Delivery,
  Notice,
  OrderReference,
  Outcome,
  Provider,
  ProviderEntry,
  RefundRequest,
  Report,
} from "./provider.ts";
import { assertRecent, assertSigned, isSame, needText, pick, pickText, readJson, unlessRefused } from "./wire.ts";

/** Stripe Checkout: a page of Stripe's, found by redirect (integrations: Payments). */
export const stripe: ProviderEntry = {
  variables: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  options: ["STRIPE_URL"],
  connect: (credentials, call) => {
    const api = createStripeApi(credentials, call);
    const read = (order: OrderReference) => api("GET", `/v1/checkout/sessions/${encodeURIComponent(order.reference)}`);
    const findStatus: Provider["findStatus"] = async (order) => toReport(await read(order));
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
        return { reference: needText(answer, "id"), webUrl: needText(answer, "url"), paymentSessionId: null };
      },
      findStatus,
      cancel: (order) =>
        unlessRefused(
          async () => {
            await api("POST", `/v1/checkout/sessions/${encodeURIComponent(order.reference)}/expire`, {});
            return true;
          },
          async () => (await findStatus(order)).status === "Failed",
        ),
      refund: async (order, refund) => refundIntent(api, needText(await read(order), "payment_intent"), refund),
      readCallback: async (delivery) => readStripeCallback(delivery, credentials, toNotice),
    };
  },
  writeCallback: (outcome, credentials) =>
    writeStripeCallback(
      outcome,
      credentials,
      outcome.status === "Success" ? "checkout.session.completed" : "checkout.session.expired",
      {
        id: outcome.reference,
        object: "checkout.session",
        client_reference_id: outcome.orderId,
        payment_status: outcome.status === "Success" ? "paid" : "unpaid",
        status: outcome.status === "Success" ? "complete" : "expired",
        amount_total: outcome.amountMinor,
        currency: outcome.currency.toLowerCase(),
      },
    ),
};

const finals = new Set([
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
]);

function toNotice(type: string, session: unknown): Omit<Notice, "eventId"> | undefined {
  if (!finals.has(type)) return undefined;
  const failed = type === "checkout.session.async_payment_failed";
  return {
    orderId: pickText(session, "client_reference_id"),
    report: failed ? { status: "Failed" } : toReport(session),
  };
}

function toReport(session: unknown): Report {
  if (pick(session, "payment_status") === "paid") {
    return {
      status: "Success",
      amountMinor: Number(pick(session, "amount_total")),
      currency: pickText(session, "currency").toUpperCase(),
    };
  }
  return { status: pick(session, "status") === "expired" ? "Failed" : "Pending" };
}

/** Stripe's calls: forms in, JSON out; `key` makes a POST safe to repeat. */
export type StripeApi = (
  method: "GET" | "POST",
  path: string,
  form?: Record<string, string>,
  key?: string,
) => Promise<unknown>;

export function createStripeApi(
  { STRIPE_SECRET_KEY, STRIPE_URL = "https://api.stripe.com" }: Credentials,
  call: CallProvider,
): StripeApi {
  return (method, path, form, key) =>
    call({
      method,
      url: `${STRIPE_URL}${path}`,
      headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}`, ...(key !== undefined && { "idempotency-key": key }) },
      ...(form && { form }),
    });
}

/** Gives money of a payment intent back; the refund's id makes it safe to repeat. */
export async function refundIntent(api: StripeApi, intent: string, refund: RefundRequest): Promise<Report["status"]> {
  const answer = await api(
    "POST",
    "/v1/refunds",
    { payment_intent: intent, amount: String(refund.amountMinor), "metadata[refundId]": refund.id },
    refund.id,
  );
  const status = pickText(answer, "status");
  if (status === "succeeded") return "Success";
  return status === "failed" || status === "canceled" ? "Failed" : "Pending";
}

/** `Stripe-Signature: t=…,v1=…`: HMAC-SHA256 over `t.rawBody`, not older than 300 s; several v1 while a secret is changed. */
export function readStripeCallback(
  delivery: Delivery,
  { STRIPE_WEBHOOK_SECRET = "" }: Credentials,
  toNoticeOf: (type: string, object: unknown) => Omit<Notice, "eventId"> | undefined,
): Notice | undefined {
  const parts = (delivery.headers["stripe-signature"] ?? "").split(",").map((part) => part.trim().split("="));
  const time = parts.find(([key]) => key === "t")?.[1] ?? "";
  const expected = sign(`${time}.`, delivery.rawBody, STRIPE_WEBHOOK_SECRET);
  assertSigned(parts.some(([key, value = ""]) => key === "v1" && isSame(value, expected)));
  assertRecent(Number(time) * 1000, delivery);
  const event = readJson(delivery);
  const notice = toNoticeOf(pickText(event, "type"), pick(event, "data", "object"));
  return notice && { eventId: pickText(event, "id"), ...notice };
}

/** An event as Stripe would send it. */
export function writeStripeCallback(
  outcome: Outcome,
  { STRIPE_WEBHOOK_SECRET = "" }: Credentials,
  type: string,
  object: Record<string, unknown>,
): Callback {
  const time = Math.floor(outcome.now.getTime() / 1000);
  const body = JSON.stringify({
    id: `evt_${outcome.orderId}_${outcome.status}`,
    object: "event",
    created: time,
    type,
    data: { object },
  });
  return {
    headers: { "stripe-signature": `t=${time},v1=${sign(`${time}.`, Buffer.from(body), STRIPE_WEBHOOK_SECRET)}` },
    body,
  };
}

function sign(prefix: string, rawBody: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(prefix).update(rawBody).digest("hex");
}
