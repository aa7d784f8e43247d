import { createHash } from "node:crypto";
import type { CallProvider } from "./http.ts";
import type {
  Credentials,
  CallbackRequest,
  CallbackEvent,
  OrderReference,
  Provider,
  ProviderEntry,
  PaymentReport,
} from "./provider.ts";
import {
  assertSigned,
  createTokenCache,
  isEqualInConstantTime,
  splitSecrets,
  requireText,
  pick,
  pickText,
  readJson,
  unlessRefused,
} from "./driver-tools.ts";

/** An unpaid order ends after this time. PhonePe cannot cancel one. */
const lifetimeSeconds = 1200;

const liveUrl = "https://api.phonepe.com/apis/pg";
const liveTokenUrl = "https://api.phonepe.com/apis/identity-manager/v1/oauth/token";

/** PhonePe Standard Checkout (v2): rupees only, amounts in paise. */
export const phonepe: ProviderEntry = {
  family: "phonepe",
  variables: {
    PHONEPE_CLIENT_ID: { description: "Client id of the PhonePe account." },
    PHONEPE_CLIENT_SECRET: { description: "Client secret of the PhonePe account." },
    PHONEPE_CLIENT_VERSION: { description: "Version of that client, as PhonePe shows it." },
    PHONEPE_WEBHOOK_USERNAME: {
      description: "User name of the webhook for /webhooks/payments/phonepe; may be a list.",
    },
    PHONEPE_WEBHOOK_PASSWORD: { description: "Password of that webhook; may be a list in the same order." },
  },
  optionalVariables: {
    PHONEPE_URL: { description: "Address of PhonePe's API, to use its test system.", defaultNote: liveUrl },
    PHONEPE_TOKEN_URL: { description: "Address that issues tokens for that API.", defaultNote: liveTokenUrl },
  },
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
          reference: requireText(answer, "orderId"),
          webUrl: requireText(answer, "redirectUrl"),
          paymentSessionId: null,
        };
      },
      findStatus,
      lifetimeSeconds,
      cancel: async (order: OrderReference) => (await findStatus(order)).status === "Failed",
      refund: async (order, refund) => {
        // PhonePe does not document repeated refund ids: look an existing refund up first.
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
      readCallback: async (request) => readCallback(request, credentials),
    };
  },
  signCallback: (outcome, credentials) => ({
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
  const { PHONEPE_URL: base = liveUrl, PHONEPE_TOKEN_URL = liveTokenUrl } = credentials;
  const token = createTokenCache(async () => {
    const { PHONEPE_CLIENT_ID = "", PHONEPE_CLIENT_SECRET = "", PHONEPE_CLIENT_VERSION = "1" } = credentials;
    const form = {
      client_id: PHONEPE_CLIENT_ID,
      client_secret: PHONEPE_CLIENT_SECRET,
      client_version: PHONEPE_CLIENT_VERSION,
      grant_type: "client_credentials",
    };
    const answer = await call({ method: "POST", url: PHONEPE_TOKEN_URL, form });
    return {
      token: requireText(answer, "access_token"),
      expiresAtMs: Number(requireText(answer, "expires_at")) * 1000,
    };
  });
  return async (method, path, json) =>
    call({
      method,
      url: `${base}${path}`,
      headers: { authorization: `O-Bearer ${await token()}` },
      ...(json !== undefined && { json }),
    });
}

function toReport(order: unknown): PaymentReport {
  const state = pickText(order, "state");
  if (state === "COMPLETED") return { status: "Success", amountMinor: Number(pick(order, "amount")), currency: "INR" };
  return { status: state === "FAILED" ? "Failed" : "Pending" };
}

/**
 * `Authorization`: SHA-256 of user and password. It does not cover the body and never changes, so a callback only
 * triggers a status request (`report: "look-up"`).
 */
function readCallback(request: CallbackRequest, credentials: Credentials): CallbackEvent | undefined {
  const signature = (request.headers.authorization ?? "")
    .replace(/^SHA256[ (]?/i, "")
    .replace(/\)$/, "")
    .toLowerCase();
  assertSigned(listSecrets(credentials).some((secret) => isEqualInConstantTime(signature, secret)));
  const event = readJson(request);
  const name = pickText(event, "event");
  if (!name.startsWith("checkout.order.")) return undefined;
  const orderId = pickText(event, "payload", "merchantOrderId");
  return {
    eventId: `${name}:${pickText(event, "payload", "orderId")}:${pickText(event, "payload", "state")}`,
    orderId,
    report: "look-up",
  };
}

/** Two lists of the same length, newest first: each password belongs to the user name at its index. */
function listSecrets({ PHONEPE_WEBHOOK_USERNAME = "", PHONEPE_WEBHOOK_PASSWORD = "" }: Credentials): string[] {
  const users = splitSecrets(PHONEPE_WEBHOOK_USERNAME);
  return splitSecrets(PHONEPE_WEBHOOK_PASSWORD).map((password, at) =>
    createHash("sha256")
      .update(`${users[at] ?? users[0] ?? ""}:${password}`)
      .digest("hex"),
  );
}
