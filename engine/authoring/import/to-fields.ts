import type { FormDefinition, FormEntry, FormField, FormNote } from "#engine/core/definitions/form.ts";
import { isField, isGroup, isList, isNote } from "#engine/core/definitions/form-entry.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { toCarryKey, widgetOf, type Choice, type FieldDefinition } from "./field-definition.ts";
import { below, type Unmapped } from "./unmapped.ts";

/** The field definitions of a form, and its unsupported properties. */
export interface FieldsExport {
  readonly definitions: readonly FieldDefinition[];
  readonly unmapped: readonly Unmapped[];
}

type FindOptions = (id: string) => OptionsDefinition | undefined;
interface ExportDraft {
  readonly form: FormDefinition;
  readonly findOptions: FindOptions;
  readonly unmapped: Unmapped[];
}

/** The supported keys of a field. The x-… keys come from an import and go back with the export. */
const supportedKeys: ReadonlySet<string> = new Set(
  "at widget label hint placeholder require options accept hideLabel maxLength length digits type geolocation detectIssues dates".split(
    " ",
  ),
);

/**
 * Converts a form definition into field definitions. Reports rules, computed values, checks and other unsupported
 * properties.
 */
export function toFields(form: FormDefinition, findOptions: FindOptions): FieldsExport {
  const draft: ExportDraft = { form, findOptions, unmapped: [] };
  const definitions = toDefinitions(form.fields, { draft, at: "/fields" });
  for (const [index] of (form.checks ?? []).entries())
    draft.unmapped.push({ at: below("/checks", index), reason: "field definitions have no checks across fields" });
  return { definitions, unmapped: draft.unmapped };
}

function toDefinitions(
  entries: readonly FormEntry[],
  { draft, at, sectionTitle }: { draft: ExportDraft; at: string; sectionTitle?: string },
): FieldDefinition[] {
  let note: FormNote | undefined;
  return entries.flatMap((entry, index): FieldDefinition[] => {
    const place = below(at, index);
    if (isNote(entry)) {
      note = entry;
      return [];
    }
    if (isGroup(entry)) {
      const title = toText(entry.title, { draft, at: below(place, "title") });
      if (entry.when !== undefined)
        draft.unmapped.push({ at: below(place, "when"), reason: "field definitions have no conditions" });
      return toDefinitions(entry.fields, { draft, at: below(place, "fields"), ...(title && { sectionTitle: title }) });
    }
    if (!isField(entry)) {
      draft.unmapped.push({
        at: place,
        reason: isList(entry)
          ? "field definitions have no lists: let the verification take several submissions"
          : "field definitions have no references: copy the fields of the other form",
      });
      return [];
    }
    const alert = note && toAlert(note, entry, { draft, at: place });
    note = undefined;
    return [
      { ...toDefinition(entry, { draft, at: place }), ...(alert && { alert }), ...(sectionTitle && { sectionTitle }) },
    ];
  });
}

function toAlert(
  note: FormNote,
  field: FormField,
  place: { draft: ExportDraft; at: string },
): NonNullable<FieldDefinition["alert"]> {
  const kept = field[toCarryKey("componentKey")];
  return { ...(typeof kept === "string" && { componentKey: kept }), text: toText(note.text, place) ?? "" };
}

function toDefinition(field: FormField, { draft, at }: { draft: ExportDraft; at: string }): FieldDefinition {
  for (const key of Object.keys(field))
    if (!supportedKeys.has(key) && !key.startsWith("x-"))
      draft.unmapped.push({ at: below(at, key), reason: "field definitions do not support it" });
  const keptIn = (name: string) => field[toCarryKey(name)];
  const nested = keptIn("nested");
  const path = field.at.slice(1).replaceAll("/", ".");
  const fieldName = typeof nested === "string" ? path.slice(nested.length + 1) : path;
  const inputType = keptIn("inputType") ?? findInputType(field);
  if (inputType === undefined)
    draft.unmapped.push({ at: below(at, "widget"), reason: `field definitions have no '${field.widget}'` });
  const [label, hint, placeholder] = (["label", "hint", "placeholder"] as const).map((key) =>
    toText(field[key], { draft, at: below(at, key) }),
  );
  const { maxLength, length } = field as { maxLength?: number; length?: number };
  const isTyped = keptIn("inputType") === undefined;
  return {
    fieldName,
    inputType: String(inputType ?? "text"),
    ...(label !== undefined && { label }),
    ...(placeholder !== undefined && { placeholder }),
    ...(isTyped && (maxLength ?? length) !== undefined && { maxLength: maxLength ?? length! }),
    ...toChoices(field, { draft, at }),
    ...toRequired(field, { draft, at }),
    ...(hint !== undefined && { helperText: hint }),
    ...(typeof keptIn("helperTextJSXKey") === "string" && { helperTextJSXKey: String(keptIn("helperTextJSXKey")) }),
    ...(field.hideLabel && { hideLabel: true }),
    ...toPaper(field),
    ...(typeof nested === "string" && { nested }),
  };
}

/** Returns the input type that matches most properties of the field. */
function findInputType(field: FormField): string | undefined {
  if (field.widget === "captcha") return "text";
  const fits = Object.entries(widgetOf).filter(([, drawn]) =>
    Object.entries(drawn).every(([name, value]) => field[name] === value),
  );
  const [best] = fits.sort(([, a], [, b]) => Object.keys(b).length - Object.keys(a).length);
  return best?.[0];
}

const toPaper = (field: FormField): Partial<FieldDefinition> => {
  if (field.widget !== "file") return {};
  const kept = field[toCarryKey("allowedFileTypes")] as readonly string[] | undefined;
  const types = kept ?? field.accept;
  return {
    ...(types && !field[toCarryKey("anyFileType")] && { allowedFileTypes: [...types] }),
    ...(field["detectIssues"] === true && { shouldRunOcrCheck: true }),
  };
};

function toChoices(field: FormField, { draft, at }: { draft: ExportDraft; at: string }): Partial<FieldDefinition> {
  const key = field[toCarryKey("optionsKey")];
  if (typeof key === "string") return { optionsKey: key };
  if (field.options === undefined) return {};
  const list = draft.findOptions(field.options);
  if (!list?.items) return { optionsKey: field.options };
  const postfix = toText(list.disabledPostfix, { draft, at: below(at, "options") });
  const options = list.items.map(({ value, label, disabled }): Choice => ({
    name: toText(label, { draft, at: below(at, "options") }) ?? value,
    value,
    ...(disabled && { disabled, ...(postfix !== undefined && { disabledPostfix: postfix }) }),
  }));
  return { options };
}

function toRequired(field: FormField, { draft, at }: { draft: ExportDraft; at: string }): Partial<FieldDefinition> {
  const [requiredFn, validation] = [field[toCarryKey("requiredFn")], field[toCarryKey("validation")]];
  const { require } = field;
  const named = typeof require === "object" && require !== null && "rule" in require ? String(require.rule) : undefined;
  if (require !== undefined && typeof require !== "boolean" && named === undefined)
    draft.unmapped.push({
      at: below(at, "require"),
      reason: "field definitions need a named condition: add it to rules/",
    });
  const fn = typeof requiredFn === "string" ? requiredFn : named;
  const message = toText(draft.form.messages?.[field.at]?.["require"], { draft, at: `/messages${field.at}` });
  return {
    ...(require === true && { required: true }),
    ...(fn !== undefined && { requiredFn: fn }),
    ...(validation !== undefined
      ? { validation: validation as NonNullable<FieldDefinition["validation"]> }
      : message !== undefined && { validation: { message } }),
  };
}

/** Returns a plain text. Reports and drops a text with placeholders or conditions. */
function toText(text: Text | undefined, { draft, at }: { draft: ExportDraft; at: string }): string | undefined {
  if (text === undefined || typeof text === "string") return text;
  draft.unmapped.push({ at, reason: "field definitions support plain texts only" });
  return undefined;
}
