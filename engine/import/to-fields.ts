import type { FormDocument, FormEntry, FormField, FormNote } from "#engine/documents/form.ts";
import { isField, isNote, isSection } from "#engine/documents/form-entry.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import type { Text } from "#engine/documents/text.ts";
import { waiting, widgetOf, type Choice, type FieldDefinition } from "./field-definition.ts";
import { below, type LeftOver } from "./left-over.ts";

/** Field definitions of a form, and what they cannot say. */
export interface FieldsExport {
  readonly definitions: readonly FieldDefinition[];
  readonly left: readonly LeftOver[];
}

type FindOptions = (id: string) => OptionsDocument | undefined;
interface Saying {
  readonly form: FormDocument;
  readonly findOptions: FindOptions;
  readonly left: LeftOver[];
}

/** What a field says that definitions have a word for; x-… came with an import, and goes back. */
const said: ReadonlySet<string> = new Set(
  "at widget label hint placeholder require options accept hideLabel maxLength length digits type geolocation detectIssues dates".split(
    " ",
  ),
);

/** A form document as field definitions. What definitions have no word for (rules, computed values, checks) is told with its place. */
export function toFields(form: FormDocument, findOptions: FindOptions): FieldsExport {
  const saying: Saying = { form, findOptions, left: [] };
  const definitions = toDefinitions(form.fields, { saying, at: "/fields" });
  for (const [index] of (form.checks ?? []).entries())
    saying.left.push({ at: below("/checks", index), why: "definitions have no checks across fields" });
  return { definitions, left: saying.left };
}

function toDefinitions(
  entries: readonly FormEntry[],
  { saying, at, sectionTitle }: { saying: Saying; at: string; sectionTitle?: string },
): FieldDefinition[] {
  let note: FormNote | undefined;
  return entries.flatMap((entry, index): FieldDefinition[] => {
    const place = below(at, index);
    if (isNote(entry)) {
      note = entry;
      return [];
    }
    if (isSection(entry)) {
      const title = toText(entry.title, { saying, at: below(place, "title") });
      if (entry.when !== undefined)
        saying.left.push({ at: below(place, "when"), why: "definitions have no conditions" });
      return toDefinitions(entry.fields, { saying, at: below(place, "fields"), ...(title && { sectionTitle: title }) });
    }
    if (!isField(entry)) {
      saying.left.push({
        at: place,
        why: "definitions stand alone: the fields of another form must stand here themselves",
      });
      return [];
    }
    const alert = note && toAlert(note, entry, { saying, at: place });
    note = undefined;
    return [
      { ...toDefinition(entry, { saying, at: place }), ...(alert && { alert }), ...(sectionTitle && { sectionTitle }) },
    ];
  });
}

function toAlert(
  note: FormNote,
  field: FormField,
  place: { saying: Saying; at: string },
): NonNullable<FieldDefinition["alert"]> {
  const kept = field[waiting("componentKey")];
  return { ...(typeof kept === "string" && { componentKey: kept }), text: toText(note.text, place) ?? "" };
}

function toDefinition(field: FormField, { saying, at }: { saying: Saying; at: string }): FieldDefinition {
  for (const key of Object.keys(field))
    if (!said.has(key) && !key.startsWith("x-"))
      saying.left.push({ at: below(at, key), why: "definitions have no word for it" });
  const keptIn = (name: string) => field[waiting(name)];
  const nested = keptIn("nested");
  const path = field.at.slice(1).replaceAll("/", ".");
  const fieldName = typeof nested === "string" ? path.slice(nested.length + 1) : path;
  const inputType = keptIn("inputType") ?? findInputType(field);
  if (inputType === undefined)
    saying.left.push({ at: below(at, "widget"), why: `definitions have no '${field.widget}'` });
  const [label, hint, placeholder] = (["label", "hint", "placeholder"] as const).map((key) =>
    toText(field[key], { saying, at: below(at, key) }),
  );
  const { maxLength, length } = field as { maxLength?: number; length?: number };
  const isTyped = keptIn("inputType") === undefined;
  return {
    fieldName,
    inputType: String(inputType ?? "text"),
    ...(label !== undefined && { label }),
    ...(placeholder !== undefined && { placeholder }),
    ...(isTyped && (maxLength ?? length) !== undefined && { maxLength: maxLength ?? length! }),
    ...toChoices(field, { saying, at }),
    ...toRequired(field, { saying, at }),
    ...(hint !== undefined && { helperText: hint }),
    ...(typeof keptIn("helperTextJSXKey") === "string" && { helperTextJSXKey: String(keptIn("helperTextJSXKey")) }),
    ...(field.hideLabel && { hideLabel: true }),
    ...toPaper(field),
    ...(typeof nested === "string" && { nested }),
  };
}

/** The input type that is drawn as this field is: the one that says most of it. */
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
  const kept = field[waiting("allowedFileTypes")] as readonly string[] | undefined;
  const types = kept ?? field.accept;
  return {
    ...(types && !field[waiting("anyFileType")] && { allowedFileTypes: [...types] }),
    ...(field["detectIssues"] === true && { shouldRunOcrCheck: true }),
  };
};

function toChoices(field: FormField, { saying, at }: { saying: Saying; at: string }): Partial<FieldDefinition> {
  const key = field[waiting("optionsKey")];
  if (typeof key === "string") return { optionsKey: key };
  if (field.options === undefined) return {};
  const list = saying.findOptions(field.options);
  if (!list?.items) return { optionsKey: field.options };
  const postfix = toText(list.disabledPostfix, { saying, at: below(at, "options") });
  const options = list.items.map(({ value, label, disabled }): Choice => ({
    name: toText(label, { saying, at: below(at, "options") }) ?? value,
    value,
    ...(disabled && { disabled, ...(postfix !== undefined && { disabledPostfix: postfix }) }),
  }));
  return { options };
}

function toRequired(field: FormField, { saying, at }: { saying: Saying; at: string }): Partial<FieldDefinition> {
  const [requiredFn, validation] = [field[waiting("requiredFn")], field[waiting("validation")]];
  const { require } = field;
  const named = typeof require === "object" && require !== null && "rule" in require ? String(require.rule) : undefined;
  if (require !== undefined && typeof require !== "boolean" && named === undefined)
    saying.left.push({ at: below(at, "require"), why: "definitions name a condition: give it a name in rules/" });
  const fn = typeof requiredFn === "string" ? requiredFn : named;
  const message = toText(saying.form.messages?.[field.at]?.["require"], { saying, at: `/messages${field.at}` });
  return {
    ...(require === true && { required: true }),
    ...(fn !== undefined && { requiredFn: fn }),
    ...(validation !== undefined
      ? { validation: validation as NonNullable<FieldDefinition["validation"]> }
      : message !== undefined && { validation: { message } }),
  };
}

/** A text as it stands; one that is made of others is told, and left out. */
function toText(text: Text | undefined, { saying, at }: { saying: Saying; at: string }): string | undefined {
  if (text === undefined || typeof text === "string") return text;
  saying.left.push({ at, why: "definitions have plain texts alone" });
  return undefined;
}
