import { createPublicKey, createSign, createVerify } from "node:crypto";
import { crc32 } from "node:zlib";
import type { CallProvider } from "./http.ts";
import type {
  Credentials,
  CallbackRequest,
  CallbackEvent,
  OrderReference,
  Provider,
  ProviderEntry,
  RefundRequest,
  PaymentReport,
  SessionRequest,
} from "./provider.ts";
import {
  assertRecent,
  assertSigned,
  createTokenCache,
  findByText,
  fromDecimal,
  splitSecrets,
  requireText,
  pick,
  pickText,
  readJson,
  toDecimal,
  unlessRefused,
} from "./driver-tools.ts";

const liveUrl = "https://api-m.paypal.com";

/** PayPal Orders v2, intent CAPTURE: the candidate approves, then the callback makes us capture the money. */
export const paypal: ProviderEntry = {
  family: "paypal",
  variables: {
    PAYPAL_CLIENT_ID: { description: "Client id of the PayPal app." },
    PAYPAL_CLIENT_SECRET: { description: "Secret of the PayPal app." },
    PAYPAL_WEBHOOK_ID: { description: "Id of the webhook for /webhooks/payments/paypal; may be a list." },
  },
  optionalVariables: {
    PAYPAL_URL: { description: "Address of PayPal's API, to use its test system.", defaultNote: liveUrl },
  },
  connect: (credentials, call) => {
    const api = createApi(credentials, call);
    const pathOf = ({ reference }: OrderReference) => `/v2/checkout/orders/${encodeURIComponent(reference)}`;
    /** PayPal deletes an order that is not approved within some hours. */
    const read = (order: OrderReference) =>
      unlessRefused(
        () => api("GET", pathOf(order)),
        async (refusal) => {
          if (refusal.status !== 404) throw refusal;
          return { status: "VOIDED" };
        },
      );
    const findStatus: Provider["findStatus"] = async (order) => {
      const answer = await read(order);
      if (pick(answer, "status") !== "APPROVED" || !order.isOpen) return toReport(answer);
      return unlessRefused(
        async () => toReport(await api("POST", `${pathOf(order)}/capture`, {}, `capture-${order.orderId}`)),
        async (refusal) => {
          const issue = pickText(refusal.answer, "details", 0, "issue");
          if (issue === "ORDER_ALREADY_CAPTURED") return toReport(await api("GET", pathOf(order)));
          if (declined.has(issue)) return { status: "Pending", hasAttemptFailed: true };
          throw refusal;
        },
      );
    };
    return {
      createSession: async (request) => {
        const answer = await api("POST", "/v2/checkout/orders", toOrder(request), request.orderId);
        const links = pick(answer, "links");
        const link = Array.isArray(links)
          ? links.find((one) => ["payer-action", "approve"].includes(pickText(one, "rel")))
          : undefined;
        return { reference: requireText(answer, "id"), webUrl: requireText(link, "href"), paymentSessionId: null };
      },
      findStatus,
      cancel: async (order) => isOver(await read(order)),
      refund: async (order, refund) => {
        const payments = pick(await api("GET", pathOf(order)), "purchase_units", 0, "payments");
        const place = `/v2/payments/captures/${encodeURIComponent(requireText(payments, "captures", 0, "id"))}/refund`;
        // PayPal forgets keys after 45 days: look an existing refund up instead of sending it again.
        const known = findByText(pick(payments, "refunds"), refund.id, "custom_id");
        const status = pickText(known ?? (await api("POST", place, toRefund(order, refund), refund.id)), "status");
        if (status === "COMPLETED") return "Success";
        return status === "PENDING" ? "Pending" : "Failed";
      },
      readCallback: (request) => readCallback(request, credentials, call),
    };
  },
  signCallback: (outcome, { PAYPAL_WEBHOOK_ID = "" }, privateKey) => {
    const body = JSON.stringify({
      id: `WH-${outcome.orderId}-${outcome.status}`,
      event_type: outcome.status === "Success" ? "PAYMENT.CAPTURE.COMPLETED" : "PAYMENT.CAPTURE.DENIED",
      resource: {
        id: `C-${outcome.orderId}`,
        custom_id: outcome.orderId,
        amount: { value: toDecimal(outcome.amountMinor), currency_code: outcome.currency },
      },
    });
    const [id, time] = [`T-${outcome.orderId}`, outcome.now.toISOString()];
    const signature = createSign("sha256")
      .update(toSigned(id, time, splitSecrets(PAYPAL_WEBHOOK_ID)[0] ?? "", Buffer.from(body)))
      .sign(privateKey, "base64");
    return {
      headers: {
        "paypal-transmission-id": id,
        "paypal-transmission-time": time,
        "paypal-transmission-sig": signature,
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/SANAD-SANDBOX",
      },
      body,
    };
  },
};

/**
 * Nothing was captured, and the payer must approve again (developer.paypal.com/api/rest/reference/orders/v2/errors).
 */
const declined = new Set([
  "INSTRUMENT_DECLINED",
  "PAYMENT_DENIED",
  "PAYER_CANNOT_PAY",
  "TRANSACTION_REFUSED",
  "ORDER_NOT_APPROVED",
  "PAYER_ACTION_REQUIRED",
]);

function createApi(
  credentials: Credentials,
  call: CallProvider,
): (method: "GET" | "POST", path: string, json?: unknown, key?: string) => Promise<unknown> {
  const { PAYPAL_URL: base = liveUrl, PAYPAL_CLIENT_ID = "", PAYPAL_CLIENT_SECRET = "" } = credentials;
  const token = createTokenCache(async () => {
    const basic = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString("base64");
    const answer = await call({
      method: "POST",
      url: `${base}/v1/oauth2/token`,
      headers: { authorization: `Basic ${basic}` },
      form: { grant_type: "client_credentials" },
    });
    return {
      token: requireText(answer, "access_token"),
      expiresAtMs: Date.now() + Number(requireText(answer, "expires_in")) * 1000,
    };
  });
  return async (method, path, json, key) =>
    call({
      method,
      url: `${base}${path}`,
      headers: { authorization: `Bearer ${await token()}`, ...(key !== undefined && { "paypal-request-id": key }) },
      ...(json !== undefined && { json }),
    });
}

function toOrder(request: SessionRequest): Record<string, unknown> {
  const amount = { currency_code: request.currency, value: toDecimal(request.amountMinor) };
  const context = {
    return_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    user_action: "PAY_NOW",
    shipping_preference: "NO_SHIPPING",
  };
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        reference_id: request.orderId,
        custom_id: request.orderId,
        description: request.description.slice(0, 127),
        amount,
      },
    ],
    payment_source: { paypal: { experience_context: context } },
  };
}

function toRefund({ currency }: OrderReference, { id, amountMinor, reason }: RefundRequest): Record<string, unknown> {
  const amount = { value: toDecimal(amountMinor), currency_code: currency };
  return { amount, custom_id: id, note_to_payer: reason.slice(0, 255) };
}

/** We never capture a closed order. A capture under review may still succeed, so only a declined one has ended. */
function isOver(order: unknown): boolean {
  return pick(order, "status") !== "COMPLETED" || toReport(order).status === "Failed";
}

function toReport(order: unknown): PaymentReport {
  const status = pickText(order, "status");
  if (status === "VOIDED") return { status: "Failed" };
  const capture = pick(order, "purchase_units", 0, "payments", "captures", 0);
  if (status !== "COMPLETED" || capture === undefined) return { status: "Pending" };
  return toCaptureReport(capture, pickText(capture, "status"));
}

function toCaptureReport(capture: unknown, status: string): PaymentReport {
  if (["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status)) {
    return {
      status: "Success",
      amountMinor: fromDecimal(pick(capture, "amount", "value")),
      currency: pickText(capture, "amount", "currency_code"),
    };
  }
  return { status: status === "DECLINED" || status === "FAILED" ? "Failed" : "Pending" };
}

/**
 * RSA-SHA256 over `transmission id|time|webhook id|crc32 of the raw body`. The certificate is at an address of PayPal.
 */
async function readCallback(
  request: CallbackRequest,
  { PAYPAL_WEBHOOK_ID = "", PAYPAL_URL = "" }: Credentials,
  call: CallProvider,
): Promise<CallbackEvent | undefined> {
  const header = (name: string) => request.headers[`paypal-${name}`] ?? "";
  assertSigned(header("auth-algo") === "SHA256withRSA");
  assertRecent(Date.parse(header("transmission-time")), request);
  const key = await findKey(header("cert-url"), PAYPAL_URL.includes("sandbox"), call);
  assertSigned(
    splitSecrets(PAYPAL_WEBHOOK_ID).some((id) =>
      createVerify("sha256")
        .update(toSigned(header("transmission-id"), header("transmission-time"), id, request.rawBody))
        .verify(key, header("transmission-sig"), "base64"),
    ),
  );
  const event = readJson(request);
  const resource = pick(event, "resource");
  const [eventId, type] = [pickText(event, "id"), pickText(event, "event_type")];
  if (type === "CHECKOUT.ORDER.APPROVED")
    return { eventId, orderId: pickText(resource, "purchase_units", 0, "custom_id"), report: "look-up" };
  if (type === "PAYMENT.CAPTURE.COMPLETED")
    return { eventId, orderId: pickText(resource, "custom_id"), report: toCaptureReport(resource, "COMPLETED") };
  if (type === "PAYMENT.CAPTURE.DENIED")
    return { eventId, orderId: pickText(resource, "custom_id"), report: { status: "Failed" } };
  return undefined;
}

function toSigned(id: string, time: string, webhookId: string, rawBody: Buffer): string {
  return `${id}|${time}|${webhookId}|${crc32(rawBody)}`;
}

/**
 * Loads certificates from PayPal's own https addresses only, because a forger would name another. Their test
 * environment, where anyone can have events signed, counts only for an account of that environment.
 */
async function findKey(
  address: string,
  isTest: boolean,
  call: CallProvider,
): Promise<ReturnType<typeof createPublicKey>> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  assertSigned(
    url?.protocol === "https:" &&
      (isTest ? /^api(-m)?\.sandbox\.paypal\.com$/ : /^api(-m)?\.paypal\.com$/).test(url.hostname) &&
      url.port === "" &&
      url.username === "",
  );
  const pem = await unlessRefused(
    () => call({ method: "GET", url: address }),
    async () => "",
  );
  assertSigned(typeof pem === "string" && pem.includes("-----BEGIN"));
  return createPublicKey(pem as string);
}
