/*
 * PhonePe Payment Gateway, Standard Checkout v2, as documented:
 * developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference
 * (authorization, initiate payment, order status, refund, refund status, webhooks). Repeated ids are not documented.
 * This stand-in refuses a repeated merchantOrderId, the stricter case. It repeats its first response to a
 * merchantRefundId.
 */
import { createHash } from "node:crypto";
import { readJsonBody, startStandIn, type StandInRequest, type StandIn, type StandInResponse } from "./stand-in.ts";

export const client = { id: "PP_CLIENT", secret: "pp-secret", version: "1" };

interface Order {
  orderId: string;
  merchantOrderId: string;
  state: string;
  amount: number;
  paymentDetails: unknown[];
}

const refuse = (status: number, code: string): StandInResponse => ({
  status,
  body: { code, message: code, success: false },
});

/** A merchant's account at PhonePe, and what a payer does on its page. */
export interface PhonepeStandIn extends StandIn {
  /** 'COMPLETED' or 'FAILED'. */
  end(merchantOrderId: string, state: string): void;
}

export async function startPhonepe(): Promise<PhonepeStandIn> {
  const orders = new Map<string, Order>();
  const refunds = new Map<string, { state: string }>();

  const answer = (request: StandInRequest): StandInResponse | undefined => {
    const { headers, method, path } = request;
    if (path === "/apis/identity-manager/v1/oauth/token") return issueToken(request);
    if (headers.authorization !== "O-Bearer pp-token") return refuse(401, "AUTHORIZATION_FAILED");
    const [, statusOf] = /^\/apis\/pg\/checkout\/v2\/order\/([^/]+)\/status$/.exec(path) ?? [];
    const [, refundOf] = /^\/apis\/pg\/payments\/v2\/refund\/([^/]+)\/status$/.exec(path) ?? [];
    if (method === "GET" && statusOf !== undefined)
      return orders.has(statusOf) ? { status: 200, body: orders.get(statusOf) } : refuse(404, "ORDER_NOT_FOUND");
    if (method === "GET" && refundOf !== undefined)
      return refunds.has(refundOf) ? { status: 200, body: refunds.get(refundOf) } : refuse(404, "REFUND_NOT_FOUND");
    const json = readJsonBody(request);
    if (method !== "POST" || !json) return refuse(400, "BAD_REQUEST");
    if (path === "/apis/pg/checkout/v2/pay") return pay(json);
    return path === "/apis/pg/payments/v2/refund" ? refund(json) : undefined;
  };

  const issueToken = ({ headers, body }: StandInRequest): StandInResponse => {
    const form = new URLSearchParams(body);
    const given = [form.get("client_id"), form.get("client_secret"), form.get("client_version")];
    if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return refuse(400, "BAD_REQUEST");
    if (String(given) !== String([client.id, client.secret, client.version])) return refuse(401, "UNAUTHORIZED");
    if (form.get("grant_type") !== "client_credentials") return refuse(400, "BAD_REQUEST");
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    return { status: 200, body: { access_token: "pp-token", expires_at, token_type: "O-Bearer" } };
  };

  const pay = (json: Record<string, unknown>): StandInResponse => {
    const { merchantOrderId = "", amount, expireAfter } = json as { merchantOrderId?: string } & Record<string, number>;
    const flow = (json["paymentFlow"] ?? {}) as { type?: string; merchantUrls?: { redirectUrl?: string } };
    if (!/^[\w-]{1,63}$/.test(merchantOrderId)) return refuse(400, "INVALID_MERCHANT_ORDER_ID");
    if (!Number.isInteger(amount) || amount! < 100) return refuse(400, "INVALID_AMOUNT");
    if (expireAfter !== undefined && (expireAfter < 300 || expireAfter > 3600)) return refuse(400, "INVALID_EXPIRY");
    if (flow.type !== "PG_CHECKOUT" || !URL.canParse(flow.merchantUrls?.redirectUrl ?? ""))
      return refuse(400, "INVALID_FLOW");
    if (orders.has(merchantOrderId)) return refuse(400, "DUPLICATE_ORDER");
    const order = {
      orderId: `OMO${orders.size}`,
      merchantOrderId,
      state: "PENDING",
      amount: amount!,
      paymentDetails: [],
    };
    orders.set(merchantOrderId, order);
    return {
      status: 200,
      body: {
        orderId: order.orderId,
        state: "PENDING",
        expireAt: Date.now() + 1_200_000,
        redirectUrl: `https://mercury-t2.phonepe.com/transact/pgv3?token=${order.orderId}`,
      },
    };
  };

  const refund = (json: Record<string, unknown>): StandInResponse => {
    const id = String(json["merchantRefundId"]);
    const order = orders.get(String(json["originalMerchantOrderId"]));
    if (order?.state !== "COMPLETED" || Number(json["amount"]) > order.amount) return refuse(400, "BAD_REQUEST");
    refunds.set(id, { state: "COMPLETED" });
    return { status: 200, body: { refundId: "OMR1", amount: json["amount"], state: "PENDING" } };
  };

  return {
    ...(await startStandIn(["https://api.phonepe.com"], answer)),
    end: (id, state) => void Object.assign(orders.get(id)!, { state }),
  };
}

/** Signs an event as documented: `Authorization: SHA256(username:password)`, which does not cover the body. */
export const signPhonepe = (user: string, password: string): Record<string, string> => ({
  authorization: createHash("sha256").update(`${user}:${password}`).digest("hex"),
});
