// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findUnsupported } from "#renderer/screen/unsupported-features.ts";
import { definitionsConfig } from "../../server/definitions-config.ts";

test("finds blocks, actions and operators that this build lacks", () => {
  const known = ["block:form", "action:navigate", "operator:date", "operator:filled"];
  const unknown = ["block:teleporter", "action:teleport", "operator:squared", "block:constructor"];
  expect(findUnsupported([...known, ...unknown])).toEqual(unknown);
});

test("ignores widgets, which forms check themselves", () => {
  expect(findUnsupported(["widget:file", "widget:teleporter"])).toEqual([]);
});

test("supports every feature of our own release, actions included", async () => {
  const { served, organisations, defaultOrgId } = (await definitionsConfig()).current()!;
  const { documents } = organisations.get(defaultOrgId)!.manifest("en");
  const features = Object.entries(documents).flatMap(([key, url]) =>
    key.startsWith("bundle/") ? (JSON.parse(served.get(url)!) as { features: string[] }).features : [],
  );
  expect(findUnsupported(features)).toEqual([]);
  expect(features).toEqual(expect.arrayContaining(["action:navigate", "action:call", "action:set", "action:open"]));
  expect(features.filter((feature) => feature === "action:with" || feature === "action:then")).toEqual([]);
});
