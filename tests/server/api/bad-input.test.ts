import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { services as bases } from "#engine/contract/services.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { begin, tenth, wallet, type TestCandidate } from "../wallet/transactions/candidate.ts";
import { scaleByLoad } from "../../support/busy-machine.ts";

let app: TestApp;
let candidate: TestCandidate;
let draftUrl: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  candidate = await begin(app, "harbour", "background-check", { identity: true, process: true });
  draftUrl = `${wallet}/transactions/bgv-degree/draft?orgId=${candidate.orgId}&txnId=${candidate.txnId}`;
});
afterAll(() => app?.close());

const send = (method: "POST" | "PUT" | "PATCH", url: string, payload: string | Buffer) =>
  app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${candidate.token}`, "content-type": "application/json" },
    payload,
  });
const readDraft = async () =>
  (await app.call("GET", draftUrl, { token: candidate.token })).json<{ data: { version: number; data: object } }>()
    .data;

test("rejects a number that is too large with its pointer, and stores nothing", async () => {
  for (const number of ["1e400", "-1e400"]) {
    const answer = await send("PUT", draftUrl, `{"version":0,"data":{"course":${number}}}`);
    expect([answer.statusCode, answer.json().code, answer.json().fields]).toMatchObject([
      400,
      100,
      [{ pointer: "/data/course", keyword: "number" }],
    ]);
  }
  const version = await send("PUT", draftUrl, '{"version":1e400,"data":{}}');
  expect([version.statusCode, version.json().code]).toEqual([400, 100]);
});

test("rejects invalid UTF-8, also a cut character at the end", async () => {
  const bodies = [
    Buffer.concat([Buffer.from('{"displayName":"As'), Buffer.from([0xff]), Buffer.from('ha"}')]),
    Buffer.concat([Buffer.from('{"displayName":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    Buffer.concat([Buffer.from('{"displayName":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    Buffer.concat([Buffer.from('{"displayName":"Asha"}'), Buffer.from([0xe0])]),
  ];
  for (const body of bodies) {
    const answer = await send("PATCH", `${bases.webWallet}/profile`, body);
    expect([answer.statusCode, answer.json().code], body.toString("latin1")).toEqual([400, 100]);
  }
  const good = await send("PATCH", `${bases.webWallet}/profile`, '{"displayName":"आशा 😀"}');
  expect(good.json().data.displayName).toBe("आशा 😀");
});

test("rejects a repeated key with its pointer, and stores nothing", async () => {
  const before = await readDraft();
  for (const [body, pointer] of [
    ['{"version":0,"version":0,"data":{}}', "/version"],
    ['{"version":0,"data":{"course":"Physics","course":"Physics"}}', "/data/course"],
    ['{"version":0,"data":{"course":1,"c\\u006furse":2}}', "/data/course"],
  ] as const) {
    const answer = await send("PUT", draftUrl, body);
    expect([answer.statusCode, answer.json().code, answer.json().fields], body).toMatchObject([
      400,
      100,
      [{ pointer, keyword: "key", message: "This appears twice" }],
    ]);
  }
  expect(await readDraft()).toEqual(before);
  expect((await send("PUT", draftUrl, '{"version":0,"data":{"course":"course"}}')).statusCode).toBe(200);
});

test("treats fields named like inherited properties as unknown fields", async () => {
  const file = await candidate.upload();
  for (const name of ["toString", "valueOf", "hasOwnProperty", "constructor", "__proto__", "__defineGetter__"]) {
    const { version } = await readDraft();
    const kept = await send("PUT", draftUrl, JSON.stringify({ version, data: { [name]: "x", course: "Physics" } }));
    // A draft stores the typed text unchanged. The body parser already rejects `__proto__`.
    expect([name, kept.statusCode]).toEqual([name, name === "__proto__" ? 400 : 200]);
    if (kept.statusCode === 200)
      expect(new Map(Object.entries((await readDraft()).data))).toEqual(
        new Map([
          ["course", "Physics"],
          [name, "x"],
        ]),
      );
    const saved = await candidate.save("bgv-tenth", { ...tenth(file), [name]: "x" });
    expect([400, 422], `${name}: ${saved.body}`).toContain(saved.statusCode);
    const asked = await candidate.save(name, {});
    expect([400, 404, 409, 422], `${name}: ${asked.body}`).toContain(asked.statusCode);
    const shown = await app.call("GET", `${wallet}/transactions/${name}/info?orgId=harbour&txnId=${candidate.txnId}`, {
      token: candidate.token,
    });
    expect([400, 404], `${name}: ${shown.body}`).toContain(shown.statusCode);
  }
  expect((await candidate.save("bgv-tenth", tenth(file))).statusCode).toBe(200);
});

test("reads only the first of ten thousand headers of a part, and rejects the rest quickly", async () => {
  const { accessToken: token } = await app.signIn(newMobile());
  const boundary = "----sanad-test";
  const headers = Array.from({ length: 10_000 }, (_, i) => `x-header-${i}: ${i}\r\n`).join("");
  const disposition = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n';
  const pdf = await makePdf();
  const upload = async (head: string) => {
    const began = performance.now();
    const answer = await app.server.inject({
      method: "POST",
      url: `${bases.utility}/files`,
      headers: { authorization: `Bearer ${token}`, "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(`--${boundary}\r\n${head}\r\n`),
        pdf,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    expect(performance.now() - began).toBeLessThan(scaleByLoad(10_000));
    return answer;
  };
  const first = await upload(disposition + headers);
  expect([first.statusCode, first.json().data.sizeBytes]).toEqual([200, pdf.length]);
  const last = await upload(headers + disposition);
  expect([last.statusCode, last.json().code], last.body).toEqual([400, 100]);
  expect(readdirSync(path.join(app.settings.dataDir, "incoming"))).toEqual([]);
});
