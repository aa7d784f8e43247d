import { getAt, pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { largestNumber } from "#engine/core/rules/decimal.ts";
import { isTrue, evaluate, type Scope } from "#engine/core/rules/evaluate.ts";
import { findUnknownKeys, toFlatData } from "./data-tree.ts";
import { findRangeFault, readRange } from "./date-range-values.ts";
import { findBrokenBound, findDateShape } from "./date-values.ts";
import { derive, type DerivedForm } from "./derive.ts";
import { findFilesFault } from "./file-values.ts";
import { isWithin, type FieldModel, type FormModel, type SectionModel } from "./form-model.ts";
import { findMessageField, findMessageList } from "./message-field.ts";
import { findSignatureFault, readSignature } from "./signature-values.ts";
import { canBeNo } from "./yes-no.ts";
import { toMessage, type FieldFault, type Messages } from "./messages.ts";
import type { OptionValues } from "./options.ts";
import { findUnchanged, type Replacement } from "./unchanged.ts";

/** An error of AJV for a section's flat data; the first step of `instancePath` is the field's pointer. */
export interface ShapeError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A field to correct or, as a `warning`, to review. `pointer` is absolute in the form's data. */
export interface FieldError {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
  readonly severity: "error" | "warning";
}

/** Input of validation: compiled validators and option lists. */
export interface ValidateTools {
  /** The section's validator over flat data by pointer. */
  shape(sectionId: string, data: Readonly<Record<string, unknown>>): readonly ShapeError[];
  /** Values of a fixed list; undefined for a searched one. Without this function choices are not validated. */
  options?(id: string): OptionValues | undefined;
  readonly only?: readonly string[];
  readonly before?: unknown;
  /** The refused submission that this one corrects. */
  readonly replacing?: Replacement;
}

/** Keyword of a value without a field. */
export const unknownKeyword = "unknown";

/**
 * Returns every invalid field once, in the order of the form, then unknown keys. Page and server share this code; only
 * the server validates file contents.
 */
export function validate(
  model: FormModel,
  tools: ValidateTools,
  data: unknown,
  scope: Scope,
  messages: Messages,
): FieldError[] {
  const unknown = findUnknownKeys(model, data).map((pointer): FieldError => {
    const list = Array.isArray(getAt(data, pointer)) ? findMessageList(model, pointer) : undefined;
    const keyword = list ? "maxItems" : unknownKeyword;
    const text = messages.validation[keyword]?.["otherwise"];
    const values = list && { n: list.max, label: resolveText(list.title ?? list.item, scope, messages.translate) };
    return { pointer, keyword, message: resolveText(text, scope, messages.translate, values), severity: "error" };
  });
  return [...validateDerived(model, tools, derive(model, data, scope, tools), messages), ...unknown];
}

/** Like `validate`, for a derived form; `sections` limits it to changed sections. */
export function validateDerived(
  model: FormModel,
  tools: ValidateTools,
  derived: DerivedForm,
  messages: Messages,
  sections?: ReadonlySet<string>,
): FieldError[] {
  const errors = new Map<string, FieldError>();
  const isThere = toIsThere(derived);
  const add = (field: FieldModel, broken: FieldFault) => {
    if (errors.has(field.pointer)) return;
    errors.set(field.pointer, {
      pointer: field.pointer,
      keyword: broken.keyword,
      message: toMessage(model, field, broken, derived.scopeAt(field.base), messages, isThere),
      severity: "error",
    });
  };
  for (const section of model.sections) {
    if (sections && !sections.has(section.id)) continue;
    const shapes = findShapeErrors(section, tools, derived);
    for (const field of section.fields) {
      const state = derived.fields[field.pointer];
      if (!state?.visible) continue;
      const found = findFieldError(field, state.value, state.required, shapes.get(field.pointer), tools, derived);
      if (found) add(field, found);
    }
  }
  for (const { field, keyword } of tools.replacing ? findUnchanged(model, derived, tools.replacing) : [])
    if (!sections || sections.has(field.section)) add(field, { keyword });
  for (const found of findCheckErrors(model, tools, derived, messages, sections))
    if (isMoreSevere(found, errors.get(found.pointer))) errors.set(found.pointer, found);
  return listPlaces(model).flatMap((pointer) => errors.get(pointer) ?? []);
}

/** The places of messages in the order of the form: a list comes before its rows. */
export const listPlaces = ({ fields }: FormModel): string[] => [
  ...new Set(fields.flatMap(({ pointer, row }) => (row ? [row.list.pointer, pointer] : [pointer]))),
];

/** The first fault of a field wins, but an error wins over a warning, because warnings do not prevent storing. */
const isMoreSevere = (found: FieldError, existing: FieldError | undefined): boolean =>
  !existing || (found.severity === "error" && existing.severity === "warning");

const toIsThere =
  ({ fields }: DerivedForm) =>
  ({ pointer }: FieldModel): boolean =>
    fields[pointer]?.visible === true;

function findFieldError(
  field: FieldModel,
  value: unknown,
  required: boolean,
  shape: FieldFault | undefined,
  tools: ValidateTools,
  derived: DerivedForm,
): FieldFault | undefined {
  if (value === undefined || (required && value === false && !canBeNo(field)))
    return required ? { keyword: "require" } : undefined;
  return (
    findSizeError(field, value) ??
    findWidgetFault(field, value, shape) ??
    toWhole(shape, value) ??
    findDateError(field, value, derived) ??
    findOptionError(field, value, tools)
  );
}

/** A number that no JSON reader would read as it was written; 1e400 even becomes infinite. */
function findSizeError({ schema }: FieldModel, value: unknown): FieldFault | undefined {
  if (typeof value !== "number" || Math.abs(value) <= largestNumber) return undefined;
  return value > 0
    ? { keyword: "maximum", values: { n: schema.maximum ?? largestNumber } }
    : { keyword: "minimum", values: { n: schema.minimum ?? -largestNumber } };
}

/** Faults that the widget's value has as a whole. The data decide on the types of its parts. */
function findWidgetFault({ field }: FieldModel, value: unknown, shape: FieldFault | undefined) {
  if (shape?.keyword === "type") return undefined;
  const signature = readSignature(field, value);
  const fault = signature ? findSignatureFault(signature) : findFilesFault(field, value);
  return fault && { keyword: fault.keyword, ...(fault.n !== undefined && { values: { n: fault.n } }) };
}

/** A number with decimals where only whole numbers are allowed has another message than a text. */
const toWhole = (shape: FieldFault | undefined, value: unknown): FieldFault | undefined =>
  shape?.keyword === "type" && typeof value === "number" && shape.values?.["type"] === "integer"
    ? { ...shape, keyword: wholeKeyword }
    : shape;

/** Keyword of a number with decimals where the data need a whole one. */
export const wholeKeyword = "whole";

/** Returns the first AJV error of each field, without the noise of combinators. */
function findShapeErrors(section: SectionModel, tools: ValidateTools, derived: DerivedForm): Map<string, FieldFault> {
  const flat: Record<string, unknown> = {};
  for (const { pointer } of section.fields) {
    const state = derived.fields[pointer];
    if (state?.visible && state.value !== undefined) flat[pointer] = state.value;
  }
  const found = new Map<string, FieldFault>();
  if (Object.keys(flat).length === 0) return found;
  const ranked = toShapeErrors(section, tools, flat)
    .filter(({ keyword }) => !noise.has(keyword))
    .sort((a, b) => rank(a.keyword) - rank(b.keyword));
  for (const { keyword, instancePath, params } of ranked) {
    // AJV reports an unknown key at the parent; `params` has its name.
    const [pointer = String(params["additionalProperty"] ?? ""), ...inside] = pointerSteps(instancePath);
    if (found.has(pointer)) continue;
    found.set(pointer, {
      keyword: keyword === "additionalProperties" ? "type" : keyword,
      values: toValues(params),
      place: [pointer, ...inside.map(toPointerStep)].join("/"),
    });
  }
  return found;
}

/** Validates a section; a later row of a list with the validator of the first row, under its pointers. */
function toShapeErrors(
  { id, row, shapedLike }: SectionModel,
  { shape }: Pick<ValidateTools, "shape">,
  flat: Readonly<Record<string, unknown>>,
): readonly ShapeError[] {
  if (!row || !shapedLike) return shape(id, flat);
  const move = (text: string, from: string, to: string) =>
    text.startsWith(from) ? to + text.slice(from.length) : text;
  const first = Object.fromEntries(
    Object.entries(flat).map(([pointer, value]) => [move(pointer, row.pointer, shapedLike.row), value]),
  );
  const toStep = (pointer: string) => `/${toPointerStep(pointer)}`;
  return shape(shapedLike.section, first).map(({ instancePath, params, ...error }) => ({
    ...error,
    instancePath: move(instancePath, toStep(shapedLike.row), toStep(row.pointer)),
    params: {
      ...params,
      ...("additionalProperty" in params && {
        additionalProperty: move(String(params["additionalProperty"]), shapedLike.row, row.pointer),
      }),
    },
  }));
}

const noise: ReadonlySet<string> = new Set(["if", "oneOf", "anyOf", "allOf", "const", "not"]);
/** The simplest fault first: a text that is too long needs no message about its pattern. */
const order = [
  "type",
  "additionalProperties",
  "enum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "format",
  "pattern",
];
const rank = (keyword: string): number => (order.includes(keyword) ? order.indexOf(keyword) : order.length);

function toValues(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const n = params["limit"] ?? params["multipleOf"];
  return { ...(n !== undefined && { n }), ...("type" in params && { type: params["type"] }) };
}

function findDateError(
  { field, schema, base }: FieldModel,
  value: unknown,
  derived: DerivedForm,
): FieldFault | undefined {
  const range = readRange(field, value);
  if (!range && ((!field.dates && !findDateShape(schema.format)) || typeof value !== "string")) return undefined;
  const scope = derived.scopeAt(base);
  const { min, max, ...flags } = field.dates ?? {};
  const bounds = {
    ...flags,
    min: min === undefined ? undefined : evaluate(min, scope),
    max: max === undefined ? undefined : evaluate(max, scope),
  };
  const broken = range ? findRangeFault(range, bounds, scope) : findBrokenBound(value, bounds, scope);
  return broken && { keyword: broken.keyword, ...(broken.limit !== undefined && { values: { limit: broken.limit } }) };
}

function findOptionError({ field }: FieldModel, value: unknown, tools: ValidateTools): FieldFault | undefined {
  const values = field.options === undefined ? undefined : tools.options?.(field.options);
  if (!values) return undefined;
  const chosen = Array.isArray(value) ? value : [value];
  return chosen.every((item) => typeof item === "string" && values.allowed.has(item))
    ? undefined
    : { keyword: "options" };
}

/** Faults of checks across fields; each is reported at a present field of its pointer. */
function findCheckErrors(
  model: FormModel,
  tools: ValidateTools,
  derived: DerivedForm,
  messages: Messages,
  sections?: ReadonlySet<string>,
): FieldError[] {
  const isThere = toIsThere(derived);
  return model.checks.flatMap(({ id, pointer, base, severity, when, assert, message }) => {
    const asked = !tools.only || isWithin(pointer, tools.only);
    const field = asked ? findMessagePlace(model, pointer, derived, isThere) : undefined;
    if (!field || (sections && !sections.has(field.section))) return [];
    const scope = derived.scopeAt(base);
    if (!isTrue(when, scope) || isTrue(assert, scope)) return [];
    return [
      {
        pointer: field.pointer,
        keyword: `check:${id}`,
        message: resolveText(message, scope, messages.translate),
        severity,
      },
    ];
  });
}

/** The present list or field that shows the message of a check. */
function findMessagePlace(
  model: FormModel,
  pointer: string,
  { lists }: DerivedForm,
  isThere: (field: FieldModel) => boolean,
): { pointer: string; section: string } | undefined {
  const list = findMessageList(model, pointer);
  if (list) return lists[pointer]?.visible ? list : undefined;
  return findMessageField(model, pointer, isThere);
}

/**
 * Returns whether a form accepts a draft: only known keys, only values of the right type. A draft may be incomplete, so
 * patterns and limits do not apply.
 */
export function acceptsDraft(model: FormModel, tools: Pick<ValidateTools, "shape">, data: unknown): boolean {
  const flat = toFlatData(model, data);
  return (
    findUnknownKeys(model, data).length === 0 &&
    model.sections.every((section) => {
      const own = Object.fromEntries(
        section.fields
          .filter(({ pointer }) => Object.hasOwn(flat, pointer))
          .map(({ pointer }) => [pointer, flat[pointer]]),
      );
      return toShapeErrors(section, tools, own).every(
        ({ keyword }) => keyword !== "type" && keyword !== "additionalProperties",
      );
    })
  );
}
