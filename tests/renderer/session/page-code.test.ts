// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const gone = new TypeError("Failed to fetch dynamically imported module");
/** A page as it is opened: what it remembers lies in storage alone. */
async function open() {
  vi.resetModules();
  const code = await import("#renderer/session/page-code.ts");
  return { ...code, fail: () => outcome(code.fetchCode(() => Promise.reject(gone))) };
}
const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
const serve = vi.fn<typeof fetch>();
/** What became of a try that may never settle, because the page goes. */
const outcome = (trying: Promise<unknown>) =>
  Promise.race([
    trying.catch((error: unknown) => error),
    new Promise((resolve) => setTimeout(resolve, 20, "the page goes")),
  ]);

beforeEach(() => {
  serve.mockImplementation(async () => new Response(null));
  vi.stubGlobal("fetch", serve);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  sessionStorage.clear();
  document.body.innerHTML = "";
});

test("code that comes is handed on", async () => {
  const { fetchCode } = await open();
  expect(await fetchCode(async () => "code")).toBe("code");
  expect(serve).not.toHaveBeenCalled();
});

test("code that cannot be had loads the page anew once; then it is said", async () => {
  const first = await open();
  expect(await first.fail()).toBe("the page goes");
  expect(await first.fail()).toBe("the page goes");
  expect(reload).toHaveBeenCalledOnce();
  const { fail, MissingCode } = await open();
  expect(await fail()).toBeInstanceOf(MissingCode);
  expect(reload).toHaveBeenCalledOnce();
});

test("where something can be typed, the page is not taken away: it is said at once", async () => {
  const { fail, MissingCode } = await open();
  document.body.innerHTML = "<textarea></textarea>";
  const error = await fail();
  expect(error).toBeInstanceOf(MissingCode);
  expect(error).toHaveProperty("cause", gone);
  expect(reload).not.toHaveBeenCalled();
});

test("nobody leaves a page for one that would not come: without a line it is said, and the line's return still helps", async () => {
  const { fail, MissingCode } = await open();
  serve.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await fail()).toBeInstanceOf(MissingCode);
  serve.mockResolvedValueOnce(new Response(null, { status: 503 }));
  expect(await fail()).toBeInstanceOf(MissingCode);
  expect(reload).not.toHaveBeenCalled();
  expect(await fail()).toBe("the page goes");
});

test("a browser that keeps nothing for the tab could load it for ever: it is said instead", async () => {
  const { fail, MissingCode } = await open();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refuse = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: refuse });
  expect(await fail()).toBeInstanceOf(MissingCode);
  expect(reload).not.toHaveBeenCalled();
  log.mockRestore();
});

test("another try loads the page anew for code, and asks again for anything else", async () => {
  const { tryAgain, MissingCode } = await open();
  const retry = vi.fn<() => void>();
  await tryAgain(new Error("a call"), retry);
  expect(retry).toHaveBeenCalledOnce();
  await tryAgain(new MissingCode("code"), retry);
  expect(retry).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
  serve.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await tryAgain(new MissingCode("code"), retry);
  expect(retry).toHaveBeenCalledTimes(2);
});
