// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { findOrgId, findPlace, keepIds, type Address } from "#renderer/runtime/place.ts";
import { miscAtom, openIdsAtom, store, toOwned } from "#renderer/session/slices.ts";

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
const state = { verificationName: "bgv-tenth", openIds: toOwned(own) };
const at = (pathname: string, search = "", brought: unknown = state): Address => ({ pathname, search, state: brought });

afterEach(() => store.set(openIdsAtom, { orgId: undefined, formId: undefined, txnId: undefined }));

test("an address that says nothing of it means the transaction that was open when somebody came there", () => {
  store.set(openIdsAtom, others);
  const address = at("/verification");
  expect(findOrgId(address)).toBe("gce");
  const place = findPlace(config, address, true);
  expect(place.ids).toEqual(own);
  keepIds(config, place);
  expect(store.get(openIdsAtom)).toEqual(own);
});

test("it is taken whole: an id that was not there then is not the other transaction's", () => {
  store.set(openIdsAtom, others);
  const { ids } = findPlace(config, at("/verification", "", { openIds: toOwned({ orgId: "gce" }) }), true);
  expect({ ...store.get(openIdsAtom), ...ids }).toEqual({ orgId: "gce", formId: undefined, txnId: undefined });
});

test("what an address says itself goes before; what it leaves unsaid is taken where the rest is the same", () => {
  const form = findPlace(config, at("/ekyc/joining/t2", "?orgId=harbour"), true);
  expect(form.ids).toMatchObject(others);
  expect(findOrgId(at("/ekyc/joining/t2", "?orgId=harbour"))).toBe("harbour");
  expect(findPlace(config, at("/payment", "?orgId=gce&txId=t1"), true).ids).toEqual(own);
  expect(findPlace(config, at("/payment", "?orgId=gce&txId=t9"), true).ids).toEqual({ orgId: "gce", txnId: "t9" });
});

test("what waited for one form to begin waits for no other", () => {
  const keep = (pathname: string, search = "?orgId=gce") =>
    keepIds(config, findPlace(config, at(pathname, search, null), true));
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

test("documents read what was brought, and nothing of whose it is", () => {
  const { route } = findPlace(config, at("/verification"), true);
  expect(route).toEqual({ verificationName: "bgv-tenth", path: "/verification" });
});

test("without a word in the address or its history the open one stays open", () => {
  store.set(openIdsAtom, others);
  expect(findOrgId(at("/verification", "", null))).toBe("harbour");
  expect(findPlace(config, at("/verification", "", null), true).ids).toEqual({});
});
