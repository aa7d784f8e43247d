// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { findOrgId, resolveAddress, storeOpenIds, type Address } from "#renderer/runtime/resolve-address.ts";
import { miscAtom, openIdsAtom, store, toOwnedIds } from "#renderer/session/slices.ts";

const routes = [
  { id: "form", route: "/ekyc/:formId/:txnId?", access: "signedIn" },
  { id: "verification", route: "/verification", access: "signedIn" },
  { id: "payment", route: "/payment", access: "public" },
];
const documents: Record<string, object> = { "routes/routes": { routes, languages: [] } };
const config = {
  orgId: "gce",
  manifest: { organisation: { orgId: "gce", default: false } },
  rules: {},
  get: (kind: string, id: string) => documents[`${kind}/${id}`] ?? {},
} as unknown as ConfigClient;

const own = { orgId: "gce", formId: "evaluation", txnId: "t1" };
const others = { orgId: "harbour", formId: "joining", txnId: "t2" };
const state = { verificationName: "bgv-tenth", openIds: toOwnedIds(own) };
const at = (pathname: string, search = "", brought: unknown = state): Address => ({ pathname, search, state: brought });

afterEach(() => store.set(openIdsAtom, { orgId: undefined, formId: undefined, txnId: undefined }));

test("restores the ids of the history entry when the address names none", () => {
  store.set(openIdsAtom, others);
  const address = at("/verification");
  expect(findOrgId(address)).toBe("gce");
  const resolved = resolveAddress(config, address, true);
  expect(resolved.ids).toEqual(own);
  storeOpenIds(config, resolved);
  expect(store.get(openIdsAtom)).toEqual(own);
});

test("does not mix ids of two transactions when one is missing", () => {
  store.set(openIdsAtom, others);
  const { ids } = resolveAddress(config, at("/verification", "", { openIds: toOwnedIds({ orgId: "gce" }) }), true);
  expect({ ...store.get(openIdsAtom), ...ids }).toEqual({ orgId: "gce", formId: undefined, txnId: undefined });
});

test("prefers ids of the address and completes them from a matching history entry", () => {
  const form = resolveAddress(config, at("/ekyc/joining/t2", "?orgId=harbour"), true);
  expect(form.ids).toMatchObject(others);
  expect(findOrgId(at("/ekyc/joining/t2", "?orgId=harbour"))).toBe("harbour");
  expect(resolveAddress(config, at("/payment", "?orgId=gce&txId=t1"), true).ids).toEqual(own);
  expect(resolveAddress(config, at("/payment", "?orgId=gce&txId=t9"), true).ids).toEqual({ orgId: "gce", txnId: "t9" });
});

test("resets the start state when another form opens", () => {
  const keep = (pathname: string, search = "?orgId=gce") =>
    storeOpenIds(config, resolveAddress(config, at(pathname, search, null), true));
  const waiting = { currentVerification: "bgv-tenth", startButtonClicked: true };
  keep("/ekyc/evaluation");
  store.set(miscAtom, waiting);
  keep("/ekyc/evaluation/t1");
  keep("/verification", "");
  keep("/ekyc/evaluation/t1");
  expect(store.get(miscAtom)).toMatchObject(waiting);
  for (const other of ["/ekyc/joining/t2", "/ekyc/joining/t3"]) {
    store.set(miscAtom, waiting);
    keep(other);
    expect(store.get(miscAtom)).toMatchObject({ currentVerification: "", startButtonClicked: false });
  }
});

test("adds the navigation state to the route root, without its owner", () => {
  const { route } = resolveAddress(config, at("/verification"), true);
  expect(route).toEqual({ verificationName: "bgv-tenth", path: "/verification" });
});

test("keeps the open ids when neither address nor history names any", () => {
  store.set(openIdsAtom, others);
  expect(findOrgId(at("/verification", "", null))).toBe("harbour");
  expect(resolveAddress(config, at("/verification", "", null), true).ids).toEqual({});
});
