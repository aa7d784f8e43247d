import { describe, expect, test } from "vitest";
import { toAttributes, toCredentialFacts, type FactReader } from "#engine/core/form/credential-facts.ts";
import { derive } from "#engine/core/form/derive.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toRecord } from "#engine/core/form/record.ts";
import { validate } from "#engine/core/form/validate.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";
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
  words: { yes: "हाँ", no: "नहीं", ongoing: "अब भी जारी" },
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

describe("a range of dates", () => {
  const fault = (studies: unknown) => faults({ studies })[0]?.[1];

  test.each([
    [{ from: "01-07-2019", to: "30-06-2022" }, undefined],
    [{ from: "01-07-2019", to: "2019-07-01" }, undefined],
    [{ from: "01-07-2019", ongoing: true }, undefined],
    [{}, undefined],
    [{ from: "01-07-2019" }, "incomplete"],
    [{ from: "01-07-2019", ongoing: false }, "incomplete"],
    [{ to: "30-06-2022" }, "incomplete"],
    [{ ongoing: true }, "incomplete"],
    [{ from: "01-07-2022", to: "30-06-2022" }, "order"],
    [{ from: "01-07-2019", to: "30-06-2027" }, "future"],
    [{ from: "01-07-1819", to: "30-06-1822" }, "format"],
    [{ from: "31-02-2019", to: "30-06-2022" }, "format"],
    [{ from: "01-07-2019", to: "30-06-2022", ongoing: true }, "type"],
    [{ from: 2019, to: "30-06-2022" }, "type"],
    [{ from: "01-07-2019", to: "30-06-2022", until: "x" }, "type"],
    ["01-07-2019/30-06-2022", "type"],
    [["01-07-2019", "30-06-2022"], "type"],
  ])("finds in %j the fault %j", (studies, keyword) => {
    expect(fault(studies)).toBe(keyword);
  });

  test("lets rules compare both ends", () => {
    const rule = { after: [{ var: "data.studies.to" }, { var: "data.studies.from" }] };
    const at = (studies: object) => isTrue(rule, derive(model, { studies }, scope).scopeAt(""));
    expect(at({ from: "01-07-2019", to: "02-07-2019" })).toBe(true);
    expect(at({ from: "01-07-2019", to: "01-07-2019" })).toBe(false);
  });

  test("is recorded by its ends, and certified as an interval", () => {
    const ended = { studies: { from: "01-07-2019", to: "30-06-2022" } };
    const ongoing = { studies: { from: "01-07-2019", ongoing: true } };
    expect(record(ended)).toEqual([{ kind: "range", from: "01-07-2019", to: "30-06-2022" }]);
    expect(record(ongoing)).toEqual([{ kind: "range", from: "01-07-2019" }]);
    expect(facts(ended)).toEqual({
      attributes: { studies: "2019-07-01/2022-06-30" },
      written: ["01-07-2019 – 30-06-2022"],
    });
    expect(facts(ongoing)).toEqual({
      attributes: { studies: "2019-07-01/.." },
      written: ["01-07-2019 – अब भी जारी"],
    });
    expect(facts({ studies: { from: "01-07-2019" } }).attributes).toEqual({});
  });
});
