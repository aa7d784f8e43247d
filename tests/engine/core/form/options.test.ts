import { expect, it } from "vitest";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { toChoices, toOptionValues } from "#engine/core/form/options.ts";

const head = { $schema: "", kind: "options", description: "x" } as const;
const documents: Record<string, OptionsDefinition> = {
  regions: { ...head, id: "regions", of: { var: "regions" }, item: { value: "value", label: "name" } },
  own: { ...head, id: "own", of: { var: "transaction.verificationList" }, item: { value: "name", label: "label" } },
  companies: {
    ...head,
    id: "companies",
    items: [{ value: "Infosys", label: "Infosys" }],
    manual: { offer: "Unable to find {label}?", enter: "Enter manually", back: "Select from options" },
  },
};
const find = (id: string) => documents[id];
const scope = {
  roots: {
    regions: [{ name: "India (INR)", value: "IN", currencySymbol: "INR" }, { name: "Broken" }],
    transaction: { verificationList: { "bgv-degree": { name: "bgv-degree", label: "Degree" } } },
  },
  rules: {},
};
const hindi = (english: string) => (english === "Degree" ? "डिग्री" : english);

it("reads choices from a list that the screen has loaded", () => {
  expect(toChoices("regions", find, scope, hindi)).toEqual([{ value: "IN", name: "India (INR)" }]);
});

it("reads the values of a map, in the candidate's language", () => {
  expect(toChoices("own", find, scope, hindi)).toEqual([{ value: "bgv-degree", name: "डिग्री" }]);
});

it("returns no choices before the list is loaded", () => {
  expect(toChoices("regions", find, { roots: {}, rules: {} }, hindi)).toEqual([]);
});

it.each(["regions", "own", "companies"])("leaves the values of %s to the server", (id) => {
  expect(toOptionValues(id, find)).toBeUndefined();
});
