import { present, unite, type JsonSchema, type Known } from "#engine/base/known.ts";
import { getContract } from "#engine/api/contracts.ts";
import { getOperation, operations, type OperationId } from "#engine/api/operations.ts";

/** What a document may give an operation under one name. */
export interface Argument {
  readonly schema: JsonSchema;
  /** It must be given: nobody fills it in. */
  readonly required: boolean;
}
type Arguments = ReadonlyMap<string, Argument>;

interface Shape {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Shape[];
}

const made = new Map<OperationId, Arguments>();

/** Every argument of an operation as documents give them: before the client fills in, collects and pairs them. */
export function argumentsOf(id: OperationId): Arguments {
  const known = made.get(id) ?? toArguments(id);
  made.set(id, known);
  return known;
}

/** The operation that fills a root; undefined for a root that is put together of several. */
export const findFilling = (root: string): OperationId | undefined =>
  (Object.keys(operations) as OperationId[]).find((id) => getOperation(id).fills === root);

const answers = new Map<OperationId, Known>();

/** What an operation answers. */
export function answerOf(id: OperationId): Known {
  const known = answers.get(id) ?? present(JSON.parse(JSON.stringify(getContract(id).data)) as JsonSchema);
  answers.set(id, known);
  return known;
}

function toArguments(id: OperationId): Arguments {
  const contract = getContract(id);
  const { context = [], contextAs = {}, collects, pairs } = getOperation(id);
  const found = new Map<string, Argument>();
  for (const [name, one] of argumentsIn(contract.params)) found.set(name, { ...one, required: true });
  for (const [name, one] of argumentsIn(contract.query)) found.set(name, { ...one, schema: asQuery(one.schema) });
  for (const [name, one] of argumentsIn(contract.body)) found.set(name, one);
  if (pairs) {
    const description = found.get(pairs.argument)?.schema["description"];
    found.set(pairs.argument, { schema: { type: "object", description }, required: true });
  }
  if (collects) collect(found, collects);
  for (const name of context) {
    const wire = contextAs[name] ?? name;
    const one = found.get(wire) ?? { schema: { type: "string" }, required: false };
    found.set(name, { ...one, required: false });
    found.set(wire, { ...one, required: false });
  }
  return found;
}

function argumentsIn(schema: unknown): [string, Argument][] {
  if (schema === undefined) return [];
  const plain = JSON.parse(JSON.stringify(schema)) as Shape;
  const shapes = plain.anyOf ?? [plain];
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape.properties ?? {})));
  return [...names].map((name) => {
    const schemas = shapes.flatMap((shape) => shape.properties?.[name] ?? []) as JsonSchema[];
    const required = shapes.every((shape) => shape.required?.includes(name));
    return [name, { schema: unite(schemas), required }];
  });
}

/** A query is text on the wire: a flag becomes the one word that the operation takes. */
const asQuery = (schema: JsonSchema): JsonSchema =>
  schema["const"] === "true" ? { description: schema["description"], anyOf: [schema, { type: "boolean" }] } : schema;

/** Arguments that travel as the one item of a list; the list itself may be given instead. */
function collect(found: Map<string, Argument>, { into, keys }: { into: string; keys: readonly string[] }): void {
  const whole = found.get(into);
  if (!whole) return;
  const items = (whole.schema["items"] ?? {}) as Shape;
  found.set(into, { ...whole, required: false });
  for (const key of keys)
    found.set(key, {
      schema: items.properties?.[key] ?? {},
      required: (items.required ?? []).includes(key),
    });
}
