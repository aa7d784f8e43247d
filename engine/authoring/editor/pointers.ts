import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { listForms, type PlacedForm } from "#engine/authoring/check/support/forms.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { toLocalReference } from "./local.ts";

/** Lists every pointer into form data. */
function* listPointers(data: DataSchema, above = ""): Generator<string> {
  for (const [name, child] of Object.entries(data.properties ?? {})) {
    const at = `${above}/${toPointerStep(name)}`;
    yield at;
    yield* listPointers(child, at);
  }
}

/** Returns the labels of fields whose label is a plain text. */
const toLabels = ({ fields }: PlacedForm): ReadonlyMap<string, string> =>
  new Map(fields.flatMap(({ entry: { at, label } }) => (typeof label === "string" ? [[at, label] as const] : [])));

/**
 * Builds definitions of the pointers within one form. Editors complete them but do not require them: a new field is in
 * the same file.
 */
function definitionsOf(form: PlacedForm): Record<string, JsonSchema> {
  const { id, data } = form.form;
  const labels = toLabels(form);
  const pointers = [...listPointers(data)];
  const lines = pointers.map((at) => labels.get(at) ?? "");
  const described = Object.fromEntries(pointers.map((key, i) => [key, { description: lines[i] }]));
  const at = { properties: { at: toLocalReference(`pointer-of-${id}`) } };
  const entries = { items: toLocalReference(`entry-of-${id}`) };
  const into = { additionalProperties: toLocalReference(`pointer-of-${id}`) };
  return {
    [`pointer-of-${id}`]: { anyOf: [{ enum: pointers, enumDescriptions: lines }, {}] },
    // Completion needs the key that the entry is about.
    [`entry-of-${id}`]: {
      allOf: [
        { if: { required: ["at"] }, then: at },
        { if: { required: ["fill"] }, then: { properties: { fill: { properties: { into } } } } },
        { if: { required: ["shows"] }, then: { properties: { shows: { properties: described } } } },
        ...["section", "page"].map((group) => ({
          if: { required: [group] },
          then: { properties: { fields: entries } },
        })),
      ],
    },
    [`values-of-${id}`]: {
      properties: {
        fields: entries,
        checks: { items: at },
        messages: { properties: described },
      },
    },
  };
}

/** Builds definitions of pointers into the data of each form, by form id. */
export function pointerDefinitions(set: DefinitionSet): Record<string, JsonSchema> {
  const forms = listForms(set);
  return {
    "own-pointers": {
      allOf: forms.map(({ form: { id } }) => ({
        if: { required: ["id"], properties: { id: { const: id } } },
        then: toLocalReference(`values-of-${id}`),
      })),
    },
    ...Object.assign({}, ...forms.map(definitionsOf)),
  };
}
