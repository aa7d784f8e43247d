import { desc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { escapeHtml, toHtmlPage } from "../html.ts";
import { notFound } from "#server/errors.ts";
import type { SdkPage } from "#server/checkout/providers/provider.ts";
import { newNonce, setPolicy } from "../response-headers.ts";
import type { Services } from "#server/services.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { toReturnUrls } from "#server/checkout/orders/return-urls.ts";
import { toFamily } from "#server/checkout/providers/index.ts";
import type { OrderRow } from "#server/checkout/orders/rows.ts";

interface Query {
  sdkProvider: string;
  paymentSessionId: string;
  environment: string;
}

const textSchema = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const query = {
  type: "object",
  additionalProperties: false,
  required: ["sdkProvider", "paymentSessionId", "environment"],
  properties: {
    sdkProvider: textSchema(64),
    paymentSessionId: textSchema(1000),
    environment: { enum: ["production"] },
  },
};
const css = `
:root { color-scheme: light dark; } body { margin: 0 auto; max-width: 480px; padding: 16px; font: 16px/1.5 "Segoe UI", system-ui, sans-serif; }
h1 { font-size: 20px; } button { width: 100%; min-height: 44px; margin-top: 16px; border: 0; border-radius: 4px; background: #0f6cbd; color: #fff; font: inherit; font-weight: 600; }`;

/**
 * `GET /payment-redirect`: the only page that runs a payment provider's script, under its own policy. Redirects a
 * session without a script to its payment page, and a closed one back to the wallet.
 */
export function redirectPagePlugin(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: Query }>("/payment-redirect", { schema: { querystring: query } }, async (request, reply) => {
    const { sdkProvider, paymentSessionId, environment } = request.query;
    const order = await findSession(services, sdkProvider, paymentSessionId);
    const { returnUrl, cancelUrl } = toReturnUrls(order, services.settings);
    if (order.closedAt) return reply.redirect(returnUrl, 303);
    const { sdkPage } = services.payments.get(order.provider);
    if (!sdkPage) return reply.redirect(order.webUrl ?? returnUrl, 303);
    const nonce = newNonce();
    setPolicy(reply, toPolicy(sdkPage, nonce));
    void reply.headers(toScriptHeaders(sdkPage));
    // The candidate's language, because the browser's may differ.
    const messages = services.findMessageTexts(await readLocale(services, order.candidateId), order.orgId);
    const away = messages.format("pages", "payment-script-unavailable");
    const attributes = { session: paymentSessionId, environment, return: returnUrl, away };
    return reply
      .type("text/html; charset=utf-8")
      .send(toSdkPage(order.provider, sdkPage, { attributes, cancelUrl, messages, nonce }));
  });
  app.get<{ Params: { name: string } }>("/payment-redirect/:name.js", async (request, reply) => {
    const page = services.payments.find(request.params.name)?.sdkPage;
    if (!page) throw notFound("provider");
    return reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(toCode(page));
  });
}

async function findSession({ db }: Services, sdkProvider: string, paymentSessionId: string): Promise<OrderRow> {
  const found = await db
    .select()
    .from(orders)
    .where(eq(orders.paymentSessionId, paymentSessionId))
    .orderBy(desc(orders.createdAt));
  const order = found.find(({ provider }) => toFamily(provider) === sdkProvider);
  if (!order) throw notFound("payment");
  return order;
}

async function readLocale({ db }: Services, candidateId: string): Promise<string> {
  const [row] = await db.select({ locale: candidates.locale }).from(candidates).where(eq(candidates.id, candidateId));
  return row?.locale ?? "en";
}

function toPolicy({ origins }: SdkPage, nonce: string): string {
  const directives = Object.entries(origins).map(([directive, list]) => `${directive} 'self' ${list.join(" ")}`);
  return [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    ...directives,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Providers accept payments from known sites only, so they get our origin, but no path. Their frames may use the
 * device's payment apps.
 */
function toScriptHeaders({ origins }: SdkPage): Record<string, string> {
  const frames = origins["frame-src"].filter((origin) => !origin.includes("*")).map((origin) => `"${origin}"`);
  return {
    "referrer-policy": "strict-origin",
    "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=(self ${frames.join(" ")}), usb=()`,
  };
}

/** Our script, which shows an error when the provider's script did not load. */
const toCode = ({ global, code }: SdkPage): string => `if (!(${JSON.stringify(global)} in window)) {
  document.querySelector("[role=status]").textContent = document.currentScript.dataset.away;
  throw new Error("The provider's script did not come.");
}
${code}`;

/** The page's content. `attributes` become data attributes of our script. */
interface PageContent {
  attributes: Record<string, string>;
  cancelUrl: string;
  messages: MessageTexts;
  nonce: string;
}

function toSdkPage(
  provider: string,
  { src, data = {} }: SdkPage,
  { attributes, cancelUrl, messages, nonce }: PageContent,
): string {
  const text = (key: `payment-${"title" | "pay" | "back" | "no-script"}`) => escapeHtml(messages.format("pages", key));
  const dataAttributes = Object.entries({ ...attributes, ...data })
    .map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`)
    .join("");
  const body = `<main><h1>${text("payment-title")}</h1><p role="status"></p><form hidden><div id="payment"></div><button>${text("payment-pay")}</button></form><noscript><p>${text("payment-no-script")}</p></noscript><p><a href="${escapeHtml(cancelUrl)}">${text("payment-back")}</a></p></main>
<script src="${escapeHtml(src)}"></script><script src="/payment-redirect/${escapeHtml(provider)}.js"${dataAttributes}></script>`;
  return toHtmlPage(messages.format("pages", "payment-title"), body, { css, nonce }, messages.language);
}
