import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { checkShape } from "#engine/authoring/check/support/definition-shape.ts";
import { validateDefinition } from "#engine/authoring/check/support/schema-validation.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { listDefinitions, metas } from "./definitions.ts";

const issuesOf = (path: string, document: unknown) => checkShape(path, document, metas);
const flow = (steps: unknown[]) => ({
  $schema: "../meta/flow.schema.json",
  kind: "flow",
  id: "go",
  description: "Goes.",
  tables: { start: { rows: [], otherwise: steps } },
});
const form = (fields: unknown[]) => ({
  $schema: "../meta/form.schema.json",
  kind: "form",
  id: "go",
  description: "Goes.",
  data: { type: "object", properties: { name: { type: "string" } } },
  fields,
});

test("finds nothing in a valid definition", () => {
  expect(issuesOf("flows/go.json", flow([{ navigate: "home" }]))).toEqual([]);
});

test("suggests the nearest action when one is mistyped", () => {
  expect(issuesOf("flows/go.json", flow([{ navigat: "home" }]))).toEqual([
    expect.objectContaining({
      pointer: "/tables/start/otherwise/0",
      code: "definition/unknown-word",
      message: expect.stringContaining('did you mean "navigate"?'),
    }),
  ]);
});

test("suggests the nearest key when a key of a field is unknown", () => {
  expect(issuesOf("forms/go.json", form([{ at: "/name", widget: "text", labell: "Name" }]))).toEqual([
    expect.objectContaining({
      pointer: "/fields/0/labell",
      code: "definition/unknown-key",
      message: 'Unknown key "labell"; did you mean "label"?',
    }),
  ]);
});

test("reports an unknown widget or kind, and a wrong id or folder", () => {
  expect(issuesOf("forms/go.json", form([{ at: "/name", widget: "txt" }]))[0]).toMatchObject({
    pointer: "/fields/0/widget",
    code: "definition/unknown-word",
    message: expect.stringContaining('did you mean "text"?'),
  });
  expect(issuesOf("flows/go.json", { ...flow([]), kind: "flo" })[0]).toMatchObject({
    code: "definition/unknown-kind",
    message: expect.stringContaining('did you mean "flow"?'),
  });
  expect(issuesOf("flows/went.json", flow([]))[0]).toMatchObject({ code: "definition/wrong-id" });
  expect(issuesOf("forms/go.json", flow([]))[0]).toMatchObject({ code: "definition/wrong-folder" });
});

/** Variants of a definition, each with one value replaced, removed or extended; every fourth value is changed. */
function* withOneFault(document: unknown): Generator<unknown> {
  const strange = [null, 7, "nonesuch", [], {}, { rows: [] }];
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const copy = structuredClone(document);
  const collect = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    for (const key of Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, key });
      collect((value as Record<string, unknown>)[key]);
    }
  };
  collect(copy);
  for (const [index, { holder, key }] of places.entries()) {
    if (index % 4 > 0) continue;
    const kept = holder[key];
    holder[key] = strange[(index / 4) % strange.length];
    yield copy;
    holder[key] = kept;
    if (Array.isArray(holder)) continue;
    delete holder[key];
    yield copy;
    holder[key] = kept;
    if (!isMap(kept)) continue;
    kept["strange"] = true;
    yield copy;
    delete kept["strange"];
  }
}

test("accepts the same definitions as a full validator of JSON Schema", () => {
  const ajv = new Ajv({ strict: false, validateSchema: false });
  for (const meta of Object.values(metas)) ajv.addSchema(meta);
  // The schema of names is for editors. Any name is valid here.
  const named = JSON.stringify(metas).matchAll(/names\.schema\.json#\/definitions\/([\w-]+)/g);
  const definitions = Object.fromEntries([...named].map(([, name]) => [name, {}]));
  ajv.addSchema({ $id: "names.schema.json", definitions });
  const one = [
    "forms/bgv-degree.json",
    "screens/wallet/login.json",
    "flows/continue.json",
    "rules/education.json",
    "options/institutes.json",
    "organisations/lotus/admission.json",
    "verifications/bgv-degree.json",
    "catalogues/states.json",
    "catalogues/menu.json",
    "catalogues/failures.json",
  ];
  let bad = 0;
  const different: string[] = [];
  for (const { path, document } of listDefinitions().filter((source) => one.includes(source.path))) {
    const validate = ajv.getSchema(`${document.kind}.schema.json`);
    for (const changed of withOneFault(document)) {
      const good = validate?.(changed) === true;
      if (!good) bad += 1;
      if ((validateDefinition(metas, document.kind, changed).length === 0) !== good)
        different.push(`${path} is ${good ? "good" : "bad"}: ${JSON.stringify(changed)}`);
    }
  }
  expect(different.slice(0, 3)).toEqual([]);
  expect(bad).toBeGreaterThan(300);
});
