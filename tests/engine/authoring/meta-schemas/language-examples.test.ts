import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { derive } from "#engine/core/form/derive.ts";
import { listPages, toProgress } from "#engine/core/form/pages.ts";
import { validate } from "#engine/core/form/validate.ts";
import { messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const reference = readFileSync("schemas/LANGUAGE.md", "utf8");
/** The form that the reference has as an example under a heading. */
function toExample(heading: string) {
  const [, example = ""] = new RegExp(`## ${heading}[^]*?\`\`\`json\\n([^]*?)\`\`\``).exec(reference) ?? [];
  const form = JSON.parse(example) as Pick<FormDefinition, "data" | "fields" | "checks">;
  return toModel({ $schema: "", kind: "form", id: "example", description: "", ...form });
}

test("the example of a computed sentence writes it when all its values are there", () => {
  const model = toExample("Computed values");
  const result = (data: object) => derive(model, data, scope).submitted["result"];
  expect(result({ theory: 81, practical: 90.5 })).toBe("171.5 of 200 marks: 85.8%");
  expect(result({ theory: 81 })).toBeUndefined();
  expect(result({ theory: 81, practical: 90.5, result: "200 of 200 marks: 100%" })).toBe("171.5 of 200 marks: 85.8%");
});

test("the example of a list in the language reference asks for the reason of a gap, and refuses an empty row", () => {
  const model = toExample("Lists of a form");
  const first = { company: "Mira Works", startDate: "01-01-2020", endDate: "31-12-2020" };
  const late = { company: "Indian Railways", startDate: "01-06-2021", endDate: "01-06-2024" };
  const { fields } = derive(model, { jobs: [first, late] }, scope);
  expect([fields["/jobs/0/gapReason"]?.visible, fields["/jobs/1/gapReason"]?.visible]).toEqual([false, true]);
  const found = (jobs: object[]) =>
    validate(model, toTools(model), { jobs }, scope, messages).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
  expect(found([first, { ...late, startDate: "01-02-2021" }])).toEqual([]);
  expect(found([first, late])).toEqual(["/jobs/1/gapReason require"]);
  expect(found([first])).toEqual(["/jobs check:two-jobs"]);
});

test("the example of pages in the language reference has a page only for people with a job", () => {
  const model = toExample("Pages of a form");
  const steps = (data: unknown) => {
    const derived = derive(model, data, scope);
    const open = validate(model, toTools(model), data, scope, messages).map(({ pointer }) => pointer);
    return toProgress(model, listPages(model, derived), open);
  };
  expect(steps({})).toEqual({ steps: ["situation", "remark", "review"], limit: "situation" });
  expect(steps({ employed: false })).toEqual({ steps: ["situation", "remark", "review"], limit: "review" });
  expect(steps({ employed: true })).toEqual({ steps: ["situation", "job", "remark", "review"], limit: "job" });
  expect(derive(model, { employed: false, company: "Mira Works" }, scope).submitted).toEqual({ employed: false });
});
