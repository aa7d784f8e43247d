import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toPolicy } from "#server/api/response-headers.ts";
import { buildWorkbench } from "#server/workbench/workbench.ts";

const page = "<!doctype html><html><head><title>App</title></head><body></body></html>";
const place = mkdtempSync(path.join(tmpdir(), "sanad-workbench-"));
let app: FastifyInstance;
let workbench: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "x-frame-options": "DENY", "content-security-policy": toPolicy() });
  });
  app.get("/login", async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/config/status", async () => ({ release: "one", ok: true, issues: [], checkedAt: "now" }));
  app.post("/echo", async (request) => request.body);
  const appUrl = await app.listen({ port: 0, host: "127.0.0.1" });

  mkdirSync(path.join(place, "schemas/screens"), { recursive: true });
  mkdirSync(path.join(place, "web"));
  writeFileSync(path.join(place, "web/index.html"), "the workbench");
  writeFileSync(path.join(place, "schemas/screens/one.json"), '{\n  "kind": "screen",\n  "body": [{}]\n}');
  workbench = await buildWorkbench({
    appUrl,
    schemasDir: path.join(place, "schemas"),
    webDir: path.join(place, "web"),
  });
  await workbench.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await Promise.all([workbench.close(), app.close()]);
  rmSync(place, { recursive: true });
});

const open = (url: string, host = "sanad.localhost:3001") =>
  workbench.inject({ url, headers: { host, accept: "text/html" } });

test("rejects foreign host names", async () => {
  for (const host of ["evil.example", "localhost.evil.example", "c1.evil.localhost", "192.168.0.7:3001"])
    expect((await open("/workbench/", host)).statusCode, host).toBe(403);
  for (const host of ["localhost:3001", "127.0.0.1:3001", "c12.sanad.localhost:3001"])
    expect((await open("/workbench/", host)).body, host).toBe("the workbench");
});

test("allows framing by the workbench only, and adds its script before the page's own", async () => {
  const { body, headers } = await open("/login", "c1.sanad.localhost:3001");
  expect(body).toContain('<head><script type="module" src="/workbench/probe.js"></script><title>');
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(headers["content-security-policy"]).toContain("frame-ancestors http://sanad.localhost:3001;");
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
});

test("passes other responses unchanged", async () => {
  const answer = await workbench.inject({
    method: "POST",
    url: "/echo",
    headers: { host: "c1.sanad.localhost:3001" },
    payload: { a: "<head>" },
  });
  expect(answer.json()).toEqual({ a: "<head>" });
});

test("returns the folder's definitions and the location of a pointer in a file", async () => {
  expect((await open("/workbench/api/definitions")).json()).toMatchObject({
    definitions: [{ path: "screens/one.json", document: { kind: "screen" } }],
  });
  expect((await open("/workbench/api/location?path=screens/one.json&pointer=/body/0")).json()).toEqual({
    line: 3,
    column: 12,
  });
  for (const path of ["screens/two.json", "../../etc/passwd"])
    expect((await open(`/workbench/api/location?path=${path}&pointer=`)).statusCode).toBe(404);
  expect((await open(`/workbench/api/location?path=${"x".repeat(400)}&pointer=`)).statusCode).toBe(400);
});

test("streams a changed status at once, and null when the app stops", async () => {
  const { port } = workbench.server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}/workbench/api/changes`);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('"release":"one"');
  await app.close();
  expect((await reader.read()).value).toBe("data: null\n\n");
  await reader.cancel();
  expect(await open("/login")).toMatchObject({ statusCode: 502 });
});
