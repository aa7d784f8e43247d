import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Static } from "typebox";
import type { OutboxMessage } from "#engine/contract/sandbox.ts";
import { sandboxEndpoints, cursorNow } from "#engine/contract/sandbox.ts";
import { escapeHtml, toHtmlPage, wantsHtml } from "#server/api/html.ts";
import { newNonce, setPolicy } from "#server/api/response-headers.ts";
import type { Services } from "#server/services.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { pageTexts } from "./texts.ts";

const texts = pageTexts.outbox;

const maxShown = 1000;
const css = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h1 small { background: #b45309; color: #fff; padding: .1em .5em; border-radius: .3em; font-size: .7em; }
article { border: 1px solid #8886; border-radius: .8rem; padding: .8rem 1rem; margin: .8rem 0; }
header { font-size: .85rem; opacity: .8; } pre { white-space: pre-wrap; font: inherit; margin: .4rem 0; }
strong.code { font-size: 1.6rem; letter-spacing: .15em; font-variant-numeric: tabular-nums; }
input { font: inherit; padding: .4em .6em; } button { font: inherit; padding: .4em 1em; }`;

/** `GET /sandbox/outbox?to=&since=`: sent messages, as a page or as JSON. */
export const outboxRoutes: AddSandboxRoutes = (app, services) => {
  const { path, query } = sandboxEndpoints.outbox;
  app.get<{ Querystring: Static<typeof query> }>(path, { schema: { querystring: query } }, async (request, reply) => {
    // Sends pending messages first, so that the list is complete.
    await services.outbox.flush();
    const cursor = await readCursor(services);
    const list = request.query.since === cursorNow ? [] : await readMessages(request.query, services);
    if (!wantsHtml(request)) return { cursor, list };
    const nonce = newNonce();
    setPolicy(
      reply,
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return reply.type("text/html; charset=utf-8").send(toOutboxPage(list, request.query.to, nonce));
  });
};

/** The number of the newest message. */
async function readCursor({ pool }: Services): Promise<string> {
  const { rows } = await pool.query<{ seq: string | null }>("select max(seq) as seq from sandbox_messages");
  return rows[0]?.seq ?? "0";
}

async function readMessages(
  { to, since }: { to?: string; since?: string },
  services: Services,
): Promise<OutboxMessage[]> {
  const { rows } = await services.pool.query<{
    id: string;
    channel: OutboxMessage["channel"];
    recipient: string;
    sealed_content: string;
    created_at: Date;
  }>(
    `select id, channel, recipient, sealed_content, created_at from sandbox_messages
     where ($1::text is null or recipient = $1) and seq > $2 order by seq desc limit $3`,
    [to ? toRecipient(to) : null, Number(since) || 0, maxShown],
  );
  return rows.map((row) => ({
    channel: row.channel,
    to: row.recipient,
    ...services.secrets.unseal<Pick<OutboxMessage, "subject" | "text" | "otp">>(
      "sandbox-message",
      row.id,
      row.sealed_content,
    ),
    createdAt: row.created_at.toISOString(),
  }));
}

/** A '+' in a query arrives as a space. A number may have any spelling. */
function toRecipient(to: string): string {
  if (to.includes("@")) return to.trim().toLowerCase();
  const trimmed = to.startsWith(" ") ? `+${to.trim()}` : to.trim();
  const spelt = /^[0-9]{11,15}$/.test(trimmed) ? `+${trimmed}` : trimmed;
  return parsePhoneNumberFromString(spelt, "IN")?.number ?? trimmed;
}

function toOutboxPage(list: readonly OutboxMessage[], to: string | undefined, nonce: string): string {
  const messages = list.map(
    (
      message,
    ) => `<article><header>${escapeHtml(message.channel.toUpperCase())} to ${escapeHtml(message.to)} · ${escapeHtml(message.createdAt)}</header>
${message.subject ? `<p><strong>${escapeHtml(message.subject)}</strong></p>` : ""}<pre>${escapeHtml(message.text)}</pre>${message.otp ? `<p>${texts.code} <strong class="code">${escapeHtml(message.otp)}</strong></p>` : ""}</article>`,
  );
  return toHtmlPage(
    texts.title,
    `<main><h1><small>${texts.mark}</small> ${texts.heading}</h1><p>${texts.hint}</p>
<form method="get"><label>${texts.to} <input name="to" value="${escapeHtml(to ?? "")}"></label> <button>${texts.show}</button></form>
${messages.join("\n") || `<p>${texts.empty}</p>`}</main>`,
    { css, nonce },
  );
}
