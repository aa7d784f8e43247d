import { fileTypes } from "#engine/core/definitions/file-types.ts";
import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import {
  captchaName,
  toCarryKey,
  widgetOf,
  type Choice,
  type FieldDefinition,
  type KnownNames,
} from "./field-definition.ts";
import { below, toId, type Unmapped } from "./unmapped.ts";

/** The form under construction. */
export interface FormDraft {
  readonly id: string;
  readonly known: KnownNames;
  readonly properties: Record<string, DataSchema>;
  readonly messages: Record<string, Record<string, string>>;
  readonly lists: OptionsDefinition[];
  readonly unmapped: Unmapped[];
}

/** A field without its place, and the shape of its value. */
interface Control {
  readonly field: Partial<FormField> & Pick<FormField, "widget">;
  readonly data: DataSchema;
}

const usualLength = 200;
const choosing: ReadonlySet<string> = new Set(["select", "search-dropdown", "radio"]);
const text = { type: "string", maxLength: usualLength } as const;
const photo: DataSchema = {
  type: "object",
  properties: {
    latitude: { type: "number", minimum: -90, maximum: 90 },
    longitude: { type: "number", minimum: -180, maximum: 180 },
    accuracy: { type: "number", minimum: 0 },
    timestamp: { type: "number", minimum: 0 },
    address: {
      type: "object",
      properties: Object.fromEntries(
        ["address", "locality", "district", "state", "country", "pincode"].map((name) => [name, text]),
      ),
    },
    mapImage: { type: "string", format: "file" },
    imageUrl: { type: "string", format: "file" },
    ipAddress: text,
    error: text,
  },
};

/**
 * Returns the widget and data shape of a definition. Reports unknown types and option lists, and falls back to a text
 * field.
 */
export function toControl(
  definition: FieldDefinition,
  { draft, at, name }: { draft: FormDraft; at: string; name: string },
): Control {
  const inputType = definition.inputType ?? definition.type ?? "text";
  if (inputType === "text" && definition.fieldName === captchaName)
    return toPlain({ widget: "captcha" }, definition, { draft, at });
  const drawn = Object.hasOwn(widgetOf, inputType) ? widgetOf[inputType] : undefined;
  if (!drawn) draft.unmapped.push({ at: below(at, "inputType"), reason: `unknown input type '${inputType}'` });
  else if (!choosing.has(drawn.widget)) return toPlain(drawn, definition, { draft, at });
  else {
    const options = toOptions(definition, { draft, at, name });
    if (options !== undefined) return { field: { ...drawn, ...options }, data: text };
  }
  const { optionsKey, maxLength = usualLength } = definition;
  return {
    field: {
      widget: "text",
      maxLength,
      [toCarryKey("inputType")]: inputType,
      ...(optionsKey !== undefined && { [toCarryKey("optionsKey")]: optionsKey }),
    },
    data: { type: "string", maxLength },
  };
}

/** Controls without an option list. */
function toPlain(
  drawn: { widget: string },
  definition: FieldDefinition,
  place: { draft: FormDraft; at: string },
): Control {
  const { maxLength } = definition;
  const plain: Readonly<Record<string, () => Control>> = {
    "block-otp": () => ({
      field: { ...drawn, ...(maxLength !== undefined && { length: maxLength }) },
      data: { type: "string", pattern: `^[0-9]{${maxLength ?? 6}}$`, maxLength: maxLength ?? 6 },
    }),
    "date-picker": () => ({
      field: { ...drawn, dates: { disableFuture: true } },
      data: { type: "string", format: "dd-MM-yyyy" },
    }),
    file: () => ({ field: { ...drawn, ...toPaper(definition, place) }, data: { type: "string", format: "file" } }),
    "live-camera": () => ({ field: drawn, data: photo }),
    checkbox: () => ({ field: drawn, data: { type: "boolean" } }),
  };
  return (
    plain[drawn.widget]?.() ?? {
      field: { ...drawn, ...(maxLength !== undefined && { maxLength }) },
      data: { type: "string", maxLength: maxLength ?? usualLength },
    }
  );
}

function toPaper(
  { allowedFileTypes, shouldRunOcrCheck }: FieldDefinition,
  { draft, at }: { draft: FormDraft; at: string },
): Partial<FormField> {
  const known: readonly string[] = fileTypes;
  for (const [index, type] of (allowedFileTypes ?? []).entries())
    if (!known.includes(type))
      draft.unmapped.push({
        at: below(at, "allowedFileTypes", index),
        reason: `files of type '${type}' are not supported`,
      });
  const accept = (allowedFileTypes ?? fileTypes).filter((type) => known.includes(type));
  return {
    accept: accept.length > 0 ? accept : [...fileTypes],
    ...(shouldRunOcrCheck && { detectIssues: true }),
    ...(allowedFileTypes &&
      accept.length < allowedFileTypes.length && { [toCarryKey("allowedFileTypes")]: allowedFileTypes }),
    ...(!allowedFileTypes && { [toCarryKey("anyFileType")]: true }),
  };
}

/**
 * Returns the option list of a field: a known one by its key, or a new one from the definition's choices; undefined
 * without either.
 */
function toOptions(
  { options, optionsKey }: FieldDefinition,
  { draft, at, name }: { draft: FormDraft; at: string; name: string },
): Partial<FormField> | undefined {
  if (options) {
    const id = toId(`${draft.id} ${name}`);
    draft.lists.push(toList(id, options));
    return { options: id };
  }
  const id = toId(optionsKey ?? "");
  if (optionsKey !== undefined && draft.known.options.has(id))
    return { options: id, [toCarryKey("optionsKey")]: optionsKey };
  const reason =
    optionsKey === undefined
      ? "it has nothing to choose from"
      : `no option list is named '${id}': add it in options/, then import again`;
  draft.unmapped.push({ at: optionsKey === undefined ? at : below(at, "optionsKey"), reason });
  return undefined;
}

function toList(id: string, options: readonly Choice[]): OptionsDefinition {
  const postfix = options.find(({ disabledPostfix }) => disabledPostfix !== undefined)?.disabledPostfix;
  return {
    $schema: "../meta/options.schema.json",
    kind: "options",
    id,
    description: "Choices of an imported field.",
    items: options.map(({ name, value, disabled }) => ({ value, label: name, ...(disabled && { disabled }) })),
    ...(postfix !== undefined && { disabledPostfix: postfix }),
  };
}
