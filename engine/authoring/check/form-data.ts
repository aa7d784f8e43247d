import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { once } from "#engine/core/base/once.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import type { WrittenShape } from "#engine/core/definitions/props.ts";
import { formats, isFormat } from "#engine/core/form/formats.ts";
import { isSentence } from "#engine/core/form/sentences.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { visitExpression } from "#engine/core/rules/visit-expression.ts";
import { below, check, elsewhere, type Check, type Place } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import {
  findSchema,
  fixedChoices,
  leafPointers,
  listFields,
  listForms,
  toSchemaPointer,
  type FixedChoice,
  type PlacedField,
} from "./support/forms.ts";
import { isAnchored, shortestMatch } from "./support/patterns.ts";
import { listSlots } from "./support/places.ts";
import { validateValue } from "./support/schema-validation.ts";
import { findMisfits } from "./support/sites.ts";
import { didYouMean } from "./support/suggestion.ts";

interface PlacedSchema extends Place {
  readonly schema: DataSchema;
}

/** Every schema in the data of every form. */
const schemas = (set: DefinitionSet): readonly PlacedSchema[] =>
  listForms(set).flatMap(({ source, form }) => schemasIn({ source, pointer: "/data", schema: form.data }));

function schemasIn(place: PlacedSchema): PlacedSchema[] {
  const { source, pointer, schema } = place;
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    schemasIn({ source, pointer: `${pointer}/properties/${toPointerStep(name)}`, schema: child }),
  );
  const items = schema.items ? schemasIn({ source, pointer: `${pointer}/items`, schema: schema.items }) : [];
  return [place, ...inner, ...items];
}

/** Schemas of values that are not objects. */
const leaves = (set: DefinitionSet) =>
  listForms(set).flatMap(({ source, form }) =>
    leafPointers(form.data).map((at) => ({
      source,
      pointer: toSchemaPointer(at),
      at,
      schema: findSchema(form.data, at),
    })),
  );

const bounds = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
] as const;

/** A pattern that can be parsed; undefined for an invalid one, which has its own finding. */
const findPattern = (schema: DataSchema | undefined): string | undefined =>
  schema?.pattern !== undefined && findPatternFault(schema.pattern) === undefined ? schema.pattern : undefined;

const countryNames = once(() => new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }));
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && countryNames().of(code) !== undefined;

const isDigit = (character: string): boolean => /[0-9]/.test(character);

/** Returns whether format, pattern or enum limit the length of a value. */
const hasLimitedLength = ({ maxLength, format, pattern, enum: choices }: DataSchema): boolean =>
  maxLength === undefined && [format, pattern, choices].some((limit) => limit !== undefined);

/** The types, and for some widgets the formats, of the values that a widget can produce. */
interface WidgetValues {
  readonly type: readonly string[];
  readonly format?: readonly string[];
}

const typeOf = ({ type, enum: choices, properties }: DataSchema): string =>
  type ?? (properties ? "object" : typeof choices?.[0]);
const describeType = (schema: DataSchema): string =>
  schema.format === undefined ? typeOf(schema) : `${typeOf(schema)} of the format ${schema.format}`;
const canFillIn = ({ type, format }: WidgetValues, schema: DataSchema): boolean =>
  type.includes(typeOf(schema)) && (!format || format.includes(schema.format ?? ""));

const choicesOf = (set: DefinitionSet, { entry }: PlacedField): FixedChoice[] | undefined =>
  entry.options === undefined ? undefined : fixedChoices(set, entry.options);

/** Parts of a widget's value that the data of its field have no place for. */
function findMissingParts(schema: DataSchema, shape: WrittenShape, at: string): { above: string; what: string }[] {
  return Object.entries(shape).flatMap(([name, type]) => {
    const child = schema.properties?.[name];
    const path = `${at}/${name}`;
    if (!child) {
      const near = didYouMean(name, Object.keys(schema.properties ?? {}));
      return [{ above: at, what: `${path}, which the data do not have${near}` }];
    }
    if (typeof type === "object") return findMissingParts(child, type, path);
    const fits = child.type === type || (type === "number" && child.type === "integer");
    return fits ? [] : [{ above: path, what: `a ${type} at ${path}, where the data have another type` }];
  });
}

/** Faults of the schemas of form data. */
const schemaChecks: readonly Check[] = [
  check({
    code: "form/unknown-format",
    why: "No validator knows the format, so it would check nothing",
    at: schemas,
    test: ({ schema: { format } }) => {
      if (format === undefined || isFormat(format)) return undefined;
      return below("/format", `There is no format "${format}"${didYouMean(format, Object.keys(formats))}`);
    },
  }),
  check({
    code: "form/untyped-data",
    why: "No validator would refuse a wrong value",
    at: listForms,
    test: ({ form: { data } }) => [
      ...(data.type === "object" ? [] : [below("/data", "The data of a form must be an object")]),
      ...leafPointers(data).flatMap((at) => {
        const schema = findSchema(data, at);
        if (schema?.type !== undefined || schema?.enum !== undefined) return [];
        return [below(toSchemaPointer(at), `${at} has neither a type nor an enum`)];
      }),
    ],
  }),
  check({
    code: "form/empty-range",
    why: "No value is between the minimum and the maximum",
    at: schemas,
    test: ({ schema }) =>
      bounds.flatMap(([least, most]) => {
        const [low, high] = [schema[least], schema[most]];
        if (low === undefined || high === undefined || low <= high) return [];
        return [below(`/${least}`, `Nothing is at least ${low} and at most ${high}`)];
      }),
  }),
  check({
    code: "form/pattern-too-long",
    why: "Every text that matches the pattern is longer than the maximum",
    at: schemas,
    test: ({ schema }) => {
      const pattern = findPattern(schema);
      const shortest = pattern === undefined ? undefined : shortestMatch(pattern);
      if (shortest === undefined || schema.maxLength === undefined || shortest <= schema.maxLength) return undefined;
      const message = `The pattern needs at least ${shortest} characters, but only ${schema.maxLength} are allowed`;
      return below("/maxLength", message);
    },
  }),
  check({
    code: "form/wrong-enum-type",
    why: "The type refuses the value, so it can never be chosen",
    at: schemas,
    test: ({ schema: { type, enum: choices = [] } }) => {
      const wanted = type === "integer" ? "number" : type;
      return choices.flatMap((value, index) =>
        wanted === undefined || typeof value === wanted
          ? []
          : [below(`/enum/${index}`, `${JSON.stringify(value)} does not have the type ${type}`)],
      );
    },
  }),
  check({
    code: "pattern/invalid",
    why: "Browser and server refuse to run the pattern",
    at: (set) => listSlots(set, "pattern"),
    test: ({ value }) => findPatternFault(String(value)),
  }),
  check({
    code: "pattern/not-anchored",
    why: "A longer text that contains a match is accepted too",
    allowable: true,
    at: leaves,
    test: ({ schema }) => {
      const pattern = findPattern(schema);
      if (pattern === undefined || isAnchored(pattern)) return undefined;
      return below("/pattern", `Longer texts match, too; "^(?:${pattern})$" matches the whole text`);
    },
  }),
];

const canBeSentence = ({ type, format, pattern, enum: choices }: DataSchema): boolean =>
  type === "string" && format === undefined && pattern === undefined && choices === undefined;

/** Faults of a field beside the schema of its value. */
const fieldChecks: readonly Check[] = [
  check({
    code: "form/wrong-widget",
    why: "The widget can never produce a value that the data accept",
    at: listFields,
    test: ({ entry, schema }, set) => {
      const { "x-takes": takes, "x-several": several } = set.definition(`widget-${entry.widget}`);
      const values = takes as WidgetValues | undefined;
      if (!schema || (!schema.type && !schema.enum) || !values) return undefined;
      if (typeof several === "string" && entry[several] !== undefined) {
        if (schema.type === "array" && schema.items && canFillIn(values, schema.items)) return undefined;
        const what = `${entry.widget} with ${several} fills in a list of ${values.format?.join(", ") ?? "values"}`;
        return below("/widget", `${what}; ${entry.at} is ${describeType(schema)}`);
      }
      if (canFillIn(values, schema)) return undefined;
      const ofFormats = values.format ? ` of the format ${values.format.join(", ")}` : "";
      const message = `${entry.widget} fills in ${values.type.join(" or ")}${ofFormats}; ${entry.at} is ${describeType(schema)}`;
      return below("/widget", message);
    },
  }),
  check({
    code: "form/widget-value-without-data",
    why: "The widget's value has a part that the data do not have, so the data would refuse it",
    at: listFields,
    test: ({ entry, schema }, set) => {
      const writes = set.definition(`widget-${entry.widget}`)["x-writes"] as Record<string, WrittenShape> | undefined;
      if (!writes || schema?.type !== "object") return undefined;
      return Object.entries(writes)
        .filter(([property]) => property === "" || entry[property] === true)
        .flatMap(([, shape]) => findMissingParts(schema, shape, entry.at))
        .map(({ above, what }) => elsewhere(toSchemaPointer(above), `${entry.widget} fills in ${what}`));
    },
  }),
  check({
    code: "form/wrong-value",
    why: "The data refuse the computed or the initial value",
    at: listFields,
    test: ({ source, pointer, entry, schema }, set) =>
      (["value", "initial"] as const).flatMap((key) => {
        if (entry[key] === undefined || !schema) return [];
        if (isSentence(entry[key])) {
          if (canBeSentence(schema)) return [];
          const message = `${entry.at}: a sentence is a text without format, pattern and choices`;
          return [elsewhere(`${pointer}/${key}`, message)];
        }
        return findMisfits(set, { ...schema }, source, `${pointer}/${key}`, entry[key]).map((misfit) =>
          elsewhere(misfit.pointer, `${entry.at}: ${misfit.message}`),
        );
      }),
  }),
  check({
    code: "form/sentence-without-language",
    why: "The data have the sentence in English, and the server writes neither dates nor labels",
    at: listFields,
    test: ({ entry: { value } }) => {
      if (!isSentence(value)) return undefined;
      return Object.entries(value.with ?? {}).flatMap(([name, expr]) =>
        [...visitExpression(expr)]
          .filter(({ operator }) => operator === "date" || operator === "label")
          .slice(0, 1)
          .map(({ operator }) =>
            below(`/value/with/${toPointerStep(name)}`, `A computed sentence has no ${operator}: show it in a note`),
          ),
      );
    },
  }),
  check({
    code: "form/unknown-country",
    why: "No country has the code, so the field would begin with another one",
    at: listFields,
    test: ({ entry }) => {
      const { country } = entry;
      if (entry.widget !== "phone" || typeof country !== "string" || isCountry(country)) return undefined;
      return below("/country", `"${country}" is not the ISO code of a country, such as "IN"`);
    },
  }),
  check({
    code: "form/conflicting-length",
    why: "Page and server would accept texts of different lengths",
    at: listFields,
    test: ({ entry, schema }) => {
      const control = entry["maxLength"];
      if (control === undefined || !schema || control === schema.maxLength || hasLimitedLength(schema))
        return undefined;
      const message = `${entry.at} takes ${String(control)} characters here and ${schema.maxLength ?? "any number"} in the data`;
      return below("/maxLength", message);
    },
  }),
  check({
    code: "form/pattern-without-digits",
    why: "The field takes only digits, and no text of digits matches the pattern",
    at: listFields,
    test: ({ entry, schema }) => {
      const pattern = findPattern(schema);
      if (entry["digits"] !== true || pattern === undefined || shortestMatch(pattern) === undefined) return undefined;
      if (shortestMatch(pattern, isDigit) !== undefined) return undefined;
      return below("/digits", `Only digits can be typed here, and no text of digits matches ${pattern}`);
    },
  }),
  check({
    code: "form/invalid-example",
    why: "People who follow the example are refused",
    at: listFields,
    test: (field, set) => {
      const { entry, schema } = field;
      if (entry.example === undefined || !schema) return undefined;
      const choices = choicesOf(set, field);
      const isOffered = !choices || choices.some(({ value }) => value === entry.example);
      const [fault] = validateValue(set.context.metas, { ...schema }, entry.example);
      if (isOffered && !fault) return undefined;
      const reason = fault ? fault.message : `the list "${entry.options}" does not offer it`;
      return below("/example", `${entry.at} does not accept its example: ${reason}`);
    },
  }),
  check({
    code: "form/option-not-accepted",
    why: "People who choose the option are refused",
    at: listFields,
    test: (field, set) => {
      const { entry, schema } = field;
      const choices = choicesOf(set, field);
      if (!schema || !choices) return undefined;
      const wanted = { ...(schema.type === "array" ? schema.items : schema) };
      const [fault] = choices.flatMap(({ value }) => validateValue(set.context.metas, wanted, value));
      if (!fault) return undefined;
      return below("/options", `The list "${entry.options}" offers what ${entry.at} does not accept: ${fault.message}`);
    },
  }),
  check({
    code: "form/value-without-option",
    why: "No option has the value, so it can never be chosen",
    at: listFields,
    test: (field, set) => {
      const { entry, schema } = field;
      const choices = choicesOf(set, field);
      if (!schema?.enum || !choices) return undefined;
      return schema.enum.flatMap((value, index) => {
        if (typeof value !== "string" || choices.some((choice) => choice.value === value)) return [];
        const message = `The list "${entry.options}" of ${entry.at} has no "${String(value)}"`;
        return [elsewhere(`${toSchemaPointer(entry.at)}/enum/${index}`, message)];
      });
    },
  }),
];

/** Faults of form data, and of fields beside them. */
export const formDataChecks: readonly Check[] = [...schemaChecks, ...fieldChecks];
