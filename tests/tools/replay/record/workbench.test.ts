import { expect, it } from "vitest";
import type { Scene } from "#renderer/workbench/probe/protocol.ts";
import { readDocumentSet } from "../references/index.ts";
import { toSceneSetup } from "./session/workbench-session.ts";
import { toWorkbenchQuery } from "./workbench.ts";

const set = await readDocumentSet("schemas");
/** A frame of a form without an action. */
const toScene = (who: string, change: Partial<Scene> = {}): Scene => ({
  id: "1",
  path: "/ekyc/background-check/t-1?lang=hi&orgId=harbour",
  chosen: { org: "harbour", form: "background-check", lang: "hi", who, width: "narrow" },
  local: {},
  session: { formData: { showInitScreen: false } },
  theme: "light",
  ...change,
});
const toStartActions = (scene: Scene) => toSceneSetup(scene, set).startActions;

it("starts from the chosen form, language, width and viewer", () => {
  expect(toSceneSetup(toScene("PENDING"), set)).toEqual({
    organisation: "harbour",
    form: "background-check",
    locale: "hi",
    timeZone: "Asia/Kolkata",
    viewport: { width: 320, height: 844 },
    startActions: [
      { signIn: "identified" },
      { reachState: "PENDING" },
      { open: "/ekyc/{formId}/{txnId}?lang=hi&orgId={orgId}", state: {} },
    ],
  });
  expect(toStartActions(toScene("newcomer"))[0]).toEqual({ signIn: "new" });
  expect(toStartActions(toScene("candidate"))).toHaveLength(2);
  expect(toStartActions(toScene("visitor"))).toHaveLength(1);
});

it("starts at a screen with its state, and at an intro by its address alone", () => {
  const state = { verificationName: "bgv-tenth" };
  expect(toStartActions(toScene("visitor", { path: "/verification?lang=en&orgId=harbour", state }))).toEqual([
    { open: "/verification?lang=en&orgId={orgId}", state },
  ]);
  expect(toStartActions(toScene("visitor", { session: { formData: { showInitScreen: true } } }))).toEqual([
    { open: "/ekyc/{formId}/{txnId}?lang=hi&orgId={orgId}" },
  ]);
});

it("opens the workbench for a new candidate at home, or at an address of it", () => {
  expect(toWorkbenchQuery({ organisation: "lotus" }, set)).toBe(
    "?subject=screens%2Fhome&org=lotus&request=admission&who=newcomer",
  );
  expect(
    toWorkbenchQuery({ from: "http://sanad.localhost:3001/workbench/?subject=forms/address&who=PENDING" }, set),
  ).toBe("?subject=forms/address&who=PENDING");
});

it("rejects an address outside the workbench", () => {
  expect(() => toWorkbenchQuery({ from: "/help" }, set)).toThrow("'/help' is no address of the workbench");
  expect(() => toWorkbenchQuery({ organisation: "gec" }, set)).toThrow(`did you mean "gce"?`);
});
