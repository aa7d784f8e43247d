import { fileTypes } from "#engine/documents/file-types.ts";
import type { DataSchema, FormField } from "#engine/documents/form.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import { captchaName, waiting, widgetOf, type Choice, type FieldDefinition } from "./field-definition.ts";
import type { Making } from "./from-fields.ts";
import { below, toId } from "./left-over.ts";

/** A field without its place, and the shape of what it holds. */
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

/** How a definition is drawn here. A type that is not known, and choices from a list that is not, become a line of text, and are told. */
export function toControl(
  definition: FieldDefinition,
  { making, at, name }: { making: Making; at: string; name: string },
): Control {
  const inputType = definition.inputType ?? definition.type ?? "text";
  if (inputType === "text" && definition.fieldName === captchaName)
    return toPlain({ widget: "captcha" }, definition, { making, at });
  const drawn = Object.hasOwn(widgetOf, inputType) ? widgetOf[inputType] : undefined;
  if (!drawn) making.left.push({ at: below(at, "inputType"), why: `the input type '${inputType}' is not known here` });
  else if (!choosing.has(drawn.widget)) return toPlain(drawn, definition, { making, at });
  else {
    const options = toOptions(definition, { making, at, name });
    if (options !== undefined) return { field: { ...drawn, ...options }, data: text };
  }
  const { optionsKey, maxLength = usualLength } = definition;
  return {
    field: {
      widget: "text",
      maxLength,
      [waiting("inputType")]: inputType,
      ...(optionsKey !== undefined && { [waiting("optionsKey")]: optionsKey }),
    },
    data: { type: "string", maxLength },
  };
}

/** What is typed, taken or picked, not chosen. */
function toPlain(
  drawn: { widget: string },
  definition: FieldDefinition,
  place: { making: Making; at: string },
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
  { making, at }: { making: Making; at: string },
): Partial<FormField> {
  const known: readonly string[] = fileTypes;
  for (const [index, type] of (allowedFileTypes ?? []).entries())
    if (!known.includes(type))
      making.left.push({ at: below(at, "allowedFileTypes", index), why: `files of type '${type}' are not taken here` });
  const accept = (allowedFileTypes ?? fileTypes).filter((type) => known.includes(type));
  return {
    accept: accept.length > 0 ? accept : [...fileTypes],
    ...(shouldRunOcrCheck && { detectIssues: true }),
    ...(allowedFileTypes &&
      accept.length < allowedFileTypes.length && { [waiting("allowedFileTypes")]: allowedFileTypes }),
    ...(!allowedFileTypes && { [waiting("anyFileType")]: true }),
  };
}

/** The list that a field chooses from: known by its key, or made of the choices that the definition brings. Undefined without either. */
function toOptions(
  { options, optionsKey }: FieldDefinition,
  { making, at, name }: { making: Making; at: string; name: string },
): Partial<FormField> | undefined {
  if (options) {
    const id = toId(`${making.id} ${name}`);
    making.lists.push(toList(id, options));
    return { options: id };
  }
  const id = toId(optionsKey ?? "");
  if (optionsKey !== undefined && making.known.options.has(id))
    return { options: id, [waiting("optionsKey")]: optionsKey };
  const why =
    optionsKey === undefined
      ? "it has nothing to choose from"
      : `no list is named '${id}': write it in options/, then import again`;
  making.left.push({ at: optionsKey === undefined ? at : below(at, "optionsKey"), why });
  return undefined;
}

function toList(id: string, options: readonly Choice[]): OptionsDocument {
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
