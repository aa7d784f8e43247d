import Fastify from "fastify";
import { expect, test } from "vitest";
import { cpuMs } from "../../cpu-ms.ts";
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
  const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
  expect(await cpuMs(async () => expect((await send(deep)).statusCode).toBe(400))).toBeLessThan(1000);
});

test("a key that stands twice in one object is 400 at its place, however it is spelled; in two objects it is two keys", async () => {
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

test("a megabyte of keys, brackets or escapes is looked through in no time", async () => {
  const large = Fastify({ bodyLimit: 2_000_000 });
  addErrorHandling(large, speakers);
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
