import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { followRef, matchesCondition, type MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { compilePattern } from "#engine/core/rules/patterns.ts";
import {
  describeTypes,
  quote,
  unknownAlternative,
  unknownKey,
  unknownWord,
  type SchemaFault,
} from "./schema-faults.ts";

/**
 * Validates a definition against the meta-schema of its kind. It supports the keywords of the generated meta-schemas (a
 * test compares it with a full validator), needs no compilation, and reports only the alternative that was meant.
 */
export function validateDefinition(metas: MetaSchemas, kind: string, document: unknown): SchemaFault[] {
  const validator = new Validator(metas);
  validator.value(metas[`${kind}.schema.json`] ?? {}, document, "");
  return validator.faults;
}

/** Validates a value against a schema. */
export function validateValue(metas: MetaSchemas, schema: JsonSchema, value: unknown): SchemaFault[] {
  const validator = new Validator(metas);
  validator.value(schema, value, "");
  return validator.faults;
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "object" ? "object" : typeof value;
const isOf = (value: unknown, type: unknown): boolean =>
  type === "integer" ? Number.isInteger(value) : typeOf(value) === type;

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);
const map = (value: unknown): Readonly<Record<string, JsonSchema>> => (isMap(value) ? (value as never) : {});

const invalidPatterns = new Map<string, boolean>();
/** Returns whether a text matches a pattern. An invalid pattern has its own finding, so it matches everything here. */
function fitsPattern(source: string, text: string): boolean {
  const isInvalid = invalidPatterns.get(source) ?? findPatternFault(source) !== undefined;
  if (invalidPatterns.size < 500) invalidPatterns.set(source, isInvalid);
  return isInvalid || compilePattern(source).test(text);
}

class Validator {
  readonly faults: SchemaFault[] = [];

  constructor(readonly metas: MetaSchemas) {}

  value(written: JsonSchema, value: unknown, pointer: string): void {
    const schema = followRef(this.metas, written);
    if (!this.#type(schema, value, pointer)) return;
    if ("const" in schema && value !== schema["const"])
      this.faults.push(unknownWord(pointer, value, [schema["const"]]));
    const choices = schema["enum"];
    if (Array.isArray(choices) && !choices.includes(value)) this.faults.push(unknownWord(pointer, value, choices));
    if (schema["anyOf"]) this.#anyOf(list<JsonSchema>(schema["anyOf"]), value, pointer);
    for (const part of list<JsonSchema>(schema["allOf"])) this.value(part, value, pointer);
    if (schema["if"]) {
      const branch = matchesCondition(schema["if"] as JsonSchema, value) ? schema["then"] : schema["else"];
      if (branch) this.value(branch as JsonSchema, value, pointer);
    }
    if (Array.isArray(value)) this.#list(schema, value, pointer);
    else if (isMap(value)) this.#map(schema, value, pointer);
    else if (typeof value === "string") this.#text(schema, value, pointer);
    else if (typeof value === "number") this.#number(schema, value, pointer);
  }

  #type(schema: JsonSchema, value: unknown, pointer: string): boolean {
    if (schema["type"] === undefined) return true;
    const { type: wanted } = schema;
    if (typeof wanted === "string" && isOf(value, wanted)) return true;
    const types = [wanted].flat();
    if (types.some((type) => isOf(value, type))) return true;
    const message = `${quote(value)} must be ${describeTypes(types)}`;
    this.faults.push({ pointer, code: "definition/wrong-type", message });
    return false;
  }

  #trial(schema: JsonSchema, value: unknown, pointer: string): SchemaFault[] {
    const validator = new Validator(this.metas);
    validator.value(schema, value, pointer);
    return validator.faults;
  }

  /** Validates against several schemas. When none fits, reports the faults of the nearest one. */
  #anyOf(choices: readonly JsonSchema[], value: unknown, pointer: string): void {
    const trials: SchemaFault[][] = [];
    for (const choice of choices) {
      const faults = this.#trial(choice, value, pointer);
      if (faults.length === 0) return;
      trials.push(faults);
    }
    if (isMap(value) && choices.every(isNameOnly)) {
      this.faults.push(unknownAlternative(pointer, value, choices));
      return;
    }
    const literals = choices.map((choice) => choice["const"]);
    if (literals.every((literal) => literal !== undefined)) {
      this.faults.push(unknownWord(pointer, value, literals));
      return;
    }
    const typed = trials.filter((faults) =>
      faults.every(({ code, pointer: at }) => code !== "definition/wrong-type" || at !== pointer),
    );
    const types = choices.flatMap((choice) => [followRef(this.metas, choice)["type"] ?? []].flat());
    if (typed.length === 0 && types.length > 0) {
      this.faults.push({
        pointer,
        code: "definition/wrong-type",
        message: `${quote(value)} must be ${describeTypes(types)}`,
      });
      return;
    }
    this.faults.push(...([...typed, ...trials].sort((a, b) => deepest(b) - deepest(a))[0] ?? []));
  }

  #list(schema: JsonSchema, value: readonly unknown[], pointer: string): void {
    const { minItems, maxItems, items } = schema as { minItems?: number; maxItems?: number; items?: JsonSchema };
    if (minItems !== undefined && value.length < minItems)
      this.#invalid(pointer, value, `has fewer than ${minItems} items`);
    if (maxItems !== undefined && value.length > maxItems)
      this.#invalid(pointer, value, `has more than ${maxItems} items`);
    if (items) for (const [index, item] of value.entries()) this.value(items, item, `${pointer}/${index}`);
  }

  #map(schema: JsonSchema, value: Readonly<Record<string, unknown>>, pointer: string): void {
    const keys = Object.keys(value);
    const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
    if (minProperties !== undefined && keys.length < minProperties) this.#invalid(pointer, value, "must not be empty");
    if (maxProperties !== undefined && keys.length > maxProperties)
      this.#invalid(pointer, value, `has more than ${maxProperties} keys`);
    for (const name of list<string>(schema["required"])) {
      if (!Object.hasOwn(value, name))
        this.faults.push({ pointer, code: "definition/missing-key", message: `"${name}" is missing` });
    }
    if (schema["propertyNames"])
      for (const key of keys)
        this.value(schema["propertyNames"] as JsonSchema, key, `${pointer}/${toPointerStep(key)}`);
    this.#properties(schema, value, pointer, keys);
  }

  #properties(
    schema: JsonSchema,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
    keys: readonly string[],
  ): void {
    const properties = map(schema["properties"]);
    const records = Object.entries(map(schema["patternProperties"]));
    const rest = schema["additionalProperties"];
    for (const key of keys) {
      const at = `${pointer}/${toPointerStep(key)}`;
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
      let isKnown = own !== undefined;
      if (own) this.value(own, value[key], at);
      for (const [pattern, record] of records) {
        if (!fitsPattern(pattern, key)) continue;
        isKnown = true;
        this.value(record, value[key], at);
      }
      if (isKnown) continue;
      if (isMap(rest)) this.value(rest, value[key], at);
      else if (rest === false) {
        this.faults.push(unknownKey(at, key, keys, Object.keys(properties)));
      }
    }
  }

  #text(schema: JsonSchema, value: string, pointer: string): void {
    const { minLength, maxLength, pattern } = schema as { minLength?: number; maxLength?: number; pattern?: string };
    if (minLength !== undefined && [...value].length < minLength) this.#invalid(pointer, value, "must not be empty");
    if (maxLength !== undefined && [...value].length > maxLength)
      this.#invalid(pointer, value, `has more than ${maxLength} characters`);
    if (pattern !== undefined && !fitsPattern(pattern, value))
      this.#invalid(pointer, value, describePattern(schema, pattern));
  }

  #number(schema: JsonSchema, value: number, pointer: string): void {
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
    if (minimum !== undefined && value < minimum) this.#invalid(pointer, value, `is less than ${minimum}`);
    if (maximum !== undefined && value > maximum) this.#invalid(pointer, value, `is more than ${maximum}`);
  }

  #invalid(pointer: string, value: unknown, what: string): void {
    this.faults.push({ pointer, code: "definition/invalid-value", message: `${quote(value)} ${what}` });
  }
}

/** Returns whether a schema is `{required: [name]}`: it recognises an object by one key. */
const isNameOnly = (choice: JsonSchema): boolean =>
  Object.keys(choice).length === 1 && list(choice["required"]).length === 1;

const deepest = (faults: readonly SchemaFault[]): number =>
  Math.max(0, ...faults.map(({ pointer }) => pointer.split("/").length));

/** Describes a pattern: by an example where the contract has one, else by the pattern itself. */
function describePattern(schema: JsonSchema, pattern: string): string {
  const [example] = (schema as { examples?: readonly unknown[] }).examples ?? [];
  return typeof example === "string" ? `must look like "${example}"` : `must match ${pattern}`;
}
