/** A plain JSON Schema, as contracts, form data and generated meta-schemas are written. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Stands as `$comment` at a code that people read as it is, in every language: a currency. */
export const saidAsItStands = "said as it stands";

/** Stands as `$comment` at an address in an operation's answer for which a page may be left: whoever answered has it from its owner. */
export const leadsOut = "leads out";

/**
 * Stands as `$comment` at a text that names something: what documents name, the check compares with those that there are,
 * and nothing that names one is taken for another.
 */
export const nameOf = {
  organisation: "name of an organisation",
  request: "name of a request",
  verification: "name of a verification",
  label: "label of a verification",
  category: "name of a category",
  region: "name of a region",
  provider: "name of a provider",
  transaction: "id of a transaction",
  language: "name of a language",
} as const;

/** What something can be a name of. */
export type Named = keyof typeof nameOf;

const namedBy = new Map<unknown, Named>(Object.entries(nameOf).map(([named, comment]) => [comment, named as Named]));
const namedBySchema = new WeakMap<JsonSchema, { readonly named: Named | undefined }>();

/** What a text names, when its contract says so. */
export function findNamed(schema: JsonSchema): Named | undefined {
  const known = namedBySchema.get(schema) ?? { named: toNamed(schema) };
  namedBySchema.set(schema, known);
  return known.named;
}

function toNamed(schema: JsonSchema): Named | undefined {
  const names = new Set(
    alternativesOf(schema)
      .filter((one) => one["type"] !== "null")
      .map((one) => namedBy.get(one["$comment"])),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

/** What is known of a value before it is there: its shape, and whether it may be missing. */
export interface Known {
  readonly schema: JsonSchema;
  /** It may be undefined or null when it is read. */
  readonly absent: boolean;
}

/** What a value can be, coarsely; `any` stands for what no contract tells. */
export type Kind = "text" | "number" | "boolean" | "list" | "map" | "null" | "any";

/** Nothing is known of the value, and nothing can be wrong with it. */
export const anything: Known = { schema: {}, absent: true };

/** A value that is there and has this shape. */
export const present = (schema: JsonSchema): Known => ({ schema, absent: false });

const kindOfType: Readonly<Record<string, Kind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "list",
  object: "map",
  null: "null",
};
const kindOfLiteral = (value: unknown): Kind =>
  value === null ? "null" : Array.isArray(value) ? "list" : (kindOfType[typeof value] ?? "any");

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const map = (value: unknown): Readonly<Record<string, JsonSchema>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, JsonSchema>>) : {};

/** The alternatives of a schema, flat: itself when it is no union. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const unions = [...list(schema["anyOf"]), ...list(schema["oneOf"])] as JsonSchema[];
  if (unions.length > 0) return unions.flatMap(alternativesOf);
  const types = list(schema["type"]);
  return types.length > 0 ? types.map((type) => ({ ...schema, type })) : [schema];
}

const kindsBySchema = new WeakMap<JsonSchema, ReadonlySet<Kind>>();

/** Everything a value of this schema can be. */
export function kindsOf(schema: JsonSchema): ReadonlySet<Kind> {
  const known = kindsBySchema.get(schema) ?? findKinds(schema);
  kindsBySchema.set(schema, known);
  return known;
}

function findKinds(schema: JsonSchema): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  for (const one of alternativesOf(schema)) {
    if ("const" in one) kinds.add(kindOfLiteral(one["const"]));
    else if (Array.isArray(one["enum"])) for (const value of one["enum"] as unknown[]) kinds.add(kindOfLiteral(value));
    else if (typeof one["type"] === "string") kinds.add(kindOfType[one["type"]] ?? "any");
    else kinds.add(one["properties"] || one["patternProperties"] ? "map" : one["items"] ? "list" : "any");
  }
  return kinds;
}

/** The only values a schema allows, undefined when there are more than can be told. Null is left out. */
export function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  const values: unknown[] = [];
  for (const one of alternativesOf(schema)) {
    if ("const" in one) values.push(one["const"]);
    else if (Array.isArray(one["enum"])) values.push(...(one["enum"] as unknown[]));
    else if (one["type"] === "boolean") values.push(true, false);
    else if (one["type"] !== "null") return undefined;
  }
  return values.filter((value) => value !== null);
}

/** True when the value may also be null. */
const allowsNull = (schema: JsonSchema): boolean => kindsOf(schema).has("null");

/** A shape that tells nothing of its keys: any key may be there. */
function isOpen(schema: JsonSchema): boolean {
  const kinds = kindsOf(schema);
  if (kinds.has("any")) return true;
  return kinds.has("map") && schema["additionalProperties"] !== false && !schema["properties"] && !recordOf(schema);
}

/** The schema of the values of a map whose keys are data. */
export function recordOf(schema: JsonSchema): JsonSchema | undefined {
  const [pattern] = Object.entries(map(schema["patternProperties"])).filter(([name]) => name !== "^x-");
  const rest = schema["additionalProperties"];
  return pattern?.[1] ?? (typeof rest === "object" && rest !== null ? (rest as JsonSchema) : undefined);
}

// Contracts never change, and the same few paths are read again and again.
const entered = new WeakMap<JsonSchema, Map<string, Known | undefined>>();

/** What stands under one key, undefined where the contract has no such key. A list is entered by an index. */
export function stepInto({ schema, absent }: Known, step: string): Known | undefined {
  const steps = entered.get(schema) ?? new Map<string, Known | undefined>();
  entered.set(schema, steps);
  if (!steps.has(step)) steps.set(step, enter(schema, step));
  const found = steps.get(step);
  return found && absent && !found.absent ? { ...found, absent } : found;
}

function enter(schema: JsonSchema, step: string): Known | undefined {
  const found = alternativesOf(schema).flatMap((one) => stepIntoOne(one, step));
  if (found.length === 0) return undefined;
  const absent = allowsNull(schema) || found.some((one) => one.absent);
  return { schema: unite(found.map((one) => one.schema)), absent };
}

function stepIntoOne(schema: JsonSchema, step: string): Known[] {
  if (isOpen(schema)) return [anything];
  const properties = map(schema["properties"]);
  if (Object.hasOwn(properties, step)) {
    const required = list(schema["required"]).includes(step);
    const property = properties[step] as JsonSchema;
    return [{ schema: property, absent: !required || allowsNull(property) }];
  }
  if (/^\d+$/.test(step)) {
    const element = elementOf({ schema, absent: false });
    if (element) return [{ schema: element.schema, absent: true }];
  }
  const record = kindsOf(schema).has("map") ? recordOf(schema) : undefined;
  return record ? [{ schema: record, absent: true }] : [];
}

/** One element of a list, or one value of a map whose keys are data; undefined for anything else. */
export function elementOf({ schema }: Known): Known | undefined {
  const found = alternativesOf(schema).flatMap((one): JsonSchema[] => {
    const kinds = kindsOf(one);
    if (kinds.has("any")) return [{}];
    if (kinds.has("list")) return [(one["items"] as JsonSchema | undefined) ?? {}];
    const record = kinds.has("map") ? recordOf(one) : undefined;
    return record ? [record] : [];
  });
  return found.length === 0 ? undefined : present(unite(found));
}

/** Follows steps from one key to the next; tells how far it came. */
export function follow(known: Known, steps: readonly string[]): { known: Known } | { failed: number; at: Known } {
  let current = known;
  for (const [index, step] of steps.entries()) {
    const next = stepInto(current, step);
    if (!next) return { failed: index, at: current };
    current = next;
  }
  return { known: current };
}

/** The keys a contract names, for a suggestion. */
export function keysOf({ schema }: Known): string[] {
  return alternativesOf(schema).flatMap((one) => Object.keys(map(one["properties"])));
}

/** One of several shapes. */
export function unite(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  if (only && others.every((other) => other === only)) return only;
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 ? (different[0] as JsonSchema) : { anyOf: different };
}

/** One of several values. */
export function uniteKnown(known: readonly Known[]): Known {
  return { schema: unite(known.map((one) => one.schema)), absent: known.some((one) => one.absent) };
}

/** Whether a value of the one can ever be a value of the other; what nobody knows always can. */
export function canBe(given: JsonSchema, wanted: JsonSchema): boolean {
  const [name, other] = [findNamed(given), findNamed(wanted)];
  if (name !== undefined && other !== undefined && name !== other) return false;
  const kinds = kindsOf(given);
  const wantedKinds = kindsOf(wanted);
  if (kinds.has("any") || wantedKinds.has("any")) return true;
  return [...kinds].some((kind) => kind !== "null" && wantedKinds.has(kind));
}

const words: Readonly<Record<Kind, string>> = {
  text: "a text",
  number: "a number",
  boolean: "a yes or no",
  list: "a list",
  map: "a map",
  null: "nothing",
  any: "anything",
};

/** The shape in words, for a message to an author. */
export function describe(schema: JsonSchema): string {
  const named = findNamed(schema);
  if (named !== undefined) return `the ${nameOf[named]}`;
  const literals = literalsOf(schema)?.filter((value) => typeof value === "string");
  if (literals && literals.length > 0) return `one of ${literals.slice(0, 16).join(", ")}`;
  return [...kindsOf(schema)]
    .filter((kind) => kind !== "null")
    .map((kind) => words[kind])
    .join(" or ");
}
