import { createHmac } from "node:crypto";
import type { CallProvider } from "./http.ts";
import type { Callback, Credentials, Delivery, Notice, Outcome, RefundRequest, Report } from "./provider.ts";
import { assertRecent, assertSigned, findByText, isSame, listOf, pick, pickText, readJson } from "./wire.ts";

/** The answers of this version are what the drivers read, whatever an account's own is. */
const version = "2024-06-20";

/** Stripe's calls: forms in, JSON out; `key` makes a POST safe to repeat (docs.stripe.com/api/idempotent_requests). */
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
      headers: {
        authorization: `Bearer ${STRIPE_SECRET_KEY}`,
        "stripe-version": version,
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(form && { form }),
    });
}

/**
 * Gives money of a payment intent back. To a key Stripe repeats its first answer, whatever has become of the refund since,
 * and after a day it may not know the key any more: a refund that is there already is looked up, not sent again.
 */
export async function refundIntent(api: StripeApi, intent: string, refund: RefundRequest): Promise<Report["status"]> {
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

/** A checkout session, its payment intent expanded where it was asked for. */
export function toSessionReport(session: unknown): Report {
  const status = pick(session, "status");
  if (pick(session, "payment_status") === "paid")
    return {
      status: "Success",
      amountMinor: Number(pick(session, "amount_total")),
      currency: pickText(session, "currency").toUpperCase(),
    };
  // A bank that answers later: the session is complete long before, and what became of it the intent says.
  const isRefused =
    status === "complete" &&
    ["requires_payment_method", "canceled"].includes(pickText(session, "payment_intent", "status"));
  return { status: status === "expired" || isRefused ? "Failed" : "Pending" };
}

/** A payment intent. A refused card leaves it open: another may be tried on the page that runs their script. */
export function toIntentReport(intent: unknown): Report {
  const status = pickText(intent, "status");
  if (status === "succeeded")
    return {
      status: "Success",
      amountMinor: Number(pick(intent, "amount_received")),
      currency: pickText(intent, "currency").toUpperCase(),
    };
  if (status === "canceled") return { status: "Failed" };
  const isTryOver = status === "requires_payment_method" && pickText(intent, "last_payment_error", "type") !== "";
  return { status: "Pending", ...(isTryOver && { isTryOver }) };
}

type Read = (object: unknown) => Omit<Notice, "eventId">;
const ofSession: Read = (session) => ({
  orderId: pickText(session, "client_reference_id"),
  report: toSessionReport(session),
});
const ofIntent: Read = (intent) => ({
  orderId: pickText(intent, "metadata", "orderId"),
  report: toIntentReport(intent),
});

/** Events that end a payment, of both ways to pay: an account may send all of them to either address. */
const ends: Readonly<Record<string, Read>> = {
  "checkout.session.completed": ofSession,
  "checkout.session.async_payment_succeeded": ofSession,
  "checkout.session.async_payment_failed": (session) => ({ ...ofSession(session), report: { status: "Failed" } }),
  "checkout.session.expired": ofSession,
  "payment_intent.succeeded": ofIntent,
  "payment_intent.canceled": ofIntent,
};

/**
 * `Stripe-Signature: t=…,v1=…`: HMAC-SHA256 over `t.rawBody`, not older than 300 s. While a secret is rolled Stripe sends
 * a v1 for each, and we may know several (docs.stripe.com/webhooks/signature).
 */
export function readStripeCallback(delivery: Delivery, secrets: string): Notice | undefined {
  const parts = (delivery.headers["stripe-signature"] ?? "").split(",").map((part) => part.trim().split("="));
  const time = parts.find(([key]) => key === "t")?.[1] ?? "";
  const expected = listOf(secrets).map((secret) => sign(`${time}.`, delivery.rawBody, secret));
  assertSigned(parts.some(([key, value = ""]) => key === "v1" && expected.some((one) => isSame(value, one))));
  assertRecent(Number(time) * 1000, delivery);
  const event = readJson(delivery);
  const type = pickText(event, "type");
  const read = Object.hasOwn(ends, type) ? ends[type] : undefined;
  return read && { eventId: pickText(event, "id"), ...read(pick(event, "data", "object")) };
}

/** An event as Stripe would send it, signed with the newest secret. */
export function writeStripeCallback(
  outcome: Outcome,
  secrets: string,
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
  const signature = sign(`${time}.`, Buffer.from(body), listOf(secrets)[0] ?? "");
  return { headers: { "stripe-signature": `t=${time},v1=${signature}` }, body };
}

function sign(prefix: string, rawBody: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(prefix).update(rawBody).digest("hex");
}
