import { describe, expect, test } from "vitest";
import { toAttributes, toCredentialFacts, toFactLabel, type FactReader } from "#engine/core/form/credential-facts.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { numberFields, numberProperties } from "../../../support/number-form.ts";
import { degree, toModel } from "../../../support/sample-forms.ts";

const model = toModel(degree);
const hindi: Readonly<Record<string, string>> = { Pincode: "पिनकोड", Bachelor: "स्नातक", "Degree level": "स्तर" };
const reader = (attributes: string[], more: Partial<FactReader> = {}): FactReader => ({
  model,
  credential: { type: "Degree", attributes },
  translate: (text) => text,
  unnamed: "Further detail",
  findOptions: (id) =>
    id === "levels"
      ? ({ items: [{ value: "bachelor", label: "Bachelor" }] } as unknown as ReturnType<FactReader["findOptions"]>)
      : undefined,
  findChoiceName: () => undefined,
  ...more,
});
const data = {
  name: "Asha",
  token: "from the client",
  level: "bachelor",
  marksheet: "/files/1",
  number: "secret",
  home: { pincode: "560001", line1: "4 Lake Road" },
  office: { pincode: "110001" },
  photo: { imageUrl: "/files/2", latitude: 12 },
};

describe("toAttributes", () => {
  test("certifies what a card can show: no hidden field, no secret, no file, no parts of a picture", () => {
    const attributes = ["/token", "/number", "/marksheet", "/photo", "/level", "/home"];
    expect(toAttributes(model, { type: "Degree", attributes }, data)).toEqual({
      level: "bachelor",
      "home.pincode": "560001",
      "home.line1": "4 Lake Road",
    });
  });

  test("certifies nothing without a form", () => {
    expect(toAttributes(undefined, { type: "Degree", attributes: ["/level"] }, data)).toEqual({});
  });
});

describe("toCredentialFacts", () => {
  test("lists facts in the order of the form, choices by name, in the reader's language", () => {
    const read = reader(["/home", "/level"], { translate: (text) => hindi[text] ?? text });
    const attributes = { "home.pincode": "560001", level: "bachelor" };
    expect(toCredentialFacts(read, attributes)).toEqual([
      { name: "level", label: "स्तर", value: "स्नातक", isChoiceName: true },
      { name: "home.pincode", label: "पिनकोड", value: "560001", isChoiceName: false },
    ]);
  });

  test("adds the section's title where two certified fields have the same label", () => {
    const facts = toCredentialFacts(reader(["/home", "/office"]), { "home.pincode": "1", "office.pincode": "2" });
    expect(facts.map(({ label }) => label)).toEqual(["Pincode (Home)", "Pincode (Office)"]);
    expect(toFactLabel(reader(["/home"]), "home.pincode")).toBe("Pincode");
  });

  test("certifies numbers as they are, and writes them with currency, groups and unit", () => {
    const data = { type: "object" as const, properties: { ...numberProperties } };
    const form = { id: "numbers", data, fields: numberFields } as unknown as FormDefinition;
    const read = reader(["/income", "/marks"], { model: toFormModel(form, () => undefined) });
    const attributes = toAttributes(read.model, read.credential, { income: 125_000_050, marks: 87.5 });
    expect(attributes).toEqual({ income: 125_000_050, marks: 87.5 });
    expect(toCredentialFacts(read, attributes).map(({ name, value }) => [name, value])).toEqual([
      ["marks", "87.5\u00A0points"],
      ["income", "₹12,50,000.50"],
    ]);
  });

  test("leaves out no attribute of an earlier credential, and shows no raw name", () => {
    const facts = toCredentialFacts(reader(["/home"]), { "home.city": "Mars", token: "t", "home.pincode": "1" });
    expect(facts.map(({ name, label }) => [name, label])).toEqual([
      ["token", "Further detail"],
      ["home.pincode", "Pincode"],
      ["home.city", "Further detail"],
    ]);
  });
});
