import { changeAt } from "#engine/core/base/change-at.ts";
import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isField, isGroup, isList, isMounted, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { DataSchema, FormDefinition, FormEntry } from "#engine/core/definitions/form.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import type { ReplacedForms } from "./form-search.ts";

/** A part of a form that can exclude an answer. */
export interface Constraint {
  readonly form: string;
  readonly pointer: string;
  /** The place of the only value that it concerns, in the data of its form. */
  readonly at?: string;
}

const fieldKeys = ["require", "when", "options", "digits", "length", "maxLength", "value", "readOnly"] as const;
/** The bounds of the number of rows. */
const listKeys = ["min", "max"] as const;
/** Without its format a date has no limits to compare, so formats count as types and are never relaxed. */
const schemaKeys: readonly (keyof DataSchema)[] = [
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
];

/** Everything in a form, and in the forms that it mounts or uses, that can exclude an answer. */
export function listConstraints(id: string, set: DefinitionSet, trail: readonly string[] = []): Constraint[] {
  const form = set.find("form", id);
  if (!form || trail.includes(id)) return [];
  const { fields, data, checks = [] } = form;
  const ofChecks = checks.map((_, index) => ({ pointer: `/checks/${index}` }));
  const own = [...ofEntries(fields, "/fields"), ...ofSchema(data, "/data", ""), ...ofChecks];
  const inner = [...new Set(listInner(fields))].flatMap((name) => listConstraints(name, set, [...trail, id]));
  const all = [...own.map((one) => ({ ...one, form: id })), ...inner];
  return [...new Map(all.map((one) => [`${one.form}${one.pointer}`, one])).values()];
}

/** Constraints that may concern a value of these places, mounted or not. */
export const concerning = (constraints: readonly Constraint[], places: ReadonlySet<string>): Constraint[] =>
  constraints.filter(
    ({ at }) => at === undefined || [...places].some((place) => place.endsWith(at) || at.startsWith(place)),
  );

const listInner = (entries: readonly FormEntry[]): string[] =>
  entries.flatMap((entry) => {
    if (isGroup(entry)) return listInner(entry.fields);
    return isMounted(entry) ? [entry.form] : isUsed(entry) ? [entry.use] : [];
  });

type Own = Omit<Constraint, "form">;

function ofEntries(entries: readonly FormEntry[], pointer: string): Own[] {
  return entries.flatMap((entry, index) => {
    const at = `${pointer}/${index}`;
    const written = entry as Readonly<Record<string, unknown>>;
    const keys = [...fieldKeys, ...(isList(entry) ? listKeys : [])]
      .filter((key) => written[key] !== undefined)
      .map((key) => `${at}/${key}`);
    const dates = isField(entry) ? Object.keys(entry.dates ?? {}).map((key) => `${at}/dates/${key}`) : [];
    const own = [...keys, ...dates].map((one) => ({ pointer: one, ...(isField(entry) && { at: entry.at }) }));
    return [...own, ...(isGroup(entry) || isList(entry) ? ofEntries(entry.fields, `${at}/fields`) : [])];
  });
}

function ofSchema(schema: DataSchema, pointer: string, at: string): Own[] {
  const own = schemaKeys
    .filter((key) => schema[key] !== undefined)
    .map((key) => ({ pointer: `${pointer}/${key}`, at }));
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    ofSchema(child, `${pointer}/properties/${toPointerStep(name)}`, `${at}/${toPointerStep(name)}`),
  );
  return [...own, ...inner, ...(schema.items ? ofSchema(schema.items, `${pointer}/items`, at) : [])];
}

/**
 * The forms without these constraints. A check stays at its place and is always true; a requirement that a goal needs
 * becomes unconditional.
 */
export function relax(constraints: readonly Constraint[], set: DefinitionSet, needed?: string): ReplacedForms {
  const relaxed = new Map<string, FormDefinition>();
  for (const { form, pointer } of constraints) {
    const current = relaxed.get(form) ?? set.find("form", form);
    const isNeeded =
      pointer.endsWith("/require") && getAt(current, `${pointer.slice(0, -"/require".length)}/at`) === needed;
    const change = isNeeded ? { put: true } : /^\/checks\/[0-9]+$/.test(pointer) ? { put: alwaysTrue } : {};
    relaxed.set(form, changeAt(current, { at: pointer, ...change }) as FormDefinition);
  }
  return relaxed;
}

const alwaysTrue = { id: "relaxed", at: "", assert: true, message: "" };
