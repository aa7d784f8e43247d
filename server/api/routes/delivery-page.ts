import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { toOrganisationName } from "#server/config/release.ts";
import { openByCode, readDeliveryPage, type OpenedDelivery } from "#server/delivery/open-by-code.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { parseFormBodies } from "#server/platform/request-bodies.ts";
import type { Services } from "#server/services.ts";
import { escapeHtml, toHtmlPage } from "../html.ts";
import { findRequestLanguage } from "../language.ts";
import { newNonce, setPolicy } from "../response-headers.ts";
import { pageCss } from "./report-page.ts";

/** A person opens a few; more are guesses. */
const opensPerHour = 60;

/** `GET` and `POST /deliveries/open/…`: the page that a mail to an evaluation partner links to. */
export async function addDeliveryPage(area: FastifyInstance, services: Services): Promise<void> {
  const { path, params } = protocolEndpoints.deliveryPage;
  area.get<{ Params: { link: string } }>(path, { schema: { params } }, async (request, reply) =>
    send(services, request, reply, await readDeliveryPage(services, request.params.link)),
  );
  await area.register(async (app) => {
    parseFormBodies(app);
    const { body } = protocolEndpoints.openDelivery;
    app.post<{ Params: { link: string }; Body: { code: string } }>(
      path,
      { schema: { params, body } },
      async (request, reply) => {
        await services.rateLimits.consumeForAddress("delivery-code", request.ip, opensPerHour, 3600);
        return send(services, request, reply, await openByCode(services, request.params.link, request.body.code));
      },
    );
  });
}

function send(services: Services, request: FastifyRequest, reply: FastifyReply, page: OpenedDelivery): FastifyReply {
  const messages = services.findMessageTexts(findRequestLanguage(request, services), page.orgId);
  const nonce = newNonce();
  setPolicy(
    reply,
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  const name = toOrganisationName(services.config, page.orgId);
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(toPage(page, name, messages, nonce));
}

function toPage(
  { status, holder, files }: OpenedDelivery,
  organisation: string,
  messages: MessageTexts,
  nonce: string,
): string {
  const text = (key: `files-${"title" | "code" | "open" | "wrong" | "closed" | "list" | "received"}`) =>
    escapeHtml(messages.format("report", key));
  const about = escapeHtml(messages.format("report", "files-about", { holder, organisation }));
  const parts: Readonly<Record<OpenedDelivery["status"], () => string>> = {
    closed: () => `<p class="status bad" role="status">${text("files-closed")}</p>`,
    asks: () => toForm(),
    wrong: () => `<p class="status bad" role="alert" id="wrong">${text("files-wrong")}</p>${toForm("wrong")}`,
    open: () =>
      `<p>${about}</p><p class="status good" role="status">${text("files-received")}</p><p>${text("files-list")}</p><ul>${files
        .map(({ name, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`)
        .join("")}</ul>`,
  };
  const toForm = (error?: string) =>
    `<form method="post"><label for="code">${text("files-code")}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required${error ? ` aria-describedby="${error}" aria-invalid="true"` : ""}><button>${text("files-open")}</button></form>`;
  const title = messages.format("report", "files-title");
  const body = `<main><h1>${escapeHtml(title)}</h1>${parts[status]()}</main>`;
  return toHtmlPage(title, body, { css: pageCss, nonce }, messages.language);
}
