import type { FastifyRequest } from "fastify";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!);
}

/**
 * Builds a small page (sandbox, API list, payment) without scripts. `style` needs the nonce of its reply; `body` is
 * HTML.
 */
export function toHtmlPage(
  title: string,
  body: string,
  style?: { css: string; nonce: string },
  language = "en",
): string {
  const css = style ? `<style nonce="${escapeHtml(style.nonce)}">${style.css}</style>` : "";
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${css}</head>
<body>${body}</body></html>
`;
}

/** Returns whether a browser asks for a page; tests ask for JSON. */
export function wantsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "";
  return accept.includes("text/html") && !accept.includes("application/json");
}
