import type { JsonSchema } from "#engine/base/known.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { followRef, isMet, type MetaSchemas } from "#engine/documents/walk.ts";
import { isMap } from "#engine/rules/expression.ts";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { toPattern } from "#engine/rules/patterns.ts";
import { describeTypes, quote, unknownKey, unknownWord, unnamed, type ShapeFault } from "./shape-faults.ts";

/**
 * What of a document does not fit the meta-schema of its kind. It knows the keywords that the generated meta-schemas
 * use (a test compares it with a full validator), takes no time to compile, and follows the one alternative that was
 * meant instead of telling what is wrong with each.
 */
export function judgeShape(metas: MetaSchemas, kind: string, document: unknown): ShapeFault[] {
  const judge = new ShapeJudge(metas);
  judge.value(metas[`${kind}.schema.json`] ?? {}, document, "");
  return judge.faults;
}

/** What of a value does not fit a schema. */
export function judgeValue(metas: MetaSchemas, schema: JsonSchema, value: unknown): ShapeFault[] {
  const judge = new ShapeJudge(metas);
  judge.value(schema, value, "");
  return judge.faults;
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "object" ? "object" : typeof value;
const isOf = (value: unknown, type: unknown): boolean =>
  type === "integer" ? Number.isInteger(value) : typeOf(value) === type;

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);
const map = (value: unknown): Readonly<Record<string, JsonSchema>> => (isMap(value) ? (value as never) : {});

const refused = new Map<string, boolean>();
/** Whether a text fits a pattern; a document's own may be none at all, which is told where it stands, and refuses nothing here. */
function fitsPattern(source: string, text: string): boolean {
  const isRefused = refused.get(source) ?? findPatternFault(source) !== undefined;
  if (refused.size < 500) refused.set(source, isRefused);
  return isRefused || toPattern(source).test(text);
}

class ShapeJudge {
  readonly faults: ShapeFault[] = [];

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
      const branch = isMet(schema["if"] as JsonSchema, value) ? schema["then"] : schema["else"];
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
    this.faults.push({ pointer, code: "wrong-type", message });
    return false;
  }

  #trial(schema: JsonSchema, value: unknown, pointer: string): ShapeFault[] {
    const judge = new ShapeJudge(this.metas);
    judge.value(schema, value, pointer);
    return judge.faults;
  }

  /** One of several: where none fits, what is wrong with the one that comes nearest. */
  #anyOf(choices: readonly JsonSchema[], value: unknown, pointer: string): void {
    const trials: ShapeFault[][] = [];
    for (const choice of choices) {
      const faults = this.#trial(choice, value, pointer);
      if (faults.length === 0) return;
      trials.push(faults);
    }
    if (isMap(value) && choices.every(isNameOnly)) {
      this.faults.push(unnamed(pointer, value, choices));
      return;
    }
    const literals = choices.map((choice) => choice["const"]);
    if (literals.every((literal) => literal !== undefined)) {
      this.faults.push(unknownWord(pointer, value, literals));
      return;
    }
    const typed = trials.filter((faults) =>
      faults.every(({ code, pointer: at }) => code !== "wrong-type" || at !== pointer),
    );
    const types = choices.flatMap((choice) => [followRef(this.metas, choice)["type"] ?? []].flat());
    if (typed.length === 0 && types.length > 0) {
      this.faults.push({ pointer, code: "wrong-type", message: `${quote(value)} must be ${describeTypes(types)}` });
      return;
    }
    this.faults.push(...([...typed, ...trials].sort((a, b) => deepest(b) - deepest(a))[0] ?? []));
  }

  #list(schema: JsonSchema, value: readonly unknown[], pointer: string): void {
    const { minItems, maxItems, items } = schema as { minItems?: number; maxItems?: number; items?: JsonSchema };
    if (minItems !== undefined && value.length < minItems)
      this.#wrong(pointer, value, `has fewer than ${minItems} items`);
    if (maxItems !== undefined && value.length > maxItems)
      this.#wrong(pointer, value, `has more than ${maxItems} items`);
    if (items) for (const [index, item] of value.entries()) this.value(items, item, `${pointer}/${index}`);
  }

  #map(schema: JsonSchema, value: Readonly<Record<string, unknown>>, pointer: string): void {
    const keys = Object.keys(value);
    const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
    if (minProperties !== undefined && keys.length < minProperties) this.#wrong(pointer, value, "must not be empty");
    if (maxProperties !== undefined && keys.length > maxProperties)
      this.#wrong(pointer, value, `has more than ${maxProperties} keys`);
    for (const name of list<string>(schema["required"])) {
      if (!Object.hasOwn(value, name))
        this.faults.push({ pointer, code: "missing-key", message: `"${name}" is missing` });
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
    if (minLength !== undefined && [...value].length < minLength) this.#wrong(pointer, value, "must not be empty");
    if (maxLength !== undefined && [...value].length > maxLength)
      this.#wrong(pointer, value, `has more than ${maxLength} characters`);
    if (pattern !== undefined && !fitsPattern(pattern, value))
      this.#wrong(pointer, value, toPatternWords(schema, pattern));
  }

  #number(schema: JsonSchema, value: number, pointer: string): void {
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
    if (minimum !== undefined && value < minimum) this.#wrong(pointer, value, `is less than ${minimum}`);
    if (maximum !== undefined && value > maximum) this.#wrong(pointer, value, `is more than ${maximum}`);
  }

  #wrong(pointer: string, value: unknown, what: string): void {
    this.faults.push({ pointer, code: "wrong-shape", message: `${quote(value)} ${what}` });
  }
}

/** `{required: [name]}` and nothing else: an object is told by one of its keys. */
const isNameOnly = (choice: JsonSchema): boolean =>
  Object.keys(choice).length === 1 && list(choice["required"]).length === 1;

const deepest = (faults: readonly ShapeFault[]): number =>
  Math.max(0, ...faults.map(({ pointer }) => pointer.split("/").length));

/** What a text should look like: an example where its contract has one, else the pattern itself. */
function toPatternWords(schema: JsonSchema, pattern: string): string {
  const [example] = (schema as { examples?: readonly unknown[] }).examples ?? [];
  return typeof example === "string" ? `must look like "${example}"` : `must match ${pattern}`;
}
