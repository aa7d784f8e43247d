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
  Report,
  SessionRequest,
} from "./provider.ts";
import {
  assertRecent,
  assertSigned,
  fromDecimal,
  isSame,
  needText,
  pick,
  pickText,
  readJson,
  toDecimal,
  unlessRefused,
} from "./wire.ts";

/** Cashfree's hosted page, found by redirect. */
export const cashfree: ProviderEntry = {
  variables: ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"],
  options: ["CASHFREE_URL", "CASHFREE_PAGE_URL"],
  connect: (credentials, call) =>
    createCashfree(
      credentials,
      call,
      (session) =>
        `${credentials.CASHFREE_PAGE_URL ?? "https://payments.cashfree.com/order/#"}${encodeURIComponent(session)}`,
    ),
  writeCallback: (outcome, credentials) => writeCashfreeCallback(outcome, credentials),
};

const version = "2025-01-01";

/** The orders of a Cashfree account; `toPage` says where a session is paid. */
export function createCashfree(
  credentials: Credentials,
  call: CallProvider,
  toPage: (session: string, request: SessionRequest) => string,
): Provider {
  const {
    CASHFREE_URL: base = "https://api.cashfree.com/pg",
    CASHFREE_CLIENT_ID = "",
    CASHFREE_CLIENT_SECRET = "",
  } = credentials;
  const api = (method: "GET" | "POST" | "PATCH", path: string, json?: unknown) =>
    call({
      method,
      url: `${base}${path}`,
      headers: {
        "x-api-version": version,
        "x-client-id": CASHFREE_CLIENT_ID,
        "x-client-secret": CASHFREE_CLIENT_SECRET,
      },
      ...(json !== undefined && { json }),
    });
  const pathOf = ({ orderId }: Pick<OrderReference, "orderId">) => `/orders/${encodeURIComponent(orderId)}`;
  const findStatus: Provider["findStatus"] = async (order) => toReport(await api("GET", pathOf(order)));
  return {
    createSession: async (request) => {
      // An order id is taken once: a request that was repeated finds its order.
      const answer = await unlessRefused(
        () => api("POST", "/orders", toOrder(request)),
        (refusal) => {
          if (refusal.status !== 409) throw refusal;
          return api("GET", pathOf(request));
        },
      );
      const session = needText(answer, "payment_session_id");
      return {
        reference: needText(answer, "cf_order_id"),
        webUrl: toPage(session, request),
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
      const answer = await unlessRefused(
        () => api("POST", `${pathOf(order)}/refunds`, body),
        (refusal) => {
          if (refusal.status !== 409) throw refusal;
          return api("GET", `${pathOf(order)}/refunds/${encodeURIComponent(refund.id)}`);
        },
      );
      const status = pickText(answer, "refund_status");
      if (status === "SUCCESS") return "Success";
      return status === "CANCELLED" || status === "FAILED" ? "Failed" : "Pending";
    },
    readCallback: async (delivery) => readCashfreeCallback(delivery, credentials),
  };
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

function toReport(order: unknown): Report {
  const status = pickText(order, "order_status");
  if (status === "PAID")
    return {
      status: "Success",
      amountMinor: fromDecimal(pick(order, "order_amount")),
      currency: pickText(order, "order_currency"),
    };
  return { status: status === "EXPIRED" || status === "TERMINATED" ? "Failed" : "Pending" };
}

const ends: Readonly<Record<string, Report["status"]>> = {
  PAYMENT_SUCCESS_WEBHOOK: "Success",
  PAYMENT_FAILED_WEBHOOK: "Failed",
  PAYMENT_USER_DROPPED_WEBHOOK: "Failed",
};

/** `x-webhook-signature`: base64 HMAC-SHA256 over timestamp and raw body, one behind the other without a dot. */
function readCashfreeCallback(delivery: Delivery, { CASHFREE_CLIENT_SECRET = "" }: Credentials): Notice | undefined {
  const time = delivery.headers["x-webhook-timestamp"] ?? "";
  assertSigned(
    isSame(delivery.headers["x-webhook-signature"] ?? "", sign(time, delivery.rawBody, CASHFREE_CLIENT_SECRET)),
  );
  // Milliseconds; early versions sent seconds.
  assertRecent(Number(time) * (time.length <= 10 ? 1000 : 1), delivery);
  const event = readJson(delivery);
  const type = pickText(event, "type");
  const status = Object.hasOwn(ends, type) ? ends[type] : undefined;
  if (status === undefined) return undefined;
  const payment = pick(event, "data", "payment");
  return {
    eventId: `${type}:${pickText(payment, "cf_payment_id")}`,
    orderId: pickText(event, "data", "order", "order_id"),
    report:
      status === "Success"
        ? {
            status,
            amountMinor: fromDecimal(pick(payment, "payment_amount")),
            currency: pickText(payment, "payment_currency"),
          }
        : { status: "Failed" },
  };
}

/** An event as Cashfree would send it. */
export function writeCashfreeCallback(outcome: Outcome, { CASHFREE_CLIENT_SECRET = "" }: Credentials): Callback {
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
  return {
    headers: {
      "x-webhook-timestamp": time,
      "x-webhook-signature": sign(time, Buffer.from(body), CASHFREE_CLIENT_SECRET),
    },
    body,
  };
}

function sign(time: string, rawBody: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(time).update(rawBody).digest("base64");
}
