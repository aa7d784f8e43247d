import {
  appOperationIds,
  getAppOperation,
  isAppOperationId,
  type AppOperationId,
} from "#engine/contract/all-operations.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { type JsonSchema, presentValue, unionOf, type ValueType } from "#engine/core/base/value-type.ts";
import { findRoot } from "#engine/core/scope/index.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { listFields } from "./forms.ts";
import { definitions, listSteps, type PlacedDefinition } from "./places.ts";

/** An argument of an operation, as definitions write it. */
export interface Argument {
  readonly schema: JsonSchema;
  /** A definition must write it: the client does not fill it in. */
  readonly required: boolean;
}
type Arguments = ReadonlyMap<string, Argument>;

interface Shape {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Shape[];
}

const argumentsById = new Map<AppOperationId, Arguments>();

/** The arguments of an operation as definitions write them: before the client fills in, collects and pairs them. */
export function argumentsOf(id: AppOperationId): Arguments {
  const known = argumentsById.get(id) ?? toArguments(id);
  argumentsById.set(id, known);
  return known;
}

/** The operation that fills a root; undefined for a root that several operations fill. */
export const findFillingOperation = (root: string): AppOperationId | undefined =>
  appOperationIds.find((id) => getAppOperation(id).fills === root);

const answersById = new Map<AppOperationId, ValueType>();

/** The answer of an operation. */
export function answerOf(id: AppOperationId): ValueType {
  const known = answersById.get(id) ?? presentValue(JSON.parse(JSON.stringify(getContract(id).data)) as JsonSchema);
  answersById.set(id, known);
  return known;
}

function toArguments(id: AppOperationId): Arguments {
  const contract = getContract(id);
  const { context = [], contextAs = {}, collects, pairs } = getAppOperation(id);
  const found = new Map<string, Argument>();
  for (const [name, one] of argumentsIn(contract.params)) found.set(name, { ...one, required: true });
  for (const [name, one] of argumentsIn(contract.query)) found.set(name, { ...one, schema: asQuery(one.schema) });
  for (const [name, one] of argumentsIn(contract.body)) found.set(name, one);
  // A chosen file is no value of JSON.
  if (!contract.body)
    for (const [name, one] of argumentsIn(contract.form))
      found.set(name, { ...one, schema: { description: "A chosen file." } });
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
    return [name, { schema: unionOf(schemas), required }];
  });
}

/** A query is text on the wire: the client writes a flag as the one word that the operation takes. */
const asQuery = (schema: JsonSchema): JsonSchema =>
  schema["const"] === "true" ? { description: schema["description"], anyOf: [schema, { type: "boolean" }] } : schema;

/** Adds the arguments that travel as the one item of a list. A definition may write the list itself instead. */
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

/** A place where a definition writes arguments: a call, a load, a `fill`, a searched list. */
export interface PlacedCall {
  readonly source: SourceDefinition;
  /** Of the step, load, fill or list. */
  readonly pointer: string;
  /** The operation or the root, in words. */
  readonly what: string;
  readonly arguments: Arguments;
  readonly values: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** Every place where a definition writes arguments. */
export const listCalls = (set: DefinitionSet): readonly PlacedCall[] => set.once(calls);

const calls = (set: DefinitionSet): readonly PlacedCall[] => [
  ...listSteps(set).flatMap(({ source, pointer, step }) =>
    toCall(source, pointer, step["call"] ?? step["fetchFile"], step["with"] as Values),
  ),
  ...definitions("screen")(set).flatMap(toLoads),
  ...listFields(set).flatMap(({ source, entry: { fill }, pointer }) =>
    fill ? toCall(source, `${pointer}/fill`, fill.call, fill.with) : [],
  ),
  ...definitions("options")(set).flatMap(({ source, document }) => toCall(source, "", document.call, document.with)),
];

function toCall(source: SourceDefinition, pointer: string, operation: unknown, values: Values): PlacedCall[] {
  if (typeof operation !== "string" || !isAppOperationId(operation)) return [];
  const known = argumentsOf(operation);
  return [{ source, pointer, what: operation, arguments: known, values: values ?? {} }];
}

function toLoads({ source, document }: PlacedDefinition<"screen">): PlacedCall[] {
  return (document.load ?? []).flatMap(({ root, with: values }, index) => {
    const entry = findRoot(root);
    if (!entry || entry.isAlwaysLoaded) return [];
    const names = (entry.extraArguments ?? []).map((name): [string, Argument] => [
      name,
      { schema: { type: "string" }, required: false },
    ]);
    const filling = findFillingOperation(root);
    const known = new Map([...(filling ? argumentsOf(filling) : []), ...names]);
    return [{ source, pointer: `/load/${index}`, what: `the root ${root}`, arguments: known, values: values ?? {} }];
  });
}
