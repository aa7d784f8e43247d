import { readAt } from "#engine/core/form/data-tree.ts";
import { formats } from "#engine/core/form/formats.ts";
import { findDataSchema } from "#engine/core/form/data-schema.ts";
import { type FieldModel } from "#engine/core/form/form-model.ts";
import { findDateShape } from "#engine/core/form/date-values.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import type { FormJudge } from "#engine/authoring/release/accepts-stored-data.ts";
import type { Constants } from "#engine/authoring/release/parts/constants.ts";
import { toAcceptedValues } from "#engine/authoring/release/parts/sample-data.ts";
import { toSampleValues } from "#engine/authoring/release/parts/sample-values.ts";
import { findAssertedPatterns } from "./text-patterns.ts";
import { findMatchingText } from "./matching-text.ts";

/** Maximum number of values of one field that a search tries. */
const valuesMax = 60;

/** The values that shape, widget and options of each field accept; computed when they are needed. */
export class FieldValues {
  readonly #judge: FormJudge;
  readonly #constants: Constants;
  readonly #now: string;
  readonly #some = new Map<string, unknown[]>();
  readonly #first = new Map<string, unknown>();
  readonly #patterns: ReadonlyMap<string, string[]>;
  readonly #sources = new Map<string, unknown[]>();

  constructor(judge: FormJudge, constants: Constants, now: string) {
    this.#judge = judge;
    this.#constants = constants;
    this.#now = now;
    this.#patterns = findAssertedPatterns(judge.model, judge.scope.rules);
  }

  /** The plainest value; undefined where no value is accepted. */
  first(field: FieldModel): unknown {
    const { pointer } = field;
    if (!this.#first.has(pointer))
      this.#first.set(
        pointer,
        this.#source(field).find((value) => this.accepts(field, value)),
      );
    return this.#first.get(pointer);
  }

  some(field: FieldModel): readonly unknown[] {
    const { pointer } = field;
    const known = this.#some.get(pointer);
    if (known) return known;
    const found = this.#source(field)
      .filter((value) => this.accepts(field, value))
      .slice(0, valuesMax);
    this.#some.set(pointer, found);
    return found;
  }

  accepts({ pointer }: FieldModel, value: unknown): boolean {
    return toAcceptedValues(this.#judge, pointer, [value]).length > 0;
  }

  /** Texts of the field that also match these patterns: first one that all checks accept. */
  matching(field: FieldModel, patterns: readonly string[]): unknown[] {
    const asserted = this.#patterns.get(field.pointer) ?? [];
    const texts = [findText(field, [...new Set([...patterns, ...asserted])]), findText(field, patterns)];
    return texts.filter((text) => text !== undefined && this.accepts(field, text));
  }

  #source(field: FieldModel): unknown[] {
    const { pointer, field: written, schema } = field;
    const known = this.#sources.get(pointer);
    if (known) return known;
    const choices = written.options === undefined ? undefined : this.#judge.tools.options?.(written.options);
    const constants = [...(this.#constants.data.get(pointer) ?? [])];
    const made = toSampleValues({
      schemas: [schema],
      choices: [...(choices?.allowed ?? [])],
      constants,
      now: this.#now,
    });
    const all = written.example === undefined ? made : [written.example, ...made];
    if (schema.type === "string" && !choices) all.push(findText(field, []));
    const allowed = [...(choices?.allowed ?? [])];
    if (schema.type === "array")
      all.push(...allowed.map((one) => [one]), ...allowed.map((_, i) => allowed.slice(0, i + 1)));
    this.#sources.set(pointer, all);
    return all;
  }
}

const isDigit = (sign: string): boolean => /[0-9]/.test(sign);

/** A text that pattern, format and lengths of a field and its widget allow; undefined where there is none. */
function findText({ field, schema }: FieldModel, patterns: readonly string[]): string | undefined {
  const { pattern, format, minLength = 1, maxLength = 5_000 } = schema;
  if (schema.type !== "string" || findDateShape(format) !== undefined) return undefined;
  const ofFormat =
    format !== undefined && Object.hasOwn(formats, format) && format !== "lines" ? formats[format] : undefined;
  const all = [...patterns, ...(pattern === undefined ? [] : [pattern]), ...(ofFormat ? [ofFormat.source] : [])];
  const control = typeof field["maxLength"] === "number" ? field["maxLength"] : maxLength;
  const isOfDigits = field["digits"] === true || field.widget === "block-otp";
  const limits = { least: Math.max(minLength, 1), most: Math.min(maxLength, control) };
  const found = findMatchingText(all, isOfDigits ? { ...limits, allows: isDigit } : limits);
  return found === "unknown" ? undefined : found;
}

/** The schema of a part of a value. */
export const findPartSchema = (schema: DataSchema, steps: readonly string[]): DataSchema | undefined =>
  findDataSchema(schema, steps.map((step) => `/${step}`).join(""));

/** A copy of a value with another part; without `part` the part is removed. */
export function withPart(value: unknown, steps: readonly string[], part: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return part;
  const copy: Record<string, unknown> = isMap(value) ? { ...value } : {};
  const inner = withPart(readAt(copy, [step]), rest, part);
  if (inner === undefined) delete copy[step];
  else copy[step] = inner;
  return copy;
}
