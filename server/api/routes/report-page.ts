import type { FastifyInstance } from "fastify";
import { protocolEndpoints, type ReportCheck } from "#engine/contract/protocol-endpoints.ts";
import { formatDate } from "#engine/core/rules/dates.ts";
import { checkReport } from "#server/delivery/report/check.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { zone } from "#server/platform/time-zone.ts";
import { escapeHtml, toHtmlPage, wantsHtml } from "../html.ts";
import { findLanguage, findRequestMessages } from "../language.ts";
import { newNonce, setPolicy } from "../response-headers.ts";

/** The look of the small pages around reports. */
export const pageCss = `
:root { color-scheme: light dark; } * { box-sizing: border-box; }
body { margin: 0 auto; max-width: 560px; padding: 24px 16px; font: 16px/1.5 "Segoe UI", system-ui, sans-serif; }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 16px; } dl { margin: 16px 0; } dt { opacity: .75; font-size: 14px; } dd { margin: 0 0 12px; overflow-wrap: anywhere; }
.status { border-radius: 8px; padding: 12px 16px; font-weight: 600; border: 1px solid; }
.good { color: light-dark(#0e700e, #9fd89f); } .bad { color: light-dark(#b10e1c, #ff99a4); }
form { display: grid; gap: 8px; } input, button { font: inherit; min-height: 44px; padding: 0 12px; border-radius: 4px; }
input { border: 1px solid #8a8886; letter-spacing: .1em; } button { border: 0; background: #0f6cbd; color: #fff; font-weight: 600; margin-top: 8px; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; } li { margin: 8px 0; overflow-wrap: anywhere; } a { color: light-dark(#0f548c, #62abf5); }`;

const verdicts = {
  genuine: "check-genuine",
  changed: "check-changed",
  unknown: "check-unknown",
  unchecked: "check-enter",
} as const;

const looks = { genuine: "good", changed: "bad", unknown: "bad", unchecked: "" } as const;

/** `GET /report/{id}?hash=…`: the page of a report's QR code. It shows the name in masked form alone. */
export function addReportPage(app: FastifyInstance, services: Services): void {
  const { path, params, query } = protocolEndpoints.reportCheck;
  app.get<{ Params: { id: string }; Querystring: { hash?: string; lang?: string } }>(
    path,
    { schema: { params, querystring: query } },
    async (request, reply) => {
      const { hash, lang } = request.query;
      const result = await checkReport(services, request.params.id, hash);
      void reply.header("cache-control", "no-store");
      if (!wantsHtml(request)) return result;
      const messages = findRequestMessages(request, services, findLanguage(lang ?? null, services));
      const nonce = newNonce();
      setPolicy(
        reply,
        `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
      return reply.type("text/html; charset=utf-8").send(toPage(result, messages, nonce));
    },
  );
}

function toPage(result: ReportCheck, messages: MessageTexts, nonce: string): string {
  const { status, id, holder, issuedAt, organisation, receiver } = result;
  const text = (key: Parameters<typeof format>[0]) => escapeHtml(format(key));
  const format = (
    key:
      | "check-title"
      | "check-compare"
      | `check-${"genuine" | "changed" | "unknown" | "enter" | "submit"}`
      | "hash"
      | FactKey,
  ) => messages.format("report", key);
  const facts: [FactKey, string | undefined][] = [
    ["check-holder", holder],
    ["check-issued", issuedAt && formatDate(issuedAt, "long", { locale: messages.language, zone })],
    ["check-organisation", organisation],
    ["check-receiver", receiver],
    ["check-number", status === "unknown" ? undefined : id],
  ];
  const toForm = () =>
    `<form method="get"><label for="hash">${text("hash")}</label><input id="hash" name="hash" maxlength="64" autocomplete="off" spellcheck="false" required><input type="hidden" name="lang" value="${escapeHtml(messages.language)}"><button>${text("check-submit")}</button></form>`;
  const rows = facts.map(([key, value]) => (value ? `<dt>${text(key)}</dt><dd>${escapeHtml(value)}</dd>` : ""));
  const body = `<main><h1>${text("check-title")}</h1>
<p class="status ${looks[status]}" role="status">${text(verdicts[status])}</p>
${status === "genuine" ? `<p>${text("check-compare")}</p>` : ""}${status === "unchecked" ? toForm() : ""}<dl>${rows.join("")}</dl></main>`;
  return toHtmlPage(format("check-title"), body, { css: pageCss, nonce }, messages.language);
}

type FactKey = `check-${"holder" | "issued" | "organisation" | "receiver" | "number"}`;
