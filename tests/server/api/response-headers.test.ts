import { afterAll, beforeAll, expect, test } from "vitest";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";

const utility = "/utility/api/1.0";
let app: TestApp;
let token: string;
let fileUrl: string;
beforeAll(async () => {
  await buildDetectWorker();
  const webDir = makeTemporaryFolder();
  mkdirSync(path.join(webDir, "assets"));
  writeFileSync(
    path.join(webDir, "index.html"),
    '<!doctype html><head></head><meta name="csp-nonce" nonce="__CSP_NONCE__">',
  );
  writeFileSync(path.join(webDir, "assets/app-abc.js"), "export {};");
  writeFileSync(path.join(webDir, "icon.svg"), "<svg/>");
  app = await startTestApp({ config: await definitionsConfig(), settings: { webDir } });
  token = (await app.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
  fileUrl = (await sendFile(app, `${utility}/files`, token, await makePdf())).json<{ data: { fileUrl: string } }>().data
    .fileUrl;
});
afterAll(() => app?.close());

/** One reply of each kind: answers, failures, pages, bytes, documents. */
const replies: [string, () => ReturnType<TestApp["call"]>, number][] = [
  ["an API response", () => app.call("GET", "/web-wallet/api/1.0/profile", { token }), 200],
  ["a missing token", () => app.call("GET", "/web-wallet/api/1.0/profile"), 401],
  ["an invalid body", () => app.call("POST", "/web-wallet/api/1.0/profile/login", { body: "{" }), 400],
  [
    "a too large body",
    () => app.call("POST", "/web-wallet/api/1.0/profile/login", { body: { mobile: "1".repeat(70_000) } }),
    413,
  ],
  [
    "an unsupported content type",
    () =>
      app.call("POST", "/web-wallet/api/1.0/profile/login", { body: "x", headers: { "content-type": "text/plain" } }),
    415,
  ],
  ["an unknown path", () => app.call("GET", "/web-wallet/api/1.0/nothing"), 404],
  ["an invalid address", () => app.call("GET", "/%E0%A4%A", { headers: { accept: "application/json" } }), 400],
  ["an invalid API address", () => app.call("GET", `${utility}/files/%E0%A4%A`), 400],
  ["an uploaded document", () => app.call("GET", fileUrl, { token }), 200],
  ["a map", () => app.call("GET", `${utility}/static-map?latitude=1&longitude=2`, { token }), 200],
  ["a page", () => app.call("GET", "/login", { headers: { accept: "text/html" } }), 200],
  ["a script", () => app.call("GET", "/assets/app-abc.js"), 200],
  ["an icon", () => app.call("GET", "/icon.svg"), 200],
  ["the manifest", () => app.call("GET", "/config/manifest"), 200],
  ["the contract", () => app.call("GET", "/openapi.json"), 200],
  ["the contract's page", () => app.call("GET", "/docs"), 200],
  ["health", () => app.call("GET", "/health"), 200],
  ["the outbox", () => app.call("GET", "/sandbox/outbox", { headers: { accept: "text/html" } }), 200],
  ["a missing pay page", () => app.call("GET", "/sandbox/pay/x", { headers: { accept: "text/html" } }), 404],
  ["a redirect page without a session", () => app.call("GET", "/payment-redirect"), 400],
  ["an unsigned callback", () => app.call("POST", "/webhooks/verifications", { body: {} }), 403],
  [
    "an upload of an unknown protocol version",
    () => app.call("POST", `${utility}/uploads`, { token, headers: { "upload-length": "10" } }),
    412,
  ],
  [
    "a created upload",
    () =>
      app.call("POST", `${utility}/uploads`, {
        token,
        headers: { "tus-resumable": "1.0.0", "upload-length": "50000" },
      }),
    201,
  ],
];

test.each(replies)("%s has the strict headers", async (_name, send, status) => {
  const { headers, statusCode, body } = await send();
  expect(statusCode, body.slice(0, 300)).toBe(status);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-request-id": expect.stringMatching(/^[\w-]{16}$/),
    "cache-control": expect.any(String),
    "permissions-policy": expect.stringContaining("camera=(self)"),
  });
  expect(headers["x-powered-by"]).toBeUndefined();
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-|\*|http:|https:/);
  expect(policy.match(/object-src [^;]+/)?.[0] ?? "object-src 'none'").toBe("object-src 'none'");
  // A document is never displayed: its policy is `sandbox`, which turns everything off.
  if (!policy.startsWith("sandbox"))
    for (const part of ["base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
});
