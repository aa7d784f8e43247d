import { allOf, type Condition, type Steps } from "./conditions.ts";
import { toCondition } from "./json-schema-conditions.ts";
import { readSource, type Branch, type JsonSchema } from "./json-schema.ts";
import { below, type Unmapped } from "./unmapped.ts";

/** A property of a group, with everything that the group's branches add to it. */
export interface CollectedProperty {
  readonly name: string;
  /** The first schema that defines it; later ones narrow it. */
  defined: Branch;
  /** Each is one case in which it is there. */
  readonly present: (Condition | undefined)[];
  /** Each is one case in which it is required. */
  readonly required: (Condition | undefined)[];
  readonly narrowed: Branch[];
}

interface Collection {
  readonly steps: Steps;
  readonly found: Map<string, CollectedProperty>;
  readonly required: { name: string; condition: Condition | undefined; at: string }[];
  readonly unmapped: Unmapped[];
  readonly resolve: (schema: JsonSchema) => JsonSchema;
}

/** Keywords of a group that become rules. */
export const branchKeywords = "if then else allOf anyOf oneOf dependencies dependentRequired dependentSchemas";
const supportedInBranch: ReadonlySet<string> = new Set(
  `${branchKeywords} properties required type title description additionalProperties $comment`.split(" "),
);

/**
 * Collects the properties of a group and of its branches: `if`/`then`/`else`, `allOf`, `dependencies`,
 * `dependentRequired`, `dependentSchemas`, and `oneOf`/`anyOf` with a discriminator. Reports what it cannot convert.
 */
export function collectProperties(
  branches: readonly Branch[],
  { steps, unmapped, resolve }: Pick<Collection, "steps" | "unmapped" | "resolve">,
): CollectedProperty[] {
  const collection: Collection = { steps, found: new Map(), required: [], unmapped, resolve };
  for (const branch of branches) collect(branch, collection);
  for (const { name, condition, at } of collection.required) {
    const property = collection.found.get(name);
    if (property) property.required.push(condition);
    else unmapped.push({ at, reason: `no property of this group is named '${name}'` });
  }
  return [...collection.found.values()];
}

function collect(branch: Branch, collection: Collection): void {
  const { schema, condition, at } = branch;
  for (const [name, own] of Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>))
    addOwn(name, { schema: collection.resolve(own), at: below(at, "properties", name), condition }, collection);
  for (const name of (schema["required"] ?? []) as readonly string[])
    collection.required.push({ name, condition, at: below(at, "required") });
  for (const [key, convert] of Object.entries(converters)) if (schema[key] !== undefined) convert(branch, collection);
}

/** Collects a schema below a keyword, and reports what it has beyond properties. */
function collectBranch(branch: Branch, collection: Collection): void {
  const schema = collection.resolve(branch.schema);
  for (const key of Object.keys(schema).filter((one) => !supportedInBranch.has(one)))
    collection.unmapped.push({ at: below(branch.at, key), reason: "a form does not support it in a condition" });
  collect({ ...branch, schema }, collection);
}

/** Adds a property with the conditions that the form of another engine gives it. */
function addOwn(name: string, branch: Branch, collection: Collection): void {
  const { at = branch.at, when, require } = readSource(branch.schema) ?? {};
  addProperty(name, { schema: branch.schema, at, condition: allOf(branch.condition, when) }, collection);
  if (require) collection.required.push({ name, condition: require, at });
}

/** Keywords that only name or describe: a branch with nothing else repeats a property and adds nothing to it. */
const describing: ReadonlySet<string> = new Set(["type", "title", "description"]);

function addProperty(name: string, branch: Branch, { found }: Collection): void {
  const known = found.get(name);
  if (!known) {
    found.set(name, { name, defined: branch, present: [branch.condition], required: [], narrowed: [] });
    return;
  }
  const isSame = JSON.stringify(branch.schema) === JSON.stringify(known.defined.schema);
  // A property of two branches is there in both cases; one that is always there is only narrowed.
  const isAlways = known.present.includes(undefined);
  if (!isAlways) known.present.push(branch.condition);
  const adds = Object.keys(branch.schema).some((key) => !describing.has(key));
  if (isSame || !adds) return;
  if (!isAlways) widen(known, branch);
  known.narrowed.push(branch);
}

/** Gives a property the choices of all its branches. Each branch then narrows it to its own. */
function widen(known: CollectedProperty, { schema }: Branch): void {
  const [own, further] = [known.defined.schema["enum"], schema["enum"]];
  if (!Array.isArray(own) || !Array.isArray(further)) return;
  if (known.narrowed.length === 0) known.narrowed.push(known.defined);
  known.defined = { ...known.defined, schema: { ...known.defined.schema, enum: [...new Set([...own, ...further])] } };
}

type Converter = (branch: Branch, collection: Collection) => void;

const converters: Readonly<Record<string, Converter>> = {
  if: collectIf,
  allOf: ({ schema, at, condition }, collection) => {
    for (const [index, part] of (schema["allOf"] as readonly JsonSchema[]).entries())
      collectBranch({ schema: part, at: below(at, "allOf", index), condition }, collection);
  },
  oneOf: (branch, collection) => collectAlternatives("oneOf", branch, collection),
  anyOf: (branch, collection) => collectAlternatives("anyOf", branch, collection),
  dependencies: (branch, collection) => collectDependencies("dependencies", branch, collection),
  dependentRequired: (branch, collection) => collectDependencies("dependentRequired", branch, collection),
  dependentSchemas: (branch, collection) => collectDependencies("dependentSchemas", branch, collection),
};

function collectIf({ schema, at, condition }: Branch, collection: Collection): void {
  const tested = toCondition(schema["if"], collection.steps);
  if (!tested) {
    for (const key of ["if", "then", "else"].filter((one) => schema[one] !== undefined))
      collection.unmapped.push({ at: below(at, key), reason: "no rule has the meaning of this `if`" });
    return;
  }
  const cases = [
    { key: "then", condition: allOf(condition, tested) },
    { key: "else", condition: allOf(condition, { not: tested }) },
  ];
  for (const { key, condition: own } of cases)
    if (typeof schema[key] === "object")
      collectBranch({ schema: schema[key] as JsonSchema, at: below(at, key), condition: own }, collection);
}

function collectDependencies(key: string, { schema, at, condition }: Branch, collection: Collection): void {
  for (const [name, needs] of Object.entries(schema[key] as Record<string, JsonSchema | readonly string[]>)) {
    const own = allOf(condition, { filled: [...collection.steps, name] });
    if (Array.isArray(needs))
      for (const needed of needs as readonly string[])
        collection.required.push({ name: needed, condition: own, at: below(at, key, name) });
    else collectBranch({ schema: needs as JsonSchema, at: below(at, key, name), condition: own }, collection);
  }
}

/** Alternatives become conditions where each one fixes the same property to a constant: the discriminator. */
function collectAlternatives(key: "oneOf" | "anyOf", { schema, at, condition }: Branch, collection: Collection): void {
  const alternatives = (schema[key] as readonly JsonSchema[]).map(collection.resolve);
  const discriminator = findDiscriminator(alternatives, collection);
  if (discriminator === undefined) {
    const onlyRequired = alternatives.every((one) => Object.keys(one).every((word) => word === "required"));
    const reason = onlyRequired
      ? "a choice of required fields: write it as a check of the form"
      : "no property tells the alternatives apart: add one with a constant for each";
    collection.unmapped.push({ at: below(at, key), reason });
    return;
  }
  addDiscriminator(discriminator, alternatives, { at: below(at, key), condition }, collection);
  for (const [index, alternative] of alternatives.entries()) {
    const { [discriminator]: fixed, ...properties } = alternative["properties"] as Record<string, JsonSchema>;
    const value = { required: [discriminator], properties: { [discriminator]: toTest(collection.resolve(fixed!)) } };
    const required = ((alternative["required"] ?? []) as string[]).filter((name) => name !== discriminator);
    const own = allOf(condition, toCondition(value, collection.steps));
    collectBranch(
      { schema: { ...alternative, properties, required }, at: below(at, key, index), condition: own },
      collection,
    );
  }
}

const toTest = ({ const: value, enum: values }: JsonSchema): JsonSchema =>
  value === undefined ? { enum: values } : { const: value };

const isFixed = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && (schema["const"] !== undefined || Array.isArray(schema["enum"]));

function findDiscriminator(alternatives: readonly JsonSchema[], { resolve }: Collection): string | undefined {
  const [first = {}] = alternatives;
  return Object.keys((first["properties"] ?? {}) as object).find((name) =>
    alternatives.every((one) => {
      const own = (one["properties"] as Record<string, JsonSchema> | undefined)?.[name];
      return own !== undefined && isFixed(resolve(own));
    }),
  );
}

/** A discriminator that only the alternatives mention becomes a choice of their constants, named by their titles. */
function addDiscriminator(
  name: string,
  alternatives: readonly JsonSchema[],
  { at, condition }: Pick<Branch, "at" | "condition">,
  { found, required, resolve }: Collection,
): void {
  if (found.has(name)) return;
  const own = alternatives.map((one) => resolve((one["properties"] as Record<string, JsonSchema>)[name]!));
  const values = own.flatMap((one) => (one["const"] === undefined ? (one["enum"] as unknown[]) : [one["const"]]));
  const titles = alternatives.map(({ title }) => title);
  const isNamed = values.length === titles.length && titles.every((title) => typeof title === "string");
  const title = own.map((one) => one["title"]).find((one) => typeof one === "string");
  const choice: JsonSchema = {
    ...(title !== undefined && { title }),
    type: typeof values[0] === "object" ? "string" : typeof values[0],
    ...(isNamed ? { oneOf: values.map((value, index) => ({ const: value, title: titles[index] })) } : { enum: values }),
  };
  const defined = { schema: choice, at, ...(condition && { condition }) };
  found.set(name, { name, defined, present: [condition], required: [], narrowed: [] });
  required.push({ name, condition, at });
}
