import { findFamily } from "#engine/core/definitions/event-names.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { escapeHtml, toHtmlPage, wantsHtml } from "#server/api/html.ts";
import { newNonce, setPolicy } from "#server/api/response-headers.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { pageTexts } from "./texts.ts";

const texts = pageTexts.events;
const maxShown = 500;
const css = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h1 small { background: #b45309; color: #fff; padding: .1em .5em; border-radius: .3em; font-size: .7em; }
article { border-block-end: 1px solid #8886; padding: .6rem 0; } header { font-size: .85rem; opacity: .8; }
article.error strong { color: light-dark(#b10e1c, #ff99a4); } p { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; margin: .3rem 0; }`;

type Shown = { kind: "event" | "error"; receivedAt: string } & Record<string, unknown>;

/** `GET /sandbox/events`: events and errors that pages reported, newest first, as a page or as JSON. */
export const eventsRoutes: AddSandboxRoutes = (app, services) => {
  app.get(sandboxEndpoints.events.path, async (request, reply) => {
    const { rows } = await services.pool.query<{
      kind: Shown["kind"];
      entry: Record<string, unknown>;
      received_at: Date;
    }>("select kind, entry, received_at from telemetry order by seq desc limit $1", [maxShown]);
    const list = rows.map(({ kind, entry, received_at: receivedAt }): Shown => ({
      kind,
      ...entry,
      receivedAt: receivedAt.toISOString(),
    }));
    if (!wantsHtml(request)) return { list, total: list.length };
    const nonce = newNonce();
    setPolicy(reply, `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`);
    return reply.type("text/html; charset=utf-8").send(toEventsPage(list, nonce));
  });
};

function toEventsPage(list: readonly Shown[], nonce: string): string {
  const body = `<main><h1><small>${texts.mark}</small> ${texts.heading}</h1><p>${texts.hint}</p>
${list.map(toArticle).join("\n") || `<p>${texts.empty}</p>`}</main>`;
  return toHtmlPage(texts.title, body, { css, nonce });
}

function toArticle({ kind, name, message, at, receivedAt, version, properties, ...rest }: Shown): string {
  const family = kind === "event" ? (findFamily(String(name)) ?? texts.unknown) : texts.fault;
  const head = [family, version ?? "", at ?? receivedAt].filter(Boolean).map((part) => escapeHtml(String(part)));
  const more = Object.entries({ ...(properties as object | undefined), ...rest }).map(
    ([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `<article class="${kind}"><header>${head.join(" · ")}</header><p><strong>${escapeHtml(String(name ?? message))}</strong></p>${
    more.length > 0 ? `<pre>${escapeHtml(more.join("\n"))}</pre>` : ""
  }</article>`;
}
