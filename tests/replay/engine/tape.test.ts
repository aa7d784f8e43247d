import { expect, test } from "vitest";
import { tapeAnswers, TapePlayer, type Tape } from "./tape.ts";

const origin = "http://wallet.example";
const get = (path: string) => `${origin}${path}`;
const documents: typeof fetch = async () => Response.json({ documents: true });
const read = async (answer: Promise<Response>) => (await (await answer).json()) as unknown;
const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

/** A server whose state goes up by one with every change. */
async function tape(play: (page: typeof fetch, reading: typeof fetch) => Promise<void>): Promise<Tape> {
  let state = 0;
  const server: typeof fetch = async (_target, init) => Response.json({ state: init?.method ? (state += 1) : state });
  const answers: Tape["answers"] = [];
  await play(tapeAnswers("page", server, answers), tapeAnswers("reading", server, answers));
  return { of: "", baseUrl: origin, mobile: "", answers };
}

test("what is read is what stood there between the changes before and after it, however often it is read", async () => {
  const kept = await tape(async (page) => {
    await page(get("/info"));
    await page(get("/info"));
    await page(get("/change"), post({ a: 1 }));
    await page(get("/info"));
  });
  const page = new TapePlayer(kept, documents).toFetch("page");
  expect(await read(page(get("/info")))).toEqual({ state: 0 });
  await page(get("/change"), post({ a: 1 }));
  expect(await read(page(get("/info")))).toEqual({ state: 1 });
  expect(await read(page(get("/info")))).toEqual({ state: 1 });
});

test("what was not read between two changes is what was read before them", async () => {
  const kept = await tape(async (page) => {
    await page(get("/info"));
    await page(get("/change"), post({ a: 1 }));
  });
  const page = new TapePlayer(kept, documents).toFetch("page");
  await page(get("/change"), post({ a: 1 }));
  expect(await read(page(get("/info")))).toEqual({ state: 0 });
});

test("a change with other arguments is one that nobody made", async () => {
  const kept = await tape(async (page) => void (await page(get("/change"), post({ a: 1 }))));
  const player = new TapePlayer(kept, documents);
  await expect(player.toFetch("page")(get("/change"), post({ a: 2 }))).rejects.toThrow(TypeError);
  expect(player.unheard).toEqual(['POST /change {"a":2}']);
});

test("the same change once more than it was made is one that nobody made, but for drafts, which are sent as one types", async () => {
  const put = { method: "PUT", body: "{}" };
  const kept = await tape(async (page) => {
    await page(get("/change"), post({}));
    await page(get("/transactions/degree/draft?orgId=a"), put);
  });
  const player = new TapePlayer(kept, documents);
  const page = player.toFetch("page");
  await page(get("/change"), post({}));
  await expect(page(get("/change"), post({}))).rejects.toThrow("nobody asked this");
  for (const body of ["{}", '{"more":1}'])
    expect((await page(get("/transactions/degree/draft?orgId=a"), { ...put, body })).status).toBe(200);
});

test("a draft that did not go then, since the form was left before, is kept", async () => {
  const player = new TapePlayer(await tape(async () => undefined), documents);
  const body = JSON.stringify({ version: 2, data: { name: "A" } });
  const kept = await read(player.toFetch("page")(get("/transactions/degree/draft?orgId=a"), { method: "PUT", body }));
  expect(kept).toMatchObject({ data: { version: 3, data: { name: "A" } } });
  expect(player.unheard).toEqual([]);
});

test("what a reading asks itself is answered in the order in which it was asked", async () => {
  const kept = await tape(async (page, reading) => {
    await reading(get("/info"));
    await page(get("/change"), post({}));
    await reading(get("/info"));
    await page(get("/other"), post({}));
    await reading(get("/info"));
  });
  const reading = new TapePlayer(kept, documents).toFetch("reading");
  expect([await read(reading(get("/info"))), await read(reading(get("/info")))]).toEqual([{ state: 0 }, { state: 1 }]);
});

test("documents are asked of the documents, and reports are heard by nobody", async () => {
  const player = new TapePlayer(await tape(async () => undefined), documents);
  const page = player.toFetch("page");
  expect(await read(page(get("/config/manifest?locale=en")))).toEqual({ documents: true });
  expect((await page(get("/t/events"), post({}))).status).toBe(204);
  expect(player.unheard).toEqual([]);
});

test("an answer comes as it was given: status, headers, and bytes that are no text", async () => {
  const bytes = new Uint8Array([0, 255, 10]);
  const answers: Tape["answers"] = [];
  const server: typeof fetch = async () =>
    new Response(bytes, { status: 202, headers: { "content-type": "application/pdf", "x-server-time": "now" } });
  await tapeAnswers("page", server, answers)(get("/paper"));
  const player = new TapePlayer({ of: "", baseUrl: origin, mobile: "", answers }, documents);
  const answer = await player.toFetch("page")(get("/paper"));
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("x-server-time")]).toEqual([
    202,
    "application/pdf",
    "now",
  ]);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
});
