import { createHash } from "node:crypto";
import type { CallProvider } from "./http.ts";
import type { Credentials, Delivery, Notice, OrderReference, Provider, ProviderEntry, Report } from "./provider.ts";
import {
  assertSigned,
  createTokens,
  isSame,
  listOf,
  needText,
  pick,
  pickText,
  readJson,
  unlessRefused,
} from "./wire.ts";

/** An order that is not paid by then is over; PhonePe cannot cancel one. */
const lifetimeSeconds = 1200;

/** PhonePe Standard Checkout (v2): rupees alone, amounts in paise. */
export const phonepe: ProviderEntry = {
  family: "phonepe",
  variables: [
    "PHONEPE_CLIENT_ID",
    "PHONEPE_CLIENT_SECRET",
    "PHONEPE_CLIENT_VERSION",
    "PHONEPE_WEBHOOK_USERNAME",
    "PHONEPE_WEBHOOK_PASSWORD",
  ],
  options: ["PHONEPE_URL", "PHONEPE_TOKEN_URL"],
  connect: (credentials, call) => {
    const api = createApi(credentials, call);
    const findStatus: Provider["findStatus"] = async ({ orderId }) =>
      toReport(await api("GET", `/checkout/v2/order/${encodeURIComponent(orderId)}/status`));
    return {
      createSession: async (request) => {
        const answer = await api("POST", "/checkout/v2/pay", {
          merchantOrderId: request.orderId,
          amount: request.amountMinor,
          expireAfter: lifetimeSeconds,
          paymentFlow: {
            type: "PG_CHECKOUT",
            message: request.description.slice(0, 100),
            merchantUrls: { redirectUrl: request.returnUrl },
          },
        });
        return {
          reference: needText(answer, "orderId"),
          webUrl: needText(answer, "redirectUrl"),
          paymentSessionId: null,
        };
      },
      findStatus,
      cancel: async (order: OrderReference) => (await findStatus(order)).status === "Failed",
      refund: async (order, refund) => {
        // What a second request under one id answers is not documented: one that is there already is looked up.
        const known = await unlessRefused(
          () => api("GET", `/payments/v2/refund/${encodeURIComponent(refund.id)}/status`),
          async () => undefined,
        );
        const body = {
          merchantRefundId: refund.id,
          originalMerchantOrderId: order.orderId,
          amount: refund.amountMinor,
        };
        const state = pickText(known, "state") || pickText(await api("POST", "/payments/v2/refund", body), "state");
        if (state === "COMPLETED") return "Success";
        return state === "FAILED" ? "Failed" : "Pending";
      },
      readCallback: async (delivery) => readCallback(delivery, credentials),
    };
  },
  writeCallback: (outcome, credentials) => ({
    headers: { authorization: listSecrets(credentials)[0] ?? "" },
    body: JSON.stringify({
      event: outcome.status === "Success" ? "checkout.order.completed" : "checkout.order.failed",
      payload: {
        orderId: outcome.reference,
        merchantOrderId: outcome.orderId,
        state: outcome.status === "Success" ? "COMPLETED" : "FAILED",
        amount: outcome.amountMinor,
        paymentDetails: [
          {
            transactionId: `T${outcome.orderId}`,
            amount: outcome.amountMinor,
            timestamp: outcome.now.getTime(),
            state: outcome.status === "Success" ? "COMPLETED" : "FAILED",
          },
        ],
      },
    }),
  }),
};

function createApi(
  credentials: Credentials,
  call: CallProvider,
): (method: "GET" | "POST", path: string, json?: unknown) => Promise<unknown> {
  const {
    PHONEPE_URL: base = "https://api.phonepe.com/apis/pg",
    PHONEPE_TOKEN_URL = "https://api.phonepe.com/apis/identity-manager/v1/oauth/token",
  } = credentials;
  const token = createTokens(async () => {
    const { PHONEPE_CLIENT_ID = "", PHONEPE_CLIENT_SECRET = "", PHONEPE_CLIENT_VERSION = "1" } = credentials;
    const form = {
      client_id: PHONEPE_CLIENT_ID,
      client_secret: PHONEPE_CLIENT_SECRET,
      client_version: PHONEPE_CLIENT_VERSION,
      grant_type: "client_credentials",
    };
    const answer = await call({ method: "POST", url: PHONEPE_TOKEN_URL, form });
    return { token: needText(answer, "access_token"), expiresAtMs: Number(needText(answer, "expires_at")) * 1000 };
  });
  return async (method, path, json) =>
    call({
      method,
      url: `${base}${path}`,
      headers: { authorization: `O-Bearer ${await token()}` },
      ...(json !== undefined && { json }),
    });
}

function toReport(order: unknown): Report {
  const state = pickText(order, "state");
  if (state === "COMPLETED") return { status: "Success", amountMinor: Number(pick(order, "amount")), currency: "INR" };
  return { status: state === "FAILED" ? "Failed" : "Pending" };
}

/**
 * `Authorization`: SHA256 of user and password. It does not cover the body and never changes, so a callback is only a
 * reason to ask (`report: "ask"`).
 */
function readCallback(delivery: Delivery, credentials: Credentials): Notice | undefined {
  const given = (delivery.headers.authorization ?? "")
    .replace(/^SHA256[ (]?/i, "")
    .replace(/\)$/, "")
    .toLowerCase();
  assertSigned(listSecrets(credentials).some((secret) => isSame(given, secret)));
  const event = readJson(delivery);
  const name = pickText(event, "event");
  if (!name.startsWith("checkout.order.")) return undefined;
  const orderId = pickText(event, "payload", "merchantOrderId");
  return {
    eventId: `${name}:${pickText(event, "payload", "orderId")}:${pickText(event, "payload", "state")}`,
    orderId,
    report: "ask",
  };
}

/** A password stands beside its user name: two lists of the same length, the newest first. */
function listSecrets({ PHONEPE_WEBHOOK_USERNAME = "", PHONEPE_WEBHOOK_PASSWORD = "" }: Credentials): string[] {
  const users = listOf(PHONEPE_WEBHOOK_USERNAME);
  return listOf(PHONEPE_WEBHOOK_PASSWORD).map((password, at) =>
    createHash("sha256")
      .update(`${users[at] ?? users[0] ?? ""}:${password}`)
      .digest("hex"),
  );
}
