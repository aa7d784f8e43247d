import { toPointerStep } from "#engine/base/json-pointer.ts";
import type { JsonSchema } from "#engine/base/known.ts";
import { listForms, type PlacedForm } from "#engine/check/parts/entries.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import type { DataSchema } from "#engine/documents/form.ts";
import { local } from "./local.ts";

/** Every pointer into a form's data. */
function* listPointers(data: DataSchema, above = ""): Generator<string> {
  for (const [name, child] of Object.entries(data.properties ?? {})) {
    const at = `${above}/${toPointerStep(name)}`;
    yield at;
    yield* listPointers(child, at);
  }
}

/** What a field is called, where its label is one sentence. */
const toLabels = ({ fields }: PlacedForm): ReadonlyMap<string, string> =>
  new Map(fields.flatMap(({ entry: { at, label } }) => (typeof label === "string" ? [[at, label] as const] : [])));

/** Values of one form, where the form itself names them. They are completed and not asked for: a new one stands in the same file. */
function definitionsOf(form: PlacedForm): Record<string, JsonSchema> {
  const { id, data } = form.form;
  const labels = toLabels(form);
  const pointers = [...listPointers(data)];
  const lines = pointers.map((at) => labels.get(at) ?? "");
  const described = Object.fromEntries(pointers.map((key, i) => [key, { description: lines[i] }]));
  const at = { properties: { at: local(`pointer-of-${id}`) } };
  const entries = { items: local(`entry-of-${id}`) };
  const into = { additionalProperties: local(`pointer-of-${id}`) };
  return {
    [`pointer-of-${id}`]: { anyOf: [{ enum: pointers, enumDescriptions: lines }, {}] },
    // Each stands beside the key that it is about: an entry without that key is not completed with it.
    [`entry-of-${id}`]: {
      allOf: [
        { if: { required: ["at"] }, then: at },
        { if: { required: ["fill"] }, then: { properties: { fill: { properties: { into } } } } },
        { if: { required: ["shows"] }, then: { properties: { shows: { properties: described } } } },
        { if: { required: ["section"] }, then: { properties: { fields: entries } } },
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

/** Pointers to the values of each form, which a form is given by its id. */
export function pointerDefinitions(set: DocumentSet): Record<string, JsonSchema> {
  const forms = listForms(set);
  return {
    "own-pointers": {
      allOf: forms.map(({ form: { id } }) => ({
        if: { required: ["id"], properties: { id: { const: id } } },
        then: local(`values-of-${id}`),
      })),
    },
    ...Object.assign({}, ...forms.map(definitionsOf)),
  };
}
