import { createHmac } from "node:crypto";
import type { CallProvider } from "./http.ts";
import type {
  SignedCallback,
  Credentials,
  CallbackRequest,
  CallbackEvent,
  SandboxDecision,
  RefundRequest,
  PaymentReport,
} from "./provider.ts";
import {
  assertRecent,
  assertSigned,
  findByText,
  isEqualInConstantTime,
  splitSecrets,
  pick,
  pickText,
  readJson,
} from "./driver-tools.ts";

/** The API version that the drivers read, independent of the account's default. */
const version = "2024-06-20";
const liveUrl = "https://api.stripe.com";

/** Settings of the account, which both drivers use. */
export const stripeAccount = {
  STRIPE_SECRET_KEY: { description: "Secret key of the Stripe account." },
  STRIPE_WEBHOOK_SECRET: { description: "Verifies callbacks to /webhooks/payments/stripe; may be a list." },
};
export const stripeUrl = { description: "Address of Stripe's API, for a stand-in in tests.", defaultNote: liveUrl };

/**
 * Stripe's API: form in, JSON out. `key` is the idempotency key of a POST (docs.stripe.com/api/idempotent_requests).
 */
export type StripeApi = (
  method: "GET" | "POST",
  path: string,
  form?: Record<string, string>,
  key?: string,
) => Promise<unknown>;

export function createStripeApi(
  { STRIPE_SECRET_KEY, STRIPE_URL = liveUrl }: Credentials,
  call: CallProvider,
): StripeApi {
  return (method, path, form, key) =>
    call({
      method,
      url: `${STRIPE_URL}${path}`,
      headers: {
        authorization: `Bearer ${STRIPE_SECRET_KEY}`,
        "stripe-version": version,
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(form && { form }),
    });
}

/**
 * Refunds a payment intent. Stripe repeats its first response to a key and forgets the key after a day, so an existing
 * refund is looked up and not sent again.
 */
export async function refundIntent(
  api: StripeApi,
  intent: string,
  refund: RefundRequest,
): Promise<PaymentReport["status"]> {
  const query = new URLSearchParams({ payment_intent: intent, limit: "100" });
  const known = findByText(
    pick(await api("GET", `/v1/refunds?${query.toString()}`), "data"),
    refund.id,
    "metadata",
    "refundId",
  );
  const form = { payment_intent: intent, amount: String(refund.amountMinor), "metadata[refundId]": refund.id };
  const answer = known ?? (await api("POST", "/v1/refunds", form, refund.id));
  const status = pickText(answer, "status");
  if (status === "succeeded") return "Success";
  return status === "failed" || status === "canceled" ? "Failed" : "Pending";
}

/** Reads a checkout session, with its payment intent expanded if requested. */
export function toSessionReport(session: unknown): PaymentReport {
  const status = pick(session, "status");
  if (pick(session, "payment_status") === "paid")
    return {
      status: "Success",
      amountMinor: Number(pick(session, "amount_total")),
      currency: pickText(session, "currency").toUpperCase(),
    };
  // With a bank that confirms later, the session is complete first and the intent has the result.
  const isRefused =
    status === "complete" &&
    ["requires_payment_method", "canceled"].includes(pickText(session, "payment_intent", "status"));
  return { status: status === "expired" || isRefused ? "Failed" : "Pending" };
}

/** Reads a payment intent. A declined card leaves it open: the payer can try another on the page. */
export function toIntentReport(intent: unknown): PaymentReport {
  const status = pickText(intent, "status");
  if (status === "succeeded")
    return {
      status: "Success",
      amountMinor: Number(pick(intent, "amount_received")),
      currency: pickText(intent, "currency").toUpperCase(),
    };
  if (status === "canceled") return { status: "Failed" };
  const hasAttemptFailed =
    status === "requires_payment_method" && pickText(intent, "last_payment_error", "type") !== "";
  return { status: "Pending", ...(hasAttemptFailed && { hasAttemptFailed }) };
}

type Read = (object: unknown) => Omit<CallbackEvent, "eventId">;
const ofSession: Read = (session) => ({
  orderId: pickText(session, "client_reference_id"),
  report: toSessionReport(session),
});
const ofIntent: Read = (intent) => ({
  orderId: pickText(intent, "metadata", "orderId"),
  report: toIntentReport(intent),
});

/** Events that end a payment, for both drivers: an account may send all of them to either address. */
const paymentEvents: Readonly<Record<string, Read>> = {
  "checkout.session.completed": ofSession,
  "checkout.session.async_payment_succeeded": ofSession,
  "checkout.session.async_payment_failed": (session) => ({ ...ofSession(session), report: { status: "Failed" } }),
  "checkout.session.expired": ofSession,
  "payment_intent.succeeded": ofIntent,
  "payment_intent.canceled": ofIntent,
};

/**
 * `Stripe-Signature: t=…,v1=…`: HMAC-SHA256 over `t.rawBody`, at most 300 s old. During a rotation Stripe sends one v1
 * for each secret, and we may have several secrets (docs.stripe.com/webhooks/signature).
 */
export function readStripeCallback(request: CallbackRequest, secrets: string): CallbackEvent | undefined {
  const parts = (request.headers["stripe-signature"] ?? "").split(",").map((part) => part.trim().split("="));
  const time = parts.find(([key]) => key === "t")?.[1] ?? "";
  const expected = splitSecrets(secrets).map((secret) => sign(`${time}.`, request.rawBody, secret));
  assertSigned(
    parts.some(([key, value = ""]) => key === "v1" && expected.some((one) => isEqualInConstantTime(value, one))),
  );
  assertRecent(Number(time) * 1000, request);
  const event = readJson(request);
  const type = pickText(event, "type");
  const read = Object.hasOwn(paymentEvents, type) ? paymentEvents[type] : undefined;
  return read && { eventId: pickText(event, "id"), ...read(pick(event, "data", "object")) };
}

/** Signs an event as Stripe does, with the newest secret. */
export function signStripeCallback(
  outcome: SandboxDecision,
  secrets: string,
  type: string,
  object: Record<string, unknown>,
): SignedCallback {
  const time = Math.floor(outcome.now.getTime() / 1000);
  const body = JSON.stringify({
    id: `evt_${outcome.orderId}_${outcome.status}`,
    object: "event",
    created: time,
    type,
    data: { object },
  });
  const signature = sign(`${time}.`, Buffer.from(body), splitSecrets(secrets)[0] ?? "");
  return { headers: { "stripe-signature": `t=${time},v1=${signature}` }, body };
}

function sign(prefix: string, rawBody: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(prefix).update(rawBody).digest("hex");
}
