/*
 * Cashfree Payments as documented: cashfree.com/docs/api-reference/payments (Create, Get and Terminate Order, Get
 * Payments for an Order, Create and Get Refund, Enums), cashfree.com/docs/payments/online/resources/payment-lifecycle,
 * and for events cashfree.com/docs/api-reference/webhooks/payloads-and-signatures.
 */
import { createHmac } from "node:crypto";
import { readJsonBody, startStandIn, type StandInRequest, type StandIn, type StandInResponse } from "./stand-in.ts";

export const clientId = "CF_STAND_IN";
export const clientSecret = "cfsk_stand_in";

interface Order {
  cf_order_id: string;
  order_id: string;
  order_status: string;
  order_amount: number;
  order_currency: string;
  payment_session_id: string;
}

const refuse = (status: number, code: string, type = "invalid_request_error"): StandInResponse => ({
  status,
  body: { code, type, message: code },
});

/** A merchant's account at Cashfree, and what a payer does on its page. */
export interface CashfreeStandIn extends StandIn {
  /** An attempt to pay: 'SUCCESS', 'FAILED', 'USER_DROPPED' or 'PENDING'. The order stays ACTIVE unless it succeeds. */
  attempt(orderId: string, status: string): void;
  /** Expires the order: no new attempt can begin, one in progress may still succeed. */
  expire(orderId: string): void;
  /** From now on a termination is pending, because an attempt is in progress. */
  hold(orderId: string): void;
}

export async function startCashfree(): Promise<CashfreeStandIn> {
  const orders = new Map<string, Order>();
  const attempts = new Map<string, { cf_payment_id: string; payment_status: string }[]>();
  const refunds = new Map<string, Record<string, unknown>>();
  const held = new Set<string>();

  const answer = (request: StandInRequest): StandInResponse | undefined => {
    const { headers, method, path } = request;
    if (!/^\d{4}-\d\d-\d\d$/.test(headers["x-api-version"]?.toString() ?? ""))
      return refuse(400, "api_version_missing");
    if (headers["x-client-id"] !== clientId || headers["x-client-secret"] !== clientSecret)
      return refuse(401, "request_failed", "authentication_error");
    const json = method === "GET" ? {} : readJsonBody(request);
    if (!json) return refuse(400, "request_body_invalid");
    const [, id = "", part = "", refundId = ""] =
      /^\/pg\/orders(?:\/([^/]+))?(?:\/(payments|refunds))?(?:\/([^/]+))?$/.exec(path) ?? [];
    if (path === "/pg/orders" && method === "POST") return create(json);
    const order = orders.get(id);
    if (!order) return refuse(404, "order_not_found");
    if (part === "payments") return { status: 200, body: attempts.get(id) ?? [] };
    if (part === "refunds") return method === "POST" ? refund(order, json) : readRefund(refundId);
    if (method === "GET") return { status: 200, body: order };
    if (method !== "PATCH") return undefined;
    if (json["order_status"] !== "TERMINATED") return refuse(400, "order_status_invalid");
    if (order.order_status !== "ACTIVE") return refuse(400, "order_not_active");
    order.order_status = held.has(id) ? "TERMINATION_REQUESTED" : "TERMINATED";
    return { status: 200, body: order };
  };

  const create = (json: Record<string, unknown>): StandInResponse => {
    const id = String(json["order_id"]);
    const customer = (json["customer_details"] ?? {}) as Record<string, string>;
    if (!/^[A-Za-z0-9_-]{3,45}$/.test(id)) return refuse(400, "order_id_invalid");
    if (typeof json["order_amount"] !== "number" || json["order_amount"] < 1)
      return refuse(400, "order_amount_invalid");
    if (json["order_currency"] !== "INR") return refuse(400, "order_currency_invalid");
    if (!/^[A-Za-z0-9_-]{3,50}$/.test(customer["customer_id"] ?? "")) return refuse(400, "customer_id_invalid");
    if (!/^\+?[0-9]{10,15}$/.test(customer["customer_phone"] ?? "")) return refuse(400, "customer_phone_invalid");
    if (orders.has(id)) return refuse(409, "order_already_exists");
    const order = {
      cf_order_id: `21${orders.size}`,
      order_id: id,
      order_status: "ACTIVE",
      order_amount: json["order_amount"],
      order_currency: "INR",
      payment_session_id: `session_${id}_payment`,
    };
    orders.set(id, order);
    return { status: 200, body: order };
  };

  const refund = (order: Order, json: Record<string, unknown>): StandInResponse => {
    const id = String(json["refund_id"]);
    if (!/^[A-Za-z0-9_-]{3,40}$/.test(id)) return refuse(400, "refund_id_invalid");
    if (order.order_status !== "PAID") return refuse(400, "order_not_paid");
    if (refunds.has(id)) return refuse(409, "refund_already_exists");
    if (Number(json["refund_amount"]) > order.order_amount) return refuse(400, "refund_amount_exceeded");
    refunds.set(id, { refund_id: id, refund_amount: json["refund_amount"], refund_status: "PENDING" });
    return { status: 200, body: { ...refunds.get(id) } };
  };

  const readRefund = (id: string): StandInResponse => {
    const found = refunds.get(id);
    if (!found) return refuse(404, "refund_not_found");
    found["refund_status"] = "SUCCESS";
    return { status: 200, body: found };
  };

  return {
    ...(await startStandIn(["https://api.cashfree.com"], answer)),
    attempt: (id, payment_status) => {
      const list = attempts.get(id) ?? [];
      attempts.set(id, [{ cf_payment_id: `p${list.length}`, payment_status }, ...list]);
      if (payment_status === "SUCCESS") orders.get(id)!.order_status = "PAID";
    },
    expire: (id) => void (orders.get(id)!.order_status = "EXPIRED"),
    hold: (id) => void held.add(id),
  };
}

/** Signs an event as documented: base64 of HMAC-SHA256 over timestamp and raw body. */
export function signCashfree(payload: string, secret: string, at: Date): Record<string, string> {
  const time = String(at.getTime());
  return {
    "x-webhook-timestamp": time,
    "x-webhook-signature": createHmac("sha256", secret)
      .update(time + payload)
      .digest("base64"),
    "x-webhook-version": "2025-01-01",
  };
}
