// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from "vitest";
import { startAhead } from "#renderer/app/ahead.ts";
import { asks } from "#renderer/data/config-client.ts";
import { noAuth } from "#renderer/session/auth.ts";
import { authAtom, openIdsAtom, store } from "#renderer/session/slices.ts";
import { readAhead } from "#server/config/ahead.ts";

const auth = { ...noAuth, accessToken: "a.b.c", refreshToken: "r" };
const read = (path = "/") => readAhead(document.cookie, path);

beforeAll(() => {
  window.history.replaceState({ key: "first" }, "", "/verification");
  asks.note("bundle/shell");
  asks.note("bundle/request.loan");
  startAhead();
});
afterEach(() => store.set(authAtom, noAuth));

test("who is signed out leaves no cookie", () => {
  expect(read()).toBeUndefined();
});

test("what was asked for before it was followed and after is said, for the path where it was asked", () => {
  store.set(authAtom, auth);
  store.set(openIdsAtom, { orgId: "harbour" });
  asks.note("bundle/verification.degree");
  expect(read("/verification")).toEqual({
    orgId: "harbour",
    locale: "en",
    bundles: ["request.loan", "verification.degree"],
  });
  expect(read("/profile")?.bundles).toEqual([]);
});

test("another step forgets what the one before asked for", () => {
  store.set(authAtom, auth);
  window.history.pushState({ key: "next" }, "", "/verification");
  asks.note("bundle/verification.tenth");
  expect(read("/verification")?.bundles).toEqual(["verification.tenth"]);
});

test("the end of a session takes the cookie along", () => {
  store.set(authAtom, auth);
  expect(read()).toBeDefined();
  store.set(authAtom, noAuth);
  expect(document.cookie).not.toContain("harbour");
  expect(read()).toBeUndefined();
});
