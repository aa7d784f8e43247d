import { describe, expect, test } from "vitest";
import { derive } from "#engine/core/form/derive.ts";
import { toRecord } from "#engine/core/form/record.ts";
import type { Formats, Scope } from "#engine/core/rules/evaluate.ts";
import { formatNumber, formatPercent } from "#engine/core/rules/number-text.ts";
import { toModel } from "../../../support/sample-forms.ts";

const model = toModel({
  $schema: "",
  kind: "form",
  id: "marks",
  description: "",
  data: {
    type: "object",
    properties: { name: { type: "string" }, marks: { type: "number" }, result: { type: "string" } },
  },
  fields: [
    { at: "/name", widget: "text", label: "Name" },
    { at: "/marks", widget: "number", label: "Marks" },
    {
      at: "/result",
      widget: "text",
      label: "Result",
      value: {
        text: "{name} has {marks} marks",
        with: { name: { var: "data.name" }, marks: { figure: { var: "data.marks" } } },
      },
    },
  ],
});

const german: Formats = {
  number: (value, decimals) => formatNumber(value, "de", decimals),
  percent: (value, decimals) => formatPercent(value, "de", decimals),
  money: String,
  date: () => "",
  label: (_, key) => key,
};
const server: Scope = { roots: {}, rules: {} };
const page: Scope = { ...server, formats: german };
const translate = (english: string) => (english === "{name} has {marks} marks" ? "{marks} Punkte: {name}" : english);
const resultOf = (data: object) =>
  toRecord(model, data, page, translate, () => undefined)
    .flatMap(({ rows }) => rows)
    .find(({ pointer }) => pointer === "/result")?.value;

describe("a computed sentence", () => {
  test("is the same English text on page and server", () => {
    const data = { name: "Asha", marks: 125000.5 };
    expect(derive(model, data, server).submitted["result"]).toBe("Asha has 1,25,000.5 marks");
    expect(derive(model, data, page).submitted["result"]).toBe("Asha has 1,25,000.5 marks");
  });

  test("has no value while a value of it is missing", () => {
    expect(derive(model, { name: "Asha" }, server).submitted["result"]).toBeUndefined();
    expect(derive(model, { marks: 1 }, server).submitted["result"]).toBeUndefined();
  });

  test("replaces what a client sends", () => {
    const data = { name: "Asha", marks: 1, result: "Asha has 99 marks" };
    expect(derive(model, data, server).submitted["result"]).toBe("Asha has 1 marks");
  });

  test("is in the reader's language in a record", () => {
    const data = { name: "Asha", marks: 1250.5, result: "Asha has 1,250.5 marks" };
    expect(resultOf(data)).toEqual({ kind: "text", text: "1.250,5 Punkte: Asha" });
  });

  test("stays as it was sent when it would be written differently today", () => {
    const data = { name: "Asha", marks: 1250.5, result: "Asha: 1,250.5" };
    expect(resultOf(data)).toEqual({ kind: "text", text: "Asha: 1,250.5" });
  });
});
