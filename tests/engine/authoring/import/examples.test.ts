import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { isPage } from "#engine/core/definitions/form-entry.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { validate } from "#engine/core/form/validate.ts";
import { isJsonFormsUi } from "#engine/authoring/import/from-json-forms.ts";
import type { UiSchema } from "#engine/authoring/import/json-schema.ts";
import { fromJsonSchema } from "#engine/authoring/import/from-json-schema.ts";
import { toJsonSchema } from "#engine/authoring/import/to-json-schema.ts";
import type { Unmapped } from "#engine/authoring/import/unmapped.ts";
import { definitionImports } from "#server/cli/import-definitions.ts";
import { messages, scope, toTools } from "../../../support/sample-forms.ts";
import { checkImported } from "./check-imported.ts";

/** A form of another engine, and what its import must mean. */
interface Example {
  /** The name of the import. */
  readonly format: string;
  readonly content: object;
  readonly second?: object;
  /** The places that the import reports. */
  readonly lost: readonly string[];
  /** The titles of the pages; none by default. */
  readonly pages?: readonly string[];
  /** `original` is the answer in the types of the source where they differ from ours. */
  readonly answers: readonly {
    readonly data: object;
    readonly original?: object;
    readonly errors: readonly string[];
  }[];
}

const folder = path.join(import.meta.dirname, "examples");
const examples = readdirSync(folder).map((file) => ({
  name: path.basename(file, ".json"),
  example: JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Example,
}));
const imported = examples.map(({ name, example: { format, content, second } }) => {
  const existingNames = {
    options: new Set<string>(),
    rules: new Set<string>(),
    icons: new Set<string>(),
    categories: new Set<string>(),
  };
  return definitionImports[format]!.read({ name, content, existingNames, ...(second && { secondFile: second }) });
});
const places = (unmapped: readonly Unmapped[]) => unmapped.map(({ at }) => at).toSorted();

describe.each(examples)("the import of $name", ({ name, example }) => {
  const { documents, unmapped } = imported[examples.findIndex((one) => one.name === name)]!;
  const form = documents[0]!.document as FormDefinition;
  const lists = new Map(
    documents.slice(1).map(({ document }) => {
      const { id, items } = document as OptionsDefinition & { items: readonly { value: string }[] };
      return [id, { allowed: new Set(items.map(({ value }) => value)), disabled: new Set<string>() }] as const;
    }),
  );

  test("names each part that it drops", () => {
    expect(places(unmapped)).toEqual([...example.lost].toSorted());
  });

  test("keeps the steps of the form as pages", () => {
    const titles = form.fields.map((entry) => (isPage(entry) ? entry.title : undefined));
    expect(titles.filter((title) => title !== undefined)).toEqual(example.pages ?? []);
    if (example.pages) expect(titles).not.toContain(undefined);
  });

  test.each(example.answers)("accepts and refuses the same answers: $data", ({ data, original, errors }) => {
    const model = toFormModel(form, () => undefined);
    const tools = { ...toTools(model), options: (id: string) => lists.get(id) };
    const found = validate(model, tools, data, scope, messages).map(({ pointer }) => pointer);
    expect(found).toEqual(errors);
    if (example.format === "schema") {
      const ajv = new Ajv({ strict: false, validateFormats: false });
      expect(ajv.validate(example.content, original ?? data)).toBe(errors.length === 0);
    }
  });
});

// The headings of JSON Forms are those of its UI schema: one of rjsf has none.
const ofSchemas = examples.filter(
  ({ example: { format, second = {} } }) => format === "schema" && !isJsonFormsUi(second as object as UiSchema),
);
const exported = ofSchemas.map(({ name }) => {
  const documents = imported[examples.findIndex((one) => one.name === name)]!.documents.map(({ document }) => document);
  const form = documents[0] as FormDefinition;
  const lists = documents.slice(1) as OptionsDefinition[];
  return { form, ...toJsonSchema(form, (id) => lists.find((list) => list.id === id)) };
});

/** A form without its rules, which a JSON Schema writes in other ways: the export names each of them. */
const withoutRules = ({ checks: _checks, ...form }: FormDefinition): unknown =>
  JSON.parse(
    JSON.stringify(form, (key, value: unknown) => {
      if (key === "require" && typeof value === "object") return undefined;
      if (typeof value !== "object" || value === null || !("when" in value)) return value;
      const { when: _when, require: _require, ...rest } = value as Readonly<Record<string, unknown>>;
      return rest;
    }),
  );

test.each(exported.map((one) => ({ id: one.form.id, ...one })))(
  "gives back what came in, except for the named rules: $id",
  ({ form, schema, ui, unmapped }) => {
    expect(withoutRules(fromJsonSchema(form.id, schema, ui).documents[0]!.document as FormDefinition)).toEqual(
      withoutRules(form),
    );
    const isRule = ({ at }: Unmapped) => /\/(when|require)$|^\/checks\/[0-9]+$/.test(at);
    expect(unmapped.filter((one) => !isRule(one))).toEqual([]);
  },
);

test("creates definitions that pass the check", async () => {
  expect(await checkImported(imported.flatMap(({ documents }) => documents))).toEqual([]);
});
