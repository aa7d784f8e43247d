// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { NavigateFunction } from "react-router-dom";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { FormRegistry } from "#renderer/runtime/form-registry.ts";
import { toStaticRoots } from "#renderer/runtime/roots.ts";
import { toActionContext } from "#renderer/screen/action-context.ts";
import { openIdsAtom, store, toOwned } from "#renderer/session/slices.ts";

const document = {
  id: "basic-details",
  view: { step: { enum: ["reference", "otp"], default: "reference" } },
} as unknown as ScreenDocument;
const config = {
  orgId: "gce",
  manifest: { locale: "en" },
  rules: {},
  find: () => ({ partners: [] }),
  get: () => ({ id: "gce", name: "GCE" }),
} as unknown as ConfigClient;
const navigate = vi.fn<(path: string, options: object) => void>();

/** The screen as it stands for a transaction. */
function open(context: RequestContext) {
  const readRoots = () => toStaticRoots(document, {}, config, context);
  const setup = { document, config, context, readRoots, forms: new FormRegistry() };
  const more = { navigate: navigate as unknown as NavigateFunction, loadMore: vi.fn(), changeDialogs: vi.fn() };
  return { ...toActionContext({ ...setup, ...more }), readRoots };
}

afterEach(() => store.set(openIdsAtom, { orgId: undefined, formId: undefined, txnId: undefined }));

test("what a screen keeps for one transaction steers no other, and is there again for its own", () => {
  const first = open({ orgId: "gce", formId: "evaluation", txnId: "t1" });
  first.setView({ step: "otp", masked: "g***" });
  expect(first.readRoots()["view"]).toEqual({ step: "otp", masked: "g***" });
  expect(open({ orgId: "gce", formId: "other", txnId: "t2" }).readRoots()["view"]).toEqual({ step: "reference" });
  expect(open({ orgId: "gce", txnId: "t1" }).readRoots()["view"]).toEqual({ step: "otp", masked: "g***" });
});

test("before there is a transaction it is kept for the form, and without one for the screen", () => {
  open({ formId: "evaluation" }).setView({ refused: "late" });
  expect(open({ formId: "joining" }).readRoots()["view"]).toEqual({ step: "reference" });
  open({}).setView({ step: "otp" });
  expect(open({}).readRoots()["view"]).toEqual({ step: "otp" });
});

test("the open transaction that documents read is the one that the screen stands for", () => {
  store.set(openIdsAtom, { orgId: "harbour", formId: "joining", txnId: "t2" });
  expect(open({ orgId: "gce", formId: "evaluation", txnId: undefined as never }).readRoots()["session"]).toMatchObject({
    orgId: "gce",
    formId: "evaluation",
    txnId: undefined,
  });
});

test("who is led on takes along what is open, so that a step back finds it; where nothing is open, what the document says", () => {
  const own = { orgId: "gce", formId: "evaluation", txnId: "t1" };
  const { go } = open(own);
  go("/verification", { state: { verificationName: "bgv-tenth" } });
  expect(navigate).toHaveBeenLastCalledWith("/verification", {
    state: { verificationName: "bgv-tenth", openIds: toOwned(own) },
    replace: false,
  });
  go("/faq", {});
  expect(navigate).toHaveBeenLastCalledWith("/faq", { state: { openIds: toOwned(own) }, replace: false });
  open({}).go("/faq", {});
  expect(navigate).toHaveBeenLastCalledWith("/faq", { state: undefined, replace: false });
});
