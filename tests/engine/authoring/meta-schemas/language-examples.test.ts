import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { derive } from "#engine/core/form/derive.ts";
import { validate } from "#engine/core/form/validate.ts";
import { messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const reference = readFileSync("schemas/LANGUAGE.md", "utf8");
const [, example = ""] = /## Lists of a form[^]*?```json\n([^]*?)```/.exec(reference) ?? [];

test("the example of a list in the language reference asks for the reason of a gap, and refuses an empty row", () => {
  const form = JSON.parse(example) as Pick<FormDefinition, "data" | "fields" | "checks">;
  const model = toModel({ $schema: "", kind: "form", id: "example", description: "", ...form });
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
