import { createHmac } from "node:crypto";
import type { CallProvider } from "./http.ts";
import type {
  SignedCallback,
  Credentials,
  CallbackRequest,
  CallbackEvent,
  OrderReference,
  SandboxDecision,
  PaymentReport,
} from "./provider.ts";
import type { Provider, SdkPage, SessionRequest } from "./provider.ts";
import {
  assertRecent,
  assertSigned,
  fromDecimal,
  isEqualInConstantTime,
  splitSecrets,
  requireText,
  pick,
  pickText,
  readJson,
  toDecimal,
  toSdkUrl,
  unlessRefused,
} from "./driver-tools.ts";

const version = "2025-01-01";
const liveUrl = "https://api.cashfree.com/pg";

/** Settings of the account, which both drivers use. */
export const cashfreeAccount = {
  CASHFREE_CLIENT_ID: { description: "Client id of the Cashfree account." },
  CASHFREE_CLIENT_SECRET: { description: "Client secret of the Cashfree account; may be a list, the new one first." },
};
export const cashfreeUrl = { description: "Address of Cashfree's API, to use its test system.", defaultNote: liveUrl };

/**
 * Attempts that can no longer succeed (cashfree.com/docs/api-reference/payments/enums, "Payment states";
 * docs/payments/online/resources/payment-lifecycle).
 */
const endedAttempts = new Set(["FAILED", "USER_DROPPED", "CANCELLED", "VOID"]);

/**
 * Orders of a Cashfree account. Only Cashfree's script opens a session, so both drivers use our payment-redirect page.
 */
export function createCashfree(credentials: Credentials, call: CallProvider, secrets: string): Provider {
  const { CASHFREE_URL: base = liveUrl, CASHFREE_CLIENT_ID = "", CASHFREE_CLIENT_SECRET = "" } = credentials;
  const headers = {
    "x-api-version": version,
    "x-client-id": CASHFREE_CLIENT_ID,
    "x-client-secret": splitSecrets(CASHFREE_CLIENT_SECRET)[0] ?? "",
  };
  const api = (method: "GET" | "POST" | "PATCH", path: string, json?: unknown) =>
    call({ method, url: `${base}${path}`, headers, ...(json !== undefined && { json }) });
  const pathOf = ({ orderId }: Pick<OrderReference, "orderId">) => `/orders/${encodeURIComponent(orderId)}`;
  const findStatus: Provider["findStatus"] = async (order) => {
    const answer = await api("GET", pathOf(order));
    const status = pickText(answer, "order_status");
    if (status !== "ACTIVE" && status !== "EXPIRED") return toReport(answer);
    const attempts = await api("GET", `${pathOf(order)}/payments`);
    const states = Array.isArray(attempts) ? attempts.map((attempt) => pickText(attempt, "payment_status")) : [];
    const haveEnded = states.every((state) => endedAttempts.has(state));
    // An attempt that began before the order expired may still succeed.
    if (status === "EXPIRED") return { status: haveEnded ? "Failed" : "Pending" };
    return { status: "Pending", ...(haveEnded && states.length > 0 && { hasAttemptFailed: true }) };
  };
  return {
    createSession: async (request) => {
      // An order id can be created once: a repeated request finds its order.
      const answer = await postOrFind(api, "/orders", toOrder(request), pathOf(request));
      const session = requireText(answer, "payment_session_id");
      return {
        reference: requireText(answer, "cf_order_id"),
        webUrl: toSdkUrl(request.redirectPage, "cashfree", session),
        paymentSessionId: session,
      };
    },
    findStatus,
    cancel: (order) =>
      unlessRefused(
        async () =>
          pick(await api("PATCH", pathOf(order), { order_status: "TERMINATED" }), "order_status") === "TERMINATED",
        async () => (await findStatus(order)).status === "Failed",
      ),
    refund: async (order, refund) => {
      const body = {
        refund_id: refund.id,
        refund_amount: Number(toDecimal(refund.amountMinor)),
        refund_note: refund.reason.slice(0, 100),
      };
      const place = `${pathOf(order)}/refunds`;
      const answer = await postOrFind(api, place, body, `${place}/${encodeURIComponent(refund.id)}`);
      const status = pickText(answer, "refund_status");
      if (status === "SUCCESS") return "Success";
      return status === "CANCELLED" || status === "FAILED" ? "Failed" : "Pending";
    },
    sdkPage,
    readCallback: async (request) => readCallback(request, secrets),
  };
}

/** Their script submits a form to their API, which redirects to their page and to the bank. */
const sdkPage: SdkPage = {
  src: "https://sdk.cashfree.com/js/v3/cashfree.js",
  global: "Cashfree",
  origins: {
    "script-src": ["https://sdk.cashfree.com"],
    "frame-src": ["https://sdk.cashfree.com", "https://api.cashfree.com", "https://payments.cashfree.com"],
    "connect-src": ["https://sdk.cashfree.com", "https://api.cashfree.com"],
    "form-action": ["https://api.cashfree.com", "https://payments.cashfree.com"],
    "img-src": ["https://sdk.cashfree.com"],
  },
  code: `const { session, environment } = document.currentScript.dataset;
window.Cashfree({ mode: environment }).checkout({ paymentSessionId: session, redirectTarget: "_self" });
`,
};

async function postOrFind(
  api: (method: "GET" | "POST", path: string, json?: unknown) => Promise<unknown>,
  path: string,
  body: unknown,
  found: string,
): Promise<unknown> {
  return unlessRefused(
    () => api("POST", path, body),
    (refusal) => {
      if (refusal.status !== 409) throw refusal;
      return api("GET", found);
    },
  );
}

function toOrder(request: SessionRequest): Record<string, unknown> {
  return {
    order_id: request.orderId,
    order_amount: Number(toDecimal(request.amountMinor)),
    order_currency: request.currency,
    order_note: request.description.slice(0, 200),
    customer_details: { customer_id: request.customerId, customer_phone: request.phoneNumber ?? "" },
    order_meta: { return_url: request.returnUrl },
  };
}

function toReport(order: unknown): PaymentReport {
  const status = pickText(order, "order_status");
  if (status === "PAID")
    return {
      status: "Success",
      amountMinor: fromDecimal(pick(order, "order_amount")),
      currency: pickText(order, "order_currency"),
    };
  return { status: status === "TERMINATED" ? "Failed" : "Pending" };
}

/** Events of one attempt. An order can be paid after a failed attempt, so the driver asks for the order's state. */
const paymentEvents = new Set(["PAYMENT_SUCCESS_WEBHOOK", "PAYMENT_FAILED_WEBHOOK", "PAYMENT_USER_DROPPED_WEBHOOK"]);

/**
 * `x-webhook-signature`: base64 HMAC-SHA256 over timestamp and raw body, concatenated without a dot
 * (cashfree.com/docs/api-reference/webhooks/payloads-and-signatures).
 */
function readCallback(request: CallbackRequest, secrets: string): CallbackEvent | undefined {
  const time = request.headers["x-webhook-timestamp"] ?? "";
  const signature = request.headers["x-webhook-signature"] ?? "";
  assertSigned(
    splitSecrets(secrets).some((secret) => isEqualInConstantTime(signature, sign(time, request.rawBody, secret))),
  );
  // Milliseconds; early API versions sent seconds.
  assertRecent(Number(time) * (time.length <= 10 ? 1000 : 1), request);
  const event = readJson(request);
  const type = pickText(event, "type");
  if (!paymentEvents.has(type)) return undefined;
  const order = pick(event, "data", "order");
  return {
    eventId: `${type}:${pickText(event, "data", "payment", "cf_payment_id")}`,
    orderId: pickText(order, "order_id"),
    // An offer of Cashfree's may reduce the amount paid. The order's own amount is due to us.
    report:
      type === "PAYMENT_SUCCESS_WEBHOOK"
        ? {
            status: "Success",
            amountMinor: fromDecimal(pick(order, "order_amount")),
            currency: pickText(order, "order_currency"),
          }
        : "look-up",
  };
}

/** Signs an event as Cashfree does, with the newest secret. */
export function signCashfreeCallback(outcome: SandboxDecision, secrets: string): SignedCallback {
  const time = String(outcome.now.getTime());
  const amount = Number(toDecimal(outcome.amountMinor));
  const body = JSON.stringify({
    data: {
      order: { order_id: outcome.orderId, order_amount: amount, order_currency: outcome.currency },
      payment: {
        cf_payment_id: outcome.reference,
        payment_status: outcome.status === "Success" ? "SUCCESS" : "FAILED",
        payment_amount: amount,
        payment_currency: outcome.currency,
      },
    },
    event_time: outcome.now.toISOString(),
    type: outcome.status === "Success" ? "PAYMENT_SUCCESS_WEBHOOK" : "PAYMENT_FAILED_WEBHOOK",
  });
  const signature = sign(time, Buffer.from(body), splitSecrets(secrets)[0] ?? "");
  return { headers: { "x-webhook-timestamp": time, "x-webhook-signature": signature }, body };
}

function sign(time: string, rawBody: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(time).update(rawBody).digest("base64");
}
