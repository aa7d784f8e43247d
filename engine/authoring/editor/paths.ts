import { alternativesOf, describeSchema, recordOf, type JsonSchema } from "#engine/core/base/value-type.ts";
import { failureContract, localRoots, reportContract, roots, submissionContract } from "#engine/core/scope/index.ts";
import { itemContract } from "#engine/core/scope/item.ts";
import { toLocalReference } from "./local.ts";

/** A path that rules may read, with its description. */
export interface Path {
  readonly path: string;
  readonly line: string;
  /** Its type in words: "a text, dd-MM-yyyy". */
  readonly type: string;
  /** Any key may follow: the value is free data. */
  readonly open: boolean;
}

/** The maximum depth of a path; a contract may refer to itself. */
const deepest = 6;

/** Lists every path of the root contracts. */
function* listContractPaths(): Generator<Path> {
  for (const [name, { description: about, contract }] of Object.entries(roots)) yield* below(name, about, contract());
  yield* below("item", "The element of a list, or the verification under evaluation.", itemContract());
  yield* below("failure", "The failure of a call.", failureContract());
  yield* below("report", "The report that is being made.", reportContract());
  yield* below("submission", "A verified submission, in a report.", submissionContract());
}

/** Lists a path and all paths below it, by its contract. */
export function* below(path: string, line: string, contract: unknown): Generator<Path> {
  const schema = JSON.parse(JSON.stringify(contract)) as JsonSchema;
  yield* descend(path, { description: line, ...schema }, line);
}

function* descend(path: string, schema: JsonSchema, line: string): Generator<Path> {
  const forms = alternativesOf(schema);
  const keyed = forms.flatMap((one) => Object.entries((one["properties"] ?? {}) as Record<string, JsonSchema>));
  yield { path, line, type: toTypeWords(schema), open: forms.some(isOpen) };
  if (path.split(".").length >= deepest) return;
  for (const [key, property] of keyed)
    yield* descend(`${path}.${key}`, property, String(property["description"] ?? ""));
}

/** The type of a value in words, with its format. */
export function toTypeWords(schema: JsonSchema): string {
  const formats = alternativesOf(schema).flatMap(({ format }) => (typeof format === "string" ? [format] : []));
  return [describeSchema(schema), ...new Set(formats)].join(", ");
}

/** The description of a path for completion and hover: what it is, and its type. */
export const toDetail = (line: string, type: string): string => (line === "" ? type : `${line} (${type})`);

const isUntyped = (type: unknown): boolean => type === undefined || type === "object";

/** Returns whether the value is a list, a map by data, or has no contract. */
const isOpen = (schema: JsonSchema): boolean =>
  schema["type"] === "array" ||
  recordOf(schema) !== undefined ||
  (!schema["properties"] && !schema["enum"] && !("const" in schema) && isUntyped(schema["type"]));

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Builds the definitions of `var`: a path of a contract, or one of `declared` into free data. */
export function pathDefinitions(declared: Iterable<Path> = []): Record<"path" | "known-path", JsonSchema> {
  const found = [...listContractPaths(), ...declared];
  const lines = new Map(found.map((one) => [one.path, one]));
  const open = new Set([...localRoots, ...found.filter((one) => one.open).map(({ path }) => path)]);
  const free = [...open].filter((path) => ![...open].some((other) => path.startsWith(`${other}.`)));
  const known = toLocalReference("known-path");
  return {
    // Editors complete known paths everywhere, and require them only outside free data.
    path: {
      type: "string",
      anyOf: [known, {}],
      if: { pattern: `^(?:${free.map(quoted).join("|")})(?:[.].+)?$` },
      else: known,
    },
    "known-path": {
      enum: [...lines.keys()],
      enumDescriptions: [...lines.values()].map(({ line, type }) => toDetail(line, type)),
      enumDetails: [...lines.values()].map(({ type }) => type),
      errorMessage: "No root has this path; npm run check suggests the probable one.",
    },
  };
}
