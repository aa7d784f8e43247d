import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchJson } from "#renderer/data/fetch-json.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers in this order. */
function serve(...answers: (() => Response)[]) {
  let n = 0;
  const asked = vi.fn<typeof fetch>(async () => answers[n++]!());
  vi.stubGlobal("fetch", asked);
  return asked;
}
const good = () => Response.json({ kind: "screen" });
const busy = () => new Response("", { status: 503 });
const short = () => new Response('{"kind": "scr');
const lost = (): Response => {
  throw new TypeError("Failed to fetch");
};

test.each([
  ["a busy service", busy],
  ["a lost line", lost],
  ["an answer cut short", short],
])("%s is asked again a moment later, and once more after a longer one", async (_what, bad) => {
  const asked = serve(bad, bad, good);
  const document = fetchJson("/config/one");
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(900);
  await expect(document).resolves.toEqual({ kind: "screen" });
});

test("rejects with the last error after three attempts", async () => {
  const asked = serve(lost, short, busy);
  const document = fetchJson("/config/one");
  await Promise.all([
    expect(document).rejects.toThrow("/config/one could not be fetched (503)."),
    vi.advanceTimersByTimeAsync(1200),
  ]);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("does not retry a 404", async () => {
  const asked = serve(() => new Response("", { status: 404 }));
  await expect(fetchJson("/config/one")).rejects.toThrow("(404)");
  expect(asked).toHaveBeenCalledTimes(1);
});
