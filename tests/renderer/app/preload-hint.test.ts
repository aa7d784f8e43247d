// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from "vitest";
import { startPreloadHint } from "#renderer/app/preload-hint.ts";
import { requestedBundles } from "#renderer/data/config-client.ts";
import { noAuth } from "#renderer/session/auth.ts";
import { authAtom, openIdsAtom, store } from "#renderer/session/slices.ts";
import { readPageHints } from "#server/config/page-hints.ts";

const auth = { ...noAuth, accessToken: "a.b.c", refreshToken: "r" };
const read = (path = "/") => readPageHints(document.cookie, path);

beforeAll(() => {
  window.history.replaceState({ key: "first" }, "", "/verification");
  document.cookie = "sanad-ahead=path=/;path=/";
  requestedBundles.note("bundle/shell");
  requestedBundles.note("bundle/request.loan");
  startPreloadHint();
});
afterEach(() => store.set(authAtom, noAuth));

test("sets no cookie when signed out", () => {
  expect(read()).toBeUndefined();
  expect(document.cookie, "the cookie of the former build").toBe("");
});

test("names the bundles requested before and after the start, for the current path", () => {
  store.set(authAtom, auth);
  store.set(openIdsAtom, { orgId: "harbour" });
  requestedBundles.note("bundle/verification.degree");
  expect(read("/verification")).toEqual({
    orgId: "harbour",
    locale: "en",
    bundles: ["request.loan", "verification.degree"],
  });
  expect(read("/profile")?.bundles).toEqual([]);
});

test("forgets the bundles of the former history entry", () => {
  store.set(authAtom, auth);
  window.history.pushState({ key: "next" }, "", "/verification");
  requestedBundles.note("bundle/verification.tenth");
  expect(read("/verification")?.bundles).toEqual(["verification.tenth"]);
});

test("deletes the cookie when the session ends", () => {
  store.set(authAtom, auth);
  expect(read()).toBeDefined();
  store.set(authAtom, noAuth);
  expect(document.cookie).not.toContain("harbour");
  expect(read()).toBeUndefined();
});
