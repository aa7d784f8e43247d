import { describe, expect, test } from "vitest";
import { toAttributes, toCredentialFacts, type FactReader } from "#engine/core/form/credential-facts.ts";
import { derive } from "#engine/core/form/derive.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toRecord } from "#engine/core/form/record.ts";
import { validate } from "#engine/core/form/validate.ts";
import { messages, toTools } from "../../../support/sample-forms.ts";
import { widgetForm } from "../../../support/widget-form.ts";

const model = toFormModel(widgetForm, () => undefined);
const scope = { roots: { env: { now: "2026-11-21T10:00:00Z", timeZone: "Asia/Kolkata" } }, rules: {} };
const answers = { story: "Mine", resident: false };
const faults = (data: object) =>
  validate(model, toTools(model), { ...answers, ...data }, scope, messages).map(({ pointer, keyword }) => [
    pointer,
    keyword,
  ]);
const record = (data: object) =>
  toRecord(
    model,
    data,
    scope,
    (english) => english,
    () => undefined,
  )[0]?.rows.map(({ value }) => value);
const reader: FactReader = {
  model,
  credential: { type: "Widgets", attributes: model.fields.map(({ pointer }) => pointer) },
  translate: (english) => (english === "Abroad" ? "विदेश" : english),
  unnamed: "",
  flags: { yes: "हाँ", no: "नहीं" },
  findOptions: () => undefined,
  findChoiceName: () => undefined,
};
const facts = (data: object) => {
  const attributes = toAttributes(model, reader.credential, data);
  return { attributes, written: toCredentialFacts(reader, attributes).map(({ value }) => value) };
};

describe("a text of several lines", () => {
  test("is kept as plain lines", () => {
    expect(derive(model, { story: " a\u200B\t b \r\n\n\n\nc " }, scope).submitted).toEqual({ story: "a b\n\nc" });
    expect(faults({ story: " \u200B\n " })).toEqual([["/story", "require"]]);
  });

  test("is counted as it is kept", () => {
    expect(faults({ story: `  ${"👍".repeat(20)}\u200B\n\n` })).toEqual([]);
    expect(faults({ story: "x".repeat(21) })).toEqual([["/story", "maxLength"]]);
  });
});

describe("yes or no", () => {
  test("accepts no as an answer, and misses none", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ resident: undefined })).toEqual([["/resident", "require"]]);
    expect(faults({ resident: "no" })).toEqual([["/resident", "type"]]);
  });

  test("is recorded and certified in the field's own words", () => {
    expect(record({ resident: false, owner: true })).toEqual([
      { kind: "flag", yes: false, words: "Abroad" },
      { kind: "flag", yes: true },
    ]);
    expect(facts({ resident: false, owner: true })).toEqual({
      attributes: { resident: false, owner: true },
      written: ["विदेश", "हाँ"],
    });
  });
});
