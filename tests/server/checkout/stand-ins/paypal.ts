/*
 * PayPal as documented: developer.paypal.com/docs/api/orders/v2 (create, show, capture), /docs/api/payments/v2 (refund
 * a capture), /api/rest/reference/idempotency (PayPal-Request-Id; payments keep one for 45 days),
 * /api/rest/reference/orders/v2/errors, and developer.paypal.com/api/rest/webhooks/rest for the signature of events.
 */
import { execFileSync } from "node:child_process";
import { createSign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { readJsonBody, startStandIn, type StandInRequest, type StandIn, type StandInResponse } from "./stand-in.ts";

export const clientId = "paypal-client";
export const clientSecret = "paypal-secret";

interface Payment {
  id: string;
  status: string;
  amount: unknown;
  custom_id: unknown;
}

interface Order {
  id: string;
  intent: string;
  status: string;
  purchase_units: (Record<string, unknown> & { payments?: { captures: Payment[]; refunds?: Payment[] } })[];
  links: { href: string; rel: string; method: string }[];
}

const refuse = (status: number, name: string, issue?: string): StandInResponse => ({
  status,
  body: { name, details: issue === undefined ? [] : [{ issue }], debug_id: "d1" },
});
const isMoney = (amount: unknown): boolean => {
  const { currency_code, value } = (amount ?? {}) as { currency_code?: string; value?: string };
  return currency_code === "USD" && typeof value === "string" && /^\d+\.\d\d$/.test(value);
};

/** A merchant's account at PayPal, and what a payer does on its page. */
export interface PaypalStandIn extends StandIn {
  approve(id: string): void;
  /** Declines the payer's card at capture. */
  decline(id: string): void;
  /** Makes captures pending, as with an eCheck or a review. */
  review(id: string): void;
  /** Ends a review: 'COMPLETED', 'DECLINED' or 'FAILED'. */
  judge(id: string, status: string): void;
  /** Makes new refunds pending, as with an eCheck. */
  holdRefunds(): void;
  /** Completes pending refunds. */
  payRefunds(): void;
  /** Forgets idempotency keys, as after 45 days. */
  forgetKeys(): void;
  /** Forgets an order that was not approved for three hours. */
  forget(id: string): void;
  /** Signs an event as documented: RSA-SHA256 over id, time, webhook id and CRC-32 of the raw body. */
  sign(payload: string, webhookId: string, at: Date): Record<string, string>;
}

export async function startPaypal(): Promise<PaypalStandIn> {
  const { key, certificate } = makeCertificate();
  const orders = new Map<string, Order>();
  const answered = new Map<string, StandInResponse>();
  const declined = new Set<string>();
  const reviewed = new Set<string>();
  let count = 0;
  let refundsBeginAs = "COMPLETED";

  const answer = (request: StandInRequest): StandInResponse | undefined => {
    const { headers, method, path: place } = request;
    if (place === "/v1/notifications/certs/CERT-1") return { status: 200, body: certificate };
    if (place === "/v1/oauth2/token") return issueToken(request);
    if (headers.authorization !== "Bearer A21-token") return refuse(401, "AUTHENTICATION_FAILURE");
    const [, id = "", action] = /^\/v2\/checkout\/orders\/([^/]+)(?:\/(\w+))?$/.exec(place) ?? [];
    if (method === "GET") return orders.has(id) ? tell(orders.get(id)!) : refuse(404, "RESOURCE_NOT_FOUND");
    const json = readJsonBody(request);
    if (!json) return refuse(415, "UNSUPPORTED_MEDIA_TYPE");
    const key = headers["paypal-request-id"]?.toString();
    const before = key === undefined ? undefined : answered.get(key);
    if (before) return before;
    const response =
      place === "/v2/checkout/orders"
        ? create(json, key)
        : action === "capture"
          ? capture(orders.get(id))
          : refund(place, json);
    if (key !== undefined && response && response.status < 300) answered.set(key, response);
    return response;
  };

  const issueToken = ({ method, headers, body }: StandInRequest): StandInResponse => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    if (method !== "POST" || headers.authorization !== `Basic ${basic}`) return refuse(401, "invalid_client");
    if (new URLSearchParams(body).get("grant_type") !== "client_credentials")
      return refuse(400, "unsupported_grant_type");
    return { status: 200, body: { access_token: "A21-token", token_type: "Bearer", expires_in: 32_400 } };
  };

  const create = (json: Record<string, unknown>, key: string | undefined): StandInResponse => {
    const [unit] = (json["purchase_units"] ?? []) as Record<string, unknown>[];
    const source = json["payment_source"] as { paypal?: { experience_context?: { return_url?: string } } } | undefined;
    if (source && key === undefined) return refuse(400, "INVALID_REQUEST", "PAYPAL_REQUEST_ID_REQUIRED");
    if (json["intent"] !== "CAPTURE" || !isMoney(unit?.["amount"])) return refuse(400, "INVALID_REQUEST");
    if (!URL.canParse(source?.paypal?.experience_context?.return_url ?? "")) return refuse(400, "INVALID_REQUEST");
    const id = `5O${(count += 1)}`;
    const order = {
      id,
      intent: "CAPTURE",
      status: "PAYER_ACTION_REQUIRED",
      purchase_units: [{ ...unit }],
      links: [
        { href: `https://api-m.paypal.com/v2/checkout/orders/${id}`, rel: "self", method: "GET" },
        { href: `https://www.paypal.com/checkoutnow?token=${id}`, rel: "payer-action", method: "GET" },
      ],
    };
    orders.set(id, order);
    return tell(order);
  };

  const capture = (order: Order | undefined): StandInResponse => {
    if (!order) return refuse(404, "RESOURCE_NOT_FOUND");
    const { id } = order;
    if (order.status === "COMPLETED") return refuse(422, "UNPROCESSABLE_ENTITY", "ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return refuse(422, "UNPROCESSABLE_ENTITY", "ORDER_NOT_APPROVED");
    if (declined.has(id)) return refuse(422, "UNPROCESSABLE_ENTITY", "INSTRUMENT_DECLINED");
    const [unit] = order.purchase_units;
    const status = reviewed.has(id) ? "PENDING" : "COMPLETED";
    const one = { id: `C-${id}`, status, amount: unit!["amount"], custom_id: unit!["custom_id"] };
    Object.assign(order, { status: "COMPLETED", purchase_units: [{ ...unit, payments: { captures: [one] } }] });
    return tell(order, 201);
  };

  const refund = (place: string, json: Record<string, unknown>): StandInResponse | undefined => {
    const [, id] = /^\/v2\/payments\/captures\/C-([^/]+)\/refund$/.exec(place) ?? [];
    if (id === undefined) return undefined;
    const payments = orders.get(id)?.purchase_units[0]?.payments;
    if (!payments) return refuse(404, "RESOURCE_NOT_FOUND");
    if (!isMoney(json["amount"])) return refuse(400, "INVALID_REQUEST");
    // A refund without an id gets the payment's id.
    const custom_id = json["custom_id"] ?? payments.captures[0]!.custom_id;
    const one = { id: `R${(count += 1)}`, status: refundsBeginAs, amount: json["amount"], custom_id };
    payments.refunds = [...(payments.refunds ?? []), one];
    return { status: 201, body: one };
  };

  return {
    ...(await startStandIn(["https://api-m.paypal.com", "https://api.paypal.com"], answer)),
    approve: (id) => void (orders.get(id)!.status = "APPROVED"),
    decline: (id) => void declined.add(id),
    review: (id) => void reviewed.add(id),
    judge: (id, status) => void (orders.get(id)!.purchase_units[0]!.payments!.captures[0]!.status = status),
    holdRefunds: () => void (refundsBeginAs = "PENDING"),
    payRefunds: () => {
      for (const { purchase_units } of orders.values())
        for (const one of purchase_units[0]!.payments?.refunds ?? []) one.status = "COMPLETED";
    },
    forgetKeys: () => answered.clear(),
    forget: (id) => void orders.delete(id),
    sign: (payload, webhookId, at) => {
      const [transmission, time] = ["d938e770-8046-11e6-8103-6b62a8a99ac4", at.toISOString()];
      const signed = `${transmission}|${time}|${webhookId}|${crc32(Buffer.from(payload))}`;
      return {
        "paypal-transmission-id": transmission,
        "paypal-transmission-time": time,
        "paypal-transmission-sig": createSign("sha256").update(signed).sign(key, "base64"),
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
      };
    },
  };
}

const tell = (order: Order, status = 200): StandInResponse => ({
  status,
  body: JSON.parse(JSON.stringify(order)) as unknown,
});

/** Creates PayPal's X.509 certificate. */
function makeCertificate(): { key: string; certificate: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-paypal-"));
  try {
    const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
    const subject = ["-days", "2", "-subj", "/CN=messageverificationcerts.paypal.com"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject],
      { stdio: "ignore" },
    );
    return { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
