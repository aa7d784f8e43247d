// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const gone = new TypeError("Failed to fetch dynamically imported module");
/** Loads the module again, as a page load does. Only storage remains. */
async function open() {
  vi.resetModules();
  const code = await import("#renderer/session/code-loading.ts");
  return { ...code, fail: () => outcome(code.loadCode(() => Promise.reject(gone))) };
}
const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
const serve = vi.fn<typeof fetch>();
/** The outcome of a promise that may never settle, because the page reloads. */
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

test("returns the code that loads", async () => {
  const { loadCode } = await open();
  expect(await loadCode(async () => "code")).toBe("code");
  expect(serve).not.toHaveBeenCalled();
});

test("reloads the page once when code fails to load, then rejects", async () => {
  const first = await open();
  expect(await first.fail()).toBe("the page goes");
  expect(await first.fail()).toBe("the page goes");
  expect(reload).toHaveBeenCalledOnce();
  const { fail, MissingCodeError } = await open();
  expect(await fail()).toBeInstanceOf(MissingCodeError);
  expect(reload).toHaveBeenCalledOnce();
});

test("rejects at once when the page has fields", async () => {
  const { fail, MissingCodeError } = await open();
  document.body.innerHTML = "<textarea></textarea>";
  const error = await fail();
  expect(error).toBeInstanceOf(MissingCodeError);
  expect(error).toHaveProperty("cause", gone);
  expect(reload).not.toHaveBeenCalled();
});

test("does not reload while offline, and reloads on retry when online again", async () => {
  const { fail, MissingCodeError } = await open();
  serve.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await fail()).toBeInstanceOf(MissingCodeError);
  serve.mockResolvedValueOnce(new Response(null, { status: 503 }));
  expect(await fail()).toBeInstanceOf(MissingCodeError);
  expect(reload).not.toHaveBeenCalled();
  expect(await fail()).toBe("the page goes");
});

test("rejects instead of reloading forever when the browser has no session storage", async () => {
  const { fail, MissingCodeError } = await open();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refuse = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: refuse });
  expect(await fail()).toBeInstanceOf(MissingCodeError);
  expect(reload).not.toHaveBeenCalled();
  log.mockRestore();
});

test("reloads the page on retry of missing code, and calls retry for other errors", async () => {
  const { retryLoad, MissingCodeError } = await open();
  const retry = vi.fn<() => void>();
  await retryLoad(new Error("a call"), retry);
  expect(retry).toHaveBeenCalledOnce();
  await retryLoad(new MissingCodeError("code"), retry);
  expect(retry).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
  serve.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await retryLoad(new MissingCodeError("code"), retry);
  expect(retry).toHaveBeenCalledTimes(2);
});
