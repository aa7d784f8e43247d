import { escapeHtml, toHtmlPage } from "../html.ts";

interface Described {
  paths: Record<string, Record<string, { summary?: unknown; description?: unknown }>>;
}

/** Builds the list of all calls from the OpenAPI document, as a page without scripts. */
export function toDocsPage(document: Described): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const about = [call.summary, call.description]
        .filter((part): part is string => typeof part === "string")
        .join(" ");
      return `<tr><td><code>${escapeHtml(method.toUpperCase())}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(about)}</td></tr>`;
    }),
  );
  return toHtmlPage(
    "Sanad API",
    `<h1>Sanad API</h1><p>The whole contract, with every shape: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table border="1" cellpadding="6"><thead><tr><th>Method</th><th>Path</th><th>What it does</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`,
  );
}
