import { expect, test } from "vitest";
import { toSampleValues } from "#engine/authoring/release/parts/sample-values.ts";
import { classifyEdit, show, type Edit } from "./small-release.ts";

const list = { type: "array", items: { type: "string", format: "file" } } as const;
const field = { at: "/proofs", widget: "file", label: "Proofs", accept: ["application/pdf"] };

/** Adds a field of up to `max` files to the form. */
const take =
  (max: number): Edit =>
  ({ form }) => {
    form.data.properties!["proofs"] = { ...list, items: { ...list.items } };
    form.fields = [...form.fields.filter((entry) => !("at" in entry) || entry.at !== "/proofs"), { ...field, max }];
  };
const one: Edit = ({ form }) => {
  form.data.properties!["proofs"] = { type: "string", format: "file" };
  form.fields = [...form.fields.filter((entry) => !("at" in entry) || entry.at !== "/proofs"), { ...field }];
};
const place = "forms/diploma#/proofs";

test("fewer files than before would refuse stored answers", () => {
  expect(show(classifyEdit(take(3), take(5)))).toEqual({ class: "major", reasons: [place] });
});

test("one file in place of several, or several in place of one, would refuse stored answers", () => {
  expect(show(classifyEdit(one, take(5)))).toEqual({ class: "major", reasons: [place] });
  expect(show(classifyEdit(take(5), one))).toEqual({ class: "major", reasons: [place] });
});

test("more files than before accept every stored answer", () => {
  expect(classifyEdit(take(5), take(3)).class).not.toBe("major");
});

test("samples have no file twice, however many there must be", () => {
  const sources = { schemas: [{ ...list, minItems: 4, maxItems: 6 }], choices: [], constants: [], now: "2026-11-21" };
  const samples = toSampleValues(sources) as string[][];
  expect(samples.map(({ length }) => length)).toEqual(expect.arrayContaining([4, 5, 6]));
  for (const sample of samples) expect(new Set(sample).size).toBe(sample.length);
});
