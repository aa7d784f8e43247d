import Fastify from "fastify";
import { expect, test } from "vitest";
import { cpuMs } from "../../support/cpu-time.ts";
import { addBodyGuard } from "#server/api/body-guard.ts";
import { addErrorHandler } from "#server/api/error-handler.ts";
import { errorTexts } from "../error-texts.ts";

const server = Fastify();
addErrorHandler(server, errorTexts);
addBodyGuard(server);
server.post("/", async () => ({ ok: true }));

const send = (body: string, query = "") =>
  server.inject({ method: "POST", url: `/${query}`, headers: { "content-type": "application/json" }, payload: body });
const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test("rejects text that no database accepts with its pointer, also in keys and in the query", async () => {
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

test("accepts a body as deep as a form, and rejects one that would overflow the stack", async () => {
  expect((await send(nest(20))).statusCode).toBe(200);
  expect((await send(nest(33))).json()).toMatchObject({ code: 100, fields: [{ keyword: "depth" }] });
  const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
  expect(await cpuMs(async () => expect((await send(deep)).statusCode).toBe(400))).toBeLessThan(1000);
});

test("rejects a repeated key of one object in any spelling, and accepts the same key in two objects", async () => {
  for (const [body, pointer] of [
    ['{"a":1,"a":1}', "/a"],
    ['{"a":[1,{"b~/":"},[\\\"","\\u0062~/":2}]}', "/a/1/b~0~1"],
    ['[[],{"a":{"a":[1,2]},"b":0,"a":{}}]', "/1/a"],
    ['{"":0,"x":{"":1,"":2}}', "/x/"],
  ] as const)
    expect((await send(body)).json(), body).toMatchObject({ code: 100, fields: [{ pointer, keyword: "key" }] });
  for (const body of ['{"a":"a","b":{"a":["a","a"]},"c":[{"a":1},{"a":1}]}', '{"\\"a\\":":1,"a":2,"A":3}', '"a"', "[]"])
    expect((await send(body)).json(), body).toEqual({ ok: true });
});

test("checks a megabyte of keys, brackets or escapes in little time", async () => {
  const large = Fastify({ bodyLimit: 2_000_000 });
  addErrorHandler(large, errorTexts);
  addBodyGuard(large);
  large.post("/", async () => ({ ok: true }));
  const bodies = [
    JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, i]))),
    JSON.stringify("\u0001".repeat(160_000)),
    `${'{"a":'.repeat(160_000)}1${"}".repeat(160_000)}`,
    `[${" ".repeat(1_000_000)}]`,
  ];
  const headers = { "content-type": "application/json" };
  for (const payload of bodies)
    expect(await cpuMs(() => large.inject({ method: "POST", url: "/", headers, payload }))).toBeLessThan(2000);
});
