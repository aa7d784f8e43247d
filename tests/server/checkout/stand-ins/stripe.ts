/*
 * Stripe as documented: docs.stripe.com/api/checkout/sessions (create, retrieve, expire), /api/payment_intents (create,
 * retrieve, cancel), /api/refunds (create, list), /api/idempotent_requests, /api/authentication, and
 * docs.stripe.com/webhooks/signature for events.
 */
import { createHmac } from "node:crypto";
import { startStandIn, type StandInRequest, type StandIn, type StandInResponse } from "./stand-in.ts";

export const secretKey = "sk_test_standIn";

type Thing = Record<string, unknown> & { id: string; status: string };

const invalid = (message: string): StandInResponse => ({
  status: 400,
  body: { error: { type: "invalid_request_error", message } },
});
const known: Readonly<Record<string, RegExp>> = {
  "/v1/checkout/sessions":
    /^(mode|client_reference_id|success_url|cancel_url|metadata\[\w+\]|payment_intent_data\[metadata\]\[\w+\]|line_items\[\d\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\])$/,
  "/v1/payment_intents":
    /^(amount|currency|description|automatic_payment_methods\[enabled\]|metadata\[\w+\]|payment_method)$/,
  "/v1/refunds": /^(payment_intent|amount|reason|metadata\[\w+\])$/,
};

/** A merchant's account at Stripe, and what a payer does on its page. */
export interface StripeStandIn extends StandIn {
  /** Pays a session, or the intent of a session that the page runs. */
  pay(id: string): void;
  /** A bank that confirms later refuses the payment. */
  refuseLater(sessionId: string): void;
  /** Declines the card; the payer may try another. */
  refuseCard(intentId: string): void;
  /** Makes new refunds pending, as with a low balance. */
  holdRefunds(): void;
  /** Completes pending refunds. */
  payRefunds(): void;
  /** Forgets idempotency keys, as after a day. */
  forgetKeys(): void;
}

export async function startStripe(): Promise<StripeStandIn> {
  const things = new Map<string, Thing>();
  const answered = new Map<string, { params: string; response: StandInResponse }>();
  let count = 0;
  let refundsBeginAs = "succeeded";
  const put = (prefix: string, thing: Record<string, unknown> & { status: string }): Thing => {
    const made = { id: `${prefix}_test_${(count += 1)}`, ...thing };
    things.set(made.id, made);
    return made;
  };

  const answer = (request: StandInRequest): StandInResponse | undefined => {
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } } };
    if (!/^\d{4}-\d\d-\d\d/.test(request.headers["stripe-version"]?.toString() ?? ""))
      return invalid("Invalid version");
    if (request.method === "GET") return read(request);
    if (request.method !== "POST") return undefined;
    if (request.body !== "" && !request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
      return invalid("Invalid request: form encoded parameters are expected");
    const key = request.headers["idempotency-key"]?.toString();
    const params = `${request.path} ${request.body}`;
    const before = key === undefined ? undefined : answered.get(key);
    if (before)
      return before.params === params
        ? before.response
        : { status: 400, body: { error: { type: "idempotency_error", message: "Keys for idempotent requests" } } };
    const response = write(request.path, new URLSearchParams(request.body));
    if (key !== undefined && response) answered.set(key, { params, response });
    return response;
  };

  const listRefunds = (query: URLSearchParams): StandInResponse => {
    const limit = Number(query.get("limit") ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return invalid("Invalid limit");
    const all = [...things.values()]
      .filter((one) => one["object"] === "refund" && one["payment_intent"] === query.get("payment_intent"))
      .reverse();
    return { status: 200, body: { object: "list", data: all.slice(0, limit), has_more: all.length > limit } };
  };

  const read = ({ path, query }: StandInRequest): StandInResponse | undefined => {
    if (path === "/v1/refunds") return listRefunds(query);
    const thing = things.get(path.split("/").at(-1) ?? "");
    if (!thing) return { status: 404, body: { error: { type: "invalid_request_error", code: "resource_missing" } } };
    const intent = things.get(String(thing["payment_intent"]));
    const expands = query.getAll("expand[]").includes("payment_intent");
    return { status: 200, body: expands && intent ? { ...thing, payment_intent: intent } : thing };
  };

  const write = (path: string, form: URLSearchParams): StandInResponse | undefined => {
    const strange = [...form.keys()].find((name) => known[path] && !known[path].test(name));
    if (strange !== undefined) return invalid(`Received unknown parameter: ${strange}`);
    if (path === "/v1/checkout/sessions") return createSession(form);
    if (path === "/v1/payment_intents") return createIntent(form);
    if (path === "/v1/refunds") return refund(form);
    const [, kind, id = "", action] = /^\/v1\/(checkout\/sessions|payment_intents)\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    const thing = things.get(id);
    if (!thing) return undefined;
    if (kind === "checkout/sessions" && action === "expire") {
      if (thing.status !== "open") return invalid("Only Checkout Sessions with a status in [open] can be expired.");
      return { status: 200, body: Object.assign(thing, { status: "expired" }) };
    }
    if (kind === "payment_intents" && action === "cancel") {
      if (thing.status === "succeeded") return invalid("You cannot cancel this PaymentIntent");
      return { status: 200, body: Object.assign(thing, { status: "canceled" }) };
    }
    return undefined;
  };

  const createSession = (form: URLSearchParams): StandInResponse => {
    const amount = Number(form.get("line_items[0][price_data][unit_amount]"));
    const currency = form.get("line_items[0][price_data][currency]") ?? "";
    if (form.get("mode") !== "payment") return invalid("Missing required param: mode.");
    if (!URL.canParse(form.get("success_url") ?? "")) return invalid("Not a valid URL");
    if (!Number.isInteger(amount) || amount < 1 || !/^[a-z]{3}$/.test(currency)) return invalid("Invalid line items");
    if (form.get("line_items[0][price_data][product_data][name]") === null) return invalid("Missing product name");
    const session = put("cs", {
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency,
      client_reference_id: form.get("client_reference_id"),
      payment_intent: null,
    });
    return { status: 200, body: Object.assign(session, { url: `https://checkout.stripe.com/c/pay/${session.id}` }) };
  };

  const createIntent = (form: URLSearchParams): StandInResponse => {
    const amount = Number(form.get("amount"));
    if (!Number.isInteger(amount) || amount < 1 || form.get("currency") === null) return invalid("Missing amount");
    const intent = put("pi", {
      object: "payment_intent",
      status: "requires_payment_method",
      amount,
      amount_received: 0,
      currency: form.get("currency"),
      last_payment_error: null,
      metadata: { orderId: form.get("metadata[orderId]") },
    });
    return { status: 200, body: Object.assign(intent, { client_secret: `${intent.id}_secret_x` }) };
  };

  const refund = (form: URLSearchParams): StandInResponse => {
    const intent = things.get(form.get("payment_intent") ?? "");
    if (!intent) return invalid("No such payment_intent");
    if (intent.status !== "succeeded")
      return invalid("This PaymentIntent does not have a successful charge to refund.");
    const amount = Number(form.get("amount"));
    const back = Number(intent["refunded"] ?? 0) + amount;
    if (back > Number(intent["amount_received"])) return invalid("Refund amount is greater than charge amount");
    intent["refunded"] = back;
    const made = put("re", {
      object: "refund",
      status: refundsBeginAs,
      amount,
      payment_intent: intent.id,
      metadata: { refundId: form.get("metadata[refundId]") },
    });
    // A repeated key gets the first response, even after the refund changed.
    return { status: 200, body: { ...made } };
  };

  const toIntentOf = (session: Thing, status: string): Thing =>
    put("pi", {
      status,
      amount_received: status === "succeeded" ? session["amount_total"] : 0,
      currency: session["currency"],
    });
  return {
    ...(await startStandIn(["https://api.stripe.com"], answer)),
    pay: (id) => {
      const thing = things.get(id)!;
      if (thing["object"] === "payment_intent")
        return void Object.assign(thing, { status: "succeeded", amount_received: thing["amount"] });
      const payment_intent = toIntentOf(thing, "succeeded").id;
      Object.assign(thing, { status: "complete", payment_status: "paid", payment_intent });
    },
    refuseLater: (id) => {
      const payment_intent = toIntentOf(things.get(id)!, "requires_payment_method").id;
      Object.assign(things.get(id)!, { status: "complete", payment_intent });
    },
    refuseCard: (id) => void Object.assign(things.get(id)!, { last_payment_error: { type: "card_error" } }),
    holdRefunds: () => void (refundsBeginAs = "pending"),
    payRefunds: () => {
      for (const one of things.values()) if (one["object"] === "refund") one.status = "succeeded";
    },
    forgetKeys: () => answered.clear(),
  };
}

/** Signs an event as documented: `v1` over `timestamp.payload`, one for each secret during a rotation. */
export function signStripe(payload: string, secrets: readonly string[], at: Date): Record<string, string> {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = secrets.map((secret) => createHmac("sha256", secret).update(`${t}.${payload}`, "utf8").digest("hex"));
  return { "stripe-signature": [`t=${t}`, ...v1.map((one) => `v1=${one}`), "v0=ignored"].join(",") };
}
