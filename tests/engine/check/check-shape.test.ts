import { expect, test } from "vitest";
import { Ajv } from "ajv";
import { readdirSync, readFileSync } from "node:fs";
import { checkShape } from "#engine/check/check-all.ts";

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, validateSchema: false });
for (const file of readdirSync("schemas/meta")) ajv.addSchema(JSON.parse(readFileSync(`schemas/meta/${file}`, "utf8")) as object);
const issuesOf = (path: string, document: unknown) =>
  checkShape(path, document, (kind, value) => {
    const validate = ajv.getSchema(`${kind}.schema.json`)!;
    return validate(value) ? [] : (validate.errors ?? []);
  });
const flow = (steps: unknown[]) => ({ $schema: "../meta/flow.schema.json", kind: "flow", id: "go", description: "Goes.", tables: { start: { rows: [], otherwise: steps } } });
const form = (fields: unknown[]) => ({ $schema: "../meta/form.schema.json", kind: "form", id: "go", description: "Goes.", data: { type: "object", properties: { name: { type: "string" } } }, fields });

test("a good document has no issues", () => {
  expect(issuesOf("flows/go.json", flow([{ navigate: "home" }]))).toEqual([]);
});

test("a mistyped action is one issue that says what was meant", () => {
  expect(issuesOf("flows/go.json", flow([{ navigat: "home" }]))).toEqual([
    expect.objectContaining({ pointer: "/tables/start/otherwise/0", code: "unknown-word", message: expect.stringContaining('did you mean "navigate"?') }),
  ]);
});

test("an unknown key of a field names the key it is near to, and where it stands", () => {
  expect(issuesOf("forms/go.json", form([{ at: "/name", widget: "text", labell: "Name" }]))).toEqual([
    expect.objectContaining({ pointer: "/fields/0/labell", code: "unknown-key", message: 'Unknown key "labell"; did you mean "label"?' }),
  ]);
});

test("an unknown widget, kind, id and folder are told", () => {
  expect(issuesOf("forms/go.json", form([{ at: "/name", widget: "txt" }]))[0]).toMatchObject({ pointer: "/fields/0/widget", code: "unknown-word", message: expect.stringContaining('did you mean "text"?') });
  expect(issuesOf("flows/go.json", { ...flow([]), kind: "flo" })[0]).toMatchObject({ code: "unknown-kind", message: expect.stringContaining('did you mean "flow"?') });
  expect(issuesOf("flows/went.json", flow([]))[0]).toMatchObject({ code: "wrong-id" });
  expect(issuesOf("forms/go.json", flow([]))[0]).toMatchObject({ code: "wrong-folder" });
});
