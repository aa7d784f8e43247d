/** A plain JSON Schema: contracts, form data and generated meta-schemas. */
export type JsonSchema = { readonly [key: string]: unknown };

/** `$comment` of a code that is shown untranslated, such as a currency. */
export const untranslatedCode = "untranslated";

/** `$comment` of an address in an answer that the page may navigate to, outside the wallet. */
export const externalUrl = "external url";

/**
 * `$comment` of a text that names an entity. The check compares such names with the existing entities of that kind, and
 * never accepts a name of one kind where another is expected.
 */
export const entityComment = {
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

/** A kind of entity that a text can name. */
export type EntityKind = keyof typeof entityComment;

const kindByComment = new Map<unknown, EntityKind>(
  Object.entries(entityComment).map(([named, comment]) => [comment, named as EntityKind]),
);
const entityKinds = new WeakMap<JsonSchema, { readonly named: EntityKind | undefined }>();

/** Returns the kind of entity that a text names, if its schema states one. */
export function findEntityKind(schema: JsonSchema): EntityKind | undefined {
  const known = entityKinds.get(schema) ?? { named: toEntityKind(schema) };
  entityKinds.set(schema, known);
  return known.named;
}

function toEntityKind(schema: JsonSchema): EntityKind | undefined {
  const names = new Set(
    alternativesOf(schema)
      .filter((one) => one["type"] !== "null")
      .map((one) => kindByComment.get(one["$comment"])),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

/** The static type of a value: its schema, and whether it can be absent. */
export interface ValueType {
  readonly schema: JsonSchema;
  /** The value may be undefined or null when it is read. */
  readonly canBeAbsent: boolean;
}

/** The coarse kind of a value; `any` where no contract states it. */
export type ValueKind = "text" | "number" | "boolean" | "list" | "map" | "null" | "any";

/** The type of a value without a contract: every use of it is accepted. */
export const anyValue: ValueType = { schema: {}, canBeAbsent: true };

/** The type of a value that is never absent. */
export const presentValue = (schema: JsonSchema): ValueType => ({ schema, canBeAbsent: false });

const kindOfType: Readonly<Record<string, ValueKind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "list",
  object: "map",
  null: "null",
};
const kindOfLiteral = (value: unknown): ValueKind =>
  value === null ? "null" : Array.isArray(value) ? "list" : (kindOfType[typeof value] ?? "any");

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const map = (value: unknown): Readonly<Record<string, JsonSchema>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, JsonSchema>>) : {};

/** Returns the alternatives of a union, flattened; a schema that is no union is its only alternative. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const unions = [...list(schema["anyOf"]), ...list(schema["oneOf"])] as JsonSchema[];
  if (unions.length > 0) return unions.flatMap(alternativesOf);
  const types = list(schema["type"]);
  return types.length > 0 ? types.map((type) => ({ ...schema, type })) : [schema];
}

const kindsBySchema = new WeakMap<JsonSchema, ReadonlySet<ValueKind>>();

/** Returns every kind that a value of this schema can have. */
export function kindsOf(schema: JsonSchema): ReadonlySet<ValueKind> {
  const known = kindsBySchema.get(schema) ?? findKinds(schema);
  kindsBySchema.set(schema, known);
  return known;
}

function findKinds(schema: JsonSchema): ReadonlySet<ValueKind> {
  const kinds = new Set<ValueKind>();
  for (const one of alternativesOf(schema)) {
    if ("const" in one) kinds.add(kindOfLiteral(one["const"]));
    else if (Array.isArray(one["enum"])) for (const value of one["enum"] as unknown[]) kinds.add(kindOfLiteral(value));
    else if (typeof one["type"] === "string") kinds.add(kindOfType[one["type"]] ?? "any");
    else kinds.add(one["properties"] || one["patternProperties"] ? "map" : one["items"] ? "list" : "any");
  }
  return kinds;
}

/** Returns the only values that a schema allows, without null; undefined when they cannot be listed. */
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

/** True for a schema that allows any key. */
function isOpen(schema: JsonSchema): boolean {
  const kinds = kindsOf(schema);
  if (kinds.has("any")) return true;
  return kinds.has("map") && schema["additionalProperties"] !== false && !schema["properties"] && !recordOf(schema);
}

/** Returns the schema of the values of a record (a map whose keys are data). */
export function recordOf(schema: JsonSchema): JsonSchema | undefined {
  const [pattern] = Object.entries(map(schema["patternProperties"])).filter(([name]) => name !== "^x-");
  const rest = schema["additionalProperties"];
  return pattern?.[1] ?? (typeof rest === "object" && rest !== null ? (rest as JsonSchema) : undefined);
}

// Contracts never change, and the check reads the same few paths again and again.
const propertyTypes = new WeakMap<JsonSchema, Map<string, ValueType | undefined>>();

/** Returns the type under one key, or undefined when the schema has no such key. A list takes an index. */
export function getPropertyType({ schema, canBeAbsent: absent }: ValueType, step: string): ValueType | undefined {
  const steps = propertyTypes.get(schema) ?? new Map<string, ValueType | undefined>();
  propertyTypes.set(schema, steps);
  if (!steps.has(step)) steps.set(step, findPropertyType(schema, step));
  const found = steps.get(step);
  return found && absent && !found.canBeAbsent ? { ...found, canBeAbsent: absent } : found;
}

function findPropertyType(schema: JsonSchema, step: string): ValueType | undefined {
  const found = alternativesOf(schema).flatMap((one) => findPropertyTypes(one, step));
  if (found.length === 0) return undefined;
  const absent = allowsNull(schema) || found.some((one) => one.canBeAbsent);
  return { schema: unionOf(found.map((one) => one.schema)), canBeAbsent: absent };
}

function findPropertyTypes(schema: JsonSchema, step: string): ValueType[] {
  if (isOpen(schema)) return [anyValue];
  const properties = map(schema["properties"]);
  if (Object.hasOwn(properties, step)) {
    const required = list(schema["required"]).includes(step);
    const property = properties[step] as JsonSchema;
    return [{ schema: property, canBeAbsent: !required || allowsNull(property) }];
  }
  if (/^\d+$/.test(step)) {
    const element = getElementType({ schema, canBeAbsent: false });
    if (element) return [{ schema: element.schema, canBeAbsent: true }];
  }
  const record = kindsOf(schema).has("map") ? recordOf(schema) : undefined;
  return record ? [{ schema: record, canBeAbsent: true }] : [];
}

/** Returns the type of the elements of a list or the values of a record; undefined for any other schema. */
export function getElementType({ schema }: ValueType): ValueType | undefined {
  const found = alternativesOf(schema).flatMap((one): JsonSchema[] => {
    const kinds = kindsOf(one);
    if (kinds.has("any")) return [{}];
    if (kinds.has("list")) return [(one["items"] as JsonSchema | undefined) ?? {}];
    const record = kinds.has("map") ? recordOf(one) : undefined;
    return record ? [record] : [];
  });
  return found.length === 0 ? undefined : presentValue(unionOf(found));
}

/** Follows keys from a type; on failure returns the index of the unknown key and the type before it. */
export function followPath(
  known: ValueType,
  steps: readonly string[],
): { known: ValueType } | { failed: number; at: ValueType } {
  let current = known;
  for (const [index, step] of steps.entries()) {
    const next = getPropertyType(current, step);
    if (!next) return { failed: index, at: current };
    current = next;
  }
  return { known: current };
}

/** Returns the keys that a schema names, for a suggestion. */
export function keysOf({ schema }: ValueType): string[] {
  return alternativesOf(schema).flatMap((one) => Object.keys(map(one["properties"])));
}

/** Returns the union of schemas, without duplicates. */
export function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  if (only && others.every((other) => other === only)) return only;
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 ? (different[0] as JsonSchema) : { anyOf: different };
}

/** Returns the union of types. */
export function unionOfTypes(known: readonly ValueType[]): ValueType {
  return { schema: unionOf(known.map((one) => one.schema)), canBeAbsent: known.some((one) => one.canBeAbsent) };
}

/** Returns whether a value of one schema can be a value of the other. An unknown type is always assignable. */
export function isAssignable(given: JsonSchema, wanted: JsonSchema): boolean {
  const [name, other] = [findEntityKind(given), findEntityKind(wanted)];
  if (name !== undefined && other !== undefined && name !== other) return false;
  const kinds = kindsOf(given);
  const wantedKinds = kindsOf(wanted);
  if (kinds.has("any") || wantedKinds.has("any")) return true;
  return [...kinds].some((kind) => kind !== "null" && wantedKinds.has(kind));
}

const kindWords: Readonly<Record<ValueKind, string>> = {
  text: "a text",
  number: "a number",
  boolean: "a yes or no",
  list: "a list",
  map: "a map",
  null: "nothing",
  any: "anything",
};

/** Words for a schema, for a message to an author. */
export function describeSchema(schema: JsonSchema): string {
  const named = findEntityKind(schema);
  if (named !== undefined) return `the ${entityComment[named]}`;
  const literals = literalsOf(schema)?.filter((value) => typeof value === "string");
  if (literals && literals.length > 0) return `one of ${literals.slice(0, 16).join(", ")}`;
  return [...kindsOf(schema)]
    .filter((kind) => kind !== "null")
    .map((kind) => kindWords[kind])
    .join(" or ");
}
