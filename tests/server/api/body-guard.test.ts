import Fastify from "fastify";
import { expect, test } from "vitest";
import { addBodyGuard } from "#server/api/body-guard.ts";
import { addErrorHandling } from "#server/api/error-handler.ts";
import { speakers } from "../speakers.ts";

const server = Fastify();
addErrorHandling(server, speakers);
addBodyGuard(server);
server.post("/", async () => ({ ok: true }));

const send = (body: string, query = "") =>
  server.inject({ method: "POST", url: `/${query}`, headers: { "content-type": "application/json" }, payload: body });
const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test("text that no database takes is 400 at its place, in keys and in the query too", async () => {
  for (const text of ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x"]) {
    const answer = await send(`{"list":[{"a~/b":"${text}"}]}`);
    expect([answer.statusCode, answer.json().code, answer.json().fields[0].pointer]).toEqual([
      400,
      100,
      "/list/0/a~0~1b",
    ]);
    expect((await send(`{"${text}":1}`)).statusCode).toBe(400);
  }
  expect((await send("{}", "?search=%00")).statusCode).toBe(400);
  expect((await send('{"a":"😀 नमस्ते \\n"}')).json()).toEqual({ ok: true });
});

test("a body as deep as a form passes, one that would overflow a stack is 400 at once", async () => {
  expect((await send(nest(20))).statusCode).toBe(200);
  expect((await send(nest(33))).json()).toMatchObject({ code: 100, fields: [{ keyword: "depth" }] });
  const began = performance.now();
  expect((await send(`${"[".repeat(300_000)}${"]".repeat(300_000)}`)).statusCode).toBe(400);
  expect(performance.now() - began).toBeLessThan(1000);
});
