import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { listForms, type PlacedForm } from "#engine/authoring/check/support/forms.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { listDataPaths } from "./declared-names.ts";
import { toLocalReference } from "./local.ts";
import { findFormPaths, pathsIn } from "./own-paths.ts";

/** Lists every pointer into form data; below a list, those of each row: "/jobs/-/from". */
function* listPointers(data: DataSchema, above = ""): Generator<string> {
  for (const [name, child] of Object.entries(data.properties ?? {})) {
    const at = `${above}/${toPointerStep(name)}`;
    yield at;
    yield* listPointers(child, at);
    if (child.items) yield* listPointers(child.items, `${at}/${anyRow}`);
  }
}

/** Lists the pointers of the arrays of objects. */
const listArrays = (data: DataSchema, above = ""): string[] =>
  Object.entries(data.properties ?? {}).flatMap(([name, child]) => {
    const at = `${above}/${toPointerStep(name)}`;
    return child.items?.properties ? [at] : listArrays(child, at);
  });

/** Returns the labels of fields whose label is a plain text. */
const toLabels = ({ fields }: PlacedForm): ReadonlyMap<string, string> =>
  new Map(fields.flatMap(({ entry: { at, label } }) => (typeof label === "string" ? [[at, label] as const] : [])));

/** Pointers that an editor completes but does not require: a new field is in the same file. */
const completed = (pointers: readonly string[], lines: readonly string[]): JsonSchema => ({
  anyOf: [{ enum: pointers, enumDescriptions: lines }, {}],
});
const keyed = (pointers: readonly string[], lines: readonly string[]): Record<string, JsonSchema> =>
  Object.fromEntries(pointers.map((key, i) => [key, { description: lines[i] }]));

/** The entries of a form, or of the rows of one list, whose pointers are relative to the row. */
function toEntries(
  name: string,
  { pointers, lines }: { pointers: readonly string[]; lines: readonly string[] },
  more: readonly JsonSchema[],
): Record<string, JsonSchema> {
  const pointer = toLocalReference(`pointer-of-${name}`);
  const inner = { items: toLocalReference(`entry-of-${name}`) };
  const into = { additionalProperties: pointer };
  return {
    [`pointer-of-${name}`]: completed(pointers, lines),
    // Completion needs the key that the entry is about.
    [`entry-of-${name}`]: {
      allOf: [
        { if: { required: ["at"] }, then: { properties: { at: pointer } } },
        { if: { required: ["fill"] }, then: { properties: { fill: { properties: { into } } } } },
        { if: { required: ["shows"] }, then: { properties: { shows: { properties: keyed(pointers, lines) } } } },
        ...["section", "page"].map((group) => ({
          if: { required: [group] },
          then: { properties: { fields: inner } },
        })),
        ...more,
      ],
    },
  };
}

/** Builds the definitions of the pointers within one form, and of the paths that its expressions read. */
function definitionsOf(form: PlacedForm, set: DefinitionSet): Record<string, JsonSchema> {
  const { id, data } = form.form;
  const labels = toLabels(form);
  const pointers = [...listPointers(data)];
  const lineOf = (at: string) => labels.get(at) ?? "";
  const paths = findFormPaths(id, set, lineOf);
  const arrays = listArrays(data);
  const outside = pointers.filter((at) => !at.includes(`/${anyRow}/`));
  const lists = arrays.map((at, index) => {
    const own = pointers.filter((one) => one.startsWith(`${at}/${anyRow}/`));
    const name = `${id}-rows-${index}`;
    const self = toLocalReference(`paths-of-${name}`);
    const places = {
      pointers: own.map((one) => one.slice(at.length + anyRow.length + 1)),
      lines: own.map(lineOf),
    };
    const row = [paths.rowOf(at, "row"), paths.rowOf(at, "previous"), paths.data];
    const definitions = { ...toEntries(name, places, [self]), [`paths-of-${name}`]: pathsIn(self, row) };
    return { at, self, definitions, entries: { items: toLocalReference(`entry-of-${name}`) } };
  });
  const self = toLocalReference(`paths-of-${id}`);
  // Conditions over a list read its elements as `row` too.
  const all = [paths.data, arrays.flatMap((at) => paths.rowOf(at, "row"))];
  const ofLists: JsonSchema[] = lists.map(({ at, entries }) => ({
    if: { required: ["list"], properties: { list: { const: at } } },
    then: { properties: { fields: entries } },
  }));
  const place = completed(pointers, pointers.map(lineOf));
  const check = {
    allOf: [
      { properties: { at: place } },
      ...lists.map((list) => ({
        if: { required: ["at"], properties: { at: { pattern: `^${list.at}/${anyRow}/` } } },
        then: list.self,
      })),
      {
        if: { required: ["at"], properties: { at: { pattern: `/${anyRow}/` } } },
        else: self,
      },
    ],
  };
  return {
    [`paths-of-${id}`]: pathsIn(self, all),
    ...toEntries(id, { pointers: outside, lines: outside.map(lineOf) }, [
      { if: { required: ["list"] }, then: { properties: { list: completed(arrays, arrays.map(lineOf)) } }, else: self },
      ...ofLists,
    ]),
    ...Object.assign({}, ...lists.map(({ definitions }) => definitions)),
    [`values-of-${id}`]: {
      properties: {
        fields: { items: toLocalReference(`entry-of-${id}`) },
        checks: { items: check },
        messages: { properties: keyed(pointers, pointers.map(lineOf)), allOf: [self] },
      },
    },
  };
}

/** Builds definitions of pointers and paths into the data of each form, by form id. */
export function pointerDefinitions(set: DefinitionSet): Record<string, JsonSchema> {
  const forms = listForms(set);
  const anyForm = toLocalReference("data-paths");
  return {
    "data-paths": pathsIn(anyForm, [listDataPaths(set)]),
    "own-pointers": {
      allOf: forms.map(({ form: { id } }) => ({
        if: { required: ["id"], properties: { id: { const: id } } },
        then: toLocalReference(`values-of-${id}`),
      })),
      // A new form may use the data of others.
      if: { properties: { id: { enum: forms.map(({ form: { id } }) => id) } } },
      else: anyForm,
    },
    ...Object.assign({}, ...forms.map((form) => definitionsOf(form, set))),
  };
}
