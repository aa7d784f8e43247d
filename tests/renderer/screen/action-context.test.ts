// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { NavigateFunction } from "react-router-dom";
import type { RequestContext } from "#engine/contract/request.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { FormRegistry } from "#renderer/runtime/form-registry.ts";
import { toStaticRoots } from "#renderer/runtime/roots.ts";
import { toActionContext } from "#renderer/screen/action-context.ts";
import { openIdsAtom, store, toOwnedIds } from "#renderer/session/slices.ts";

const document = {
  id: "basic-details",
  view: { step: { enum: ["reference", "otp"], default: "reference" } },
} as unknown as ScreenDefinition;
const config = {
  orgId: "gce",
  manifest: { locale: "en" },
  rules: {},
  find: () => ({ partners: [] }),
  get: () => ({ id: "gce", name: "GCE" }),
} as unknown as ConfigClient;
const navigate = vi.fn<(path: string, options: object) => void>();

/** The context of a screen for these ids. */
function open(context: RequestContext) {
  const readRoots = () => toStaticRoots(document, {}, config, context);
  const setup = { document, config, context, readRoots, forms: new FormRegistry() };
  const more = { navigate: navigate as unknown as NavigateFunction, loadMore: vi.fn(), changeDialogs: vi.fn() };
  return { ...toActionContext({ ...setup, ...more }), readRoots };
}

afterEach(() => store.set(openIdsAtom, { orgId: undefined, formId: undefined, txnId: undefined }));

test("keeps the view state per transaction", () => {
  const first = open({ orgId: "gce", formId: "evaluation", txnId: "t1" });
  first.setView({ step: "otp", masked: "g***" });
  expect(first.readRoots()["view"]).toEqual({ step: "otp", masked: "g***" });
  expect(open({ orgId: "gce", formId: "other", txnId: "t2" }).readRoots()["view"]).toEqual({ step: "reference" });
  expect(open({ orgId: "gce", txnId: "t1" }).readRoots()["view"]).toEqual({ step: "otp", masked: "g***" });
});

test("keeps the view state per form, or per screen, before there is a transaction", () => {
  open({ formId: "evaluation" }).setView({ refused: "late" });
  expect(open({ formId: "joining" }).readRoots()["view"]).toEqual({ step: "reference" });
  open({}).setView({ step: "otp" });
  expect(open({}).readRoots()["view"]).toEqual({ step: "otp" });
});

test("puts the screen's ids into the session root", () => {
  store.set(openIdsAtom, { orgId: "harbour", formId: "joining", txnId: "t2" });
  expect(open({ orgId: "gce", formId: "evaluation", txnId: undefined as never }).readRoots()["session"]).toMatchObject({
    orgId: "gce",
    formId: "evaluation",
    txnId: undefined,
  });
});

test("stores the open ids in the navigation state, and only the definition's state when none are open", () => {
  const own = { orgId: "gce", formId: "evaluation", txnId: "t1" };
  const context = open(own);
  context.navigate("/verification", { state: { verificationName: "bgv-tenth" } });
  expect(navigate).toHaveBeenLastCalledWith("/verification", {
    state: { verificationName: "bgv-tenth", openIds: toOwnedIds(own) },
    replace: false,
  });
  context.navigate("/faq", {});
  expect(navigate).toHaveBeenLastCalledWith("/faq", { state: { openIds: toOwnedIds(own) }, replace: false });
  open({}).navigate("/faq", {});
  expect(navigate).toHaveBeenLastCalledWith("/faq", { state: undefined, replace: false });
});
