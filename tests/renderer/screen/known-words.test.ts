// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findUnknown } from "#renderer/screen/known-words.ts";
import { documentsConfig } from "../../server/documents-config.ts";

test("what a newer release names and this build lacks is found, of every kind that a screen is made of", () => {
  const known = ["block:form", "action:navigate", "operator:date", "operator:filled"];
  const unknown = ["block:teleporter", "action:teleport", "operator:squared", "block:constructor"];
  expect(findUnknown([...known, ...unknown])).toEqual(unknown);
});

test("a widget is no word of the screen: the form that has it looks for it", () => {
  expect(findUnknown(["widget:file", "widget:teleporter"])).toEqual([]);
});

test("every word of our own release is known, and what its steps do is among them", async () => {
  const { served, organisations, defaultOrgId } = (await documentsConfig()).current()!;
  const { documents } = organisations.get(defaultOrgId)!.manifest("en");
  const words = Object.entries(documents).flatMap(([key, url]) =>
    key.startsWith("bundle/") ? (JSON.parse(served.get(url)!) as { words: string[] }).words : [],
  );
  expect(findUnknown(words)).toEqual([]);
  expect(words).toEqual(expect.arrayContaining(["action:navigate", "action:call", "action:set", "action:open"]));
  expect(words.filter((word) => word === "action:with" || word === "action:then")).toEqual([]);
});
