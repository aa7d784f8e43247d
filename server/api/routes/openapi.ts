import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { toOpenApi } from "#engine/contract/openapi.ts";
import type { Settings } from "#server/platform/settings.ts";
import { escapeHtml, toHtmlPage } from "../html.ts";

/** `/openapi.json`, and `/docs` as a plain page without scripts. */
export function openApiPlugin(server: FastifyInstance, settings: Settings): void {
  const document = toOpenApi({
    version: "1.0",
    publicUrl: settings.publicUrl,
    sandbox: settings.sandbox && !settings.production,
  });
  const page = toDocsPage(document);
  // Serialised once: the document has a megabyte, and anyone may request it.
  const json = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"`;
  server.get("/openapi.json", async (request, reply) => {
    reply.header("cache-control", "no-cache").header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(json);
  });
  server.get("/docs", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page),
  );
}

interface Described {
  paths: Record<string, Record<string, { summary?: unknown; description?: unknown }>>;
}

/** How to decide as the verifier. Only the sandbox has the call. */
const toVerifierHelp = ({ paths }: Described): string =>
  paths["/sandbox/verifier"]
    ? `<h2>Decide as the verifier (sandbox)</h2>
<p><code>POST /sandbox/verifier</code> with <code>{"txnId": "…", "outcome": "complete"}</code>. The <code>txnId</code> is the last part of the address of a form: <code>/ekyc/{formId}/{txnId}</code>. The outcome is <code>complete</code>, <code>fail</code>, <code>insufficient</code> or <code>withdraw</code>. Optional: <code>verificationName</code> for one verification only, <code>reason</code>, <code>fields</code>.</p>`
    : "";

/** Builds the list of all calls from the OpenAPI document, as a page without scripts. */
function toDocsPage(document: Described): string {
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
${toVerifierHelp(document)}
<h2>All calls</h2>
<table border="1" cellpadding="6"><thead><tr><th>Method</th><th>Path</th><th>What it does</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`,
  );
}
