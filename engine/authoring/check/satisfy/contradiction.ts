import { changeAt } from "#engine/core/base/change-at.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isField, isList, isSection } from "#engine/core/definitions/form-entry.ts";
import type { DataSchema, FormDefinition, FormEntry } from "#engine/core/definitions/form.ts";
import { toFormModel, type FormModel } from "#engine/core/form/form-model.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { hasAnswer } from "./find-answer.ts";

const fieldKeys = ["require", "when", "options", "digits", "length", "maxLength", "value", "readOnly"] as const;
/** Without its format a date has no limits to compare, so formats count as types and are never relaxed. */
const schemaKeys: readonly (keyof DataSchema)[] = [
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
];

/** Pointers of everything in a form that can exclude an answer. */
function listConstraints({ fields, data, checks = [] }: FormDefinition): string[] {
  const ofChecks = checks.map((_, index) => `/checks/${index}`);
  return [...ofEntries(fields, "/fields"), ...ofSchema(data, "/data"), ...ofChecks];
}

function ofEntries(entries: readonly FormEntry[], pointer: string): string[] {
  return entries.flatMap((entry, index) => {
    const at = `${pointer}/${index}`;
    const written = entry as Readonly<Record<string, unknown>>;
    const own = fieldKeys.filter((key) => written[key] !== undefined).map((key) => `${at}/${key}`);
    const dates = isField(entry) ? Object.keys(entry.dates ?? {}).map((key) => `${at}/dates/${key}`) : [];
    return [...own, ...dates, ...(isSection(entry) || isList(entry) ? ofEntries(entry.fields, `${at}/fields`) : [])];
  });
}

function ofSchema(schema: DataSchema, pointer: string): string[] {
  const own = schemaKeys.filter((key) => schema[key] !== undefined).map((key) => `${pointer}/${key}`);
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    ofSchema(child, `${pointer}/properties/${toPointerStep(name)}`),
  );
  return [...own, ...inner, ...(schema.items ? ofSchema(schema.items, `${pointer}/items`) : [])];
}

/**
 * Returns the smallest set of constraints of a form without an answer that contradict: relaxes them one at a time, and
 * keeps each without which an answer exists. `adapt` is applied to each relaxed model.
 */
export function findContradiction(
  form: FormDefinition,
  set: DefinitionSet,
  adapt: (model: FormModel) => FormModel,
): string[] {
  // Later places first, so that removing an item of a list moves none that is still to be tried.
  let relaxed = form;
  const needed: string[] = [];
  for (const pointer of listConstraints(form).toReversed()) {
    const next = changeAt(relaxed, { at: pointer, ...toRelaxed(pointer) }) as FormDefinition;
    if (hasAnswer(adapt(toFormModel(next, (id) => set.find("form", id))), set)) needed.push(pointer);
    else relaxed = next;
  }
  return needed.toReversed();
}

/** A change that takes a constraint away. A check stays at its place and holds always. */
const toRelaxed = (pointer: string): { put?: unknown } =>
  /^\/checks\/[0-9]+$/.test(pointer) ? { put: { id: "relaxed", at: "", assert: true, message: "" } } : {};
