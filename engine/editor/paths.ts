import { alternativesOf, recordOf, type JsonSchema } from "#engine/base/known.ts";
import { failureContract, localRoots, roots } from "#engine/scope/index.ts";
import { itemContract } from "#engine/scope/item.ts";
import { local } from "./local.ts";

/** A path that a rule may read, with its line. */
export interface Path {
  readonly path: string;
  readonly line: string;
  /** What stands below is data: any key may follow. */
  readonly open: boolean;
}

/** Longer paths are read by no document, and a contract may hold itself. */
const deepest = 6;

/** Every path of the roots' contracts. */
function* listContractPaths(): Generator<Path> {
  for (const [name, { about, contract }] of Object.entries(roots)) yield* below(name, about, contract());
  yield* below("item", "The element of a list, or the verification that is judged.", itemContract());
  yield* below("failure", "What a failed call brings.", failureContract());
}

/** A path and all that lie below it, by the contract of what stands there. */
export function* below(path: string, line: string, contract: unknown): Generator<Path> {
  const schema = JSON.parse(JSON.stringify(contract)) as JsonSchema;
  yield* descend(path, { description: line, ...schema }, line);
}

function* descend(path: string, schema: JsonSchema, line: string): Generator<Path> {
  const forms = alternativesOf(schema);
  const keyed = forms.flatMap((one) => Object.entries((one["properties"] ?? {}) as Record<string, JsonSchema>));
  yield { path, line, open: forms.some(isOpen) };
  if (path.split(".").length >= deepest) return;
  for (const [key, property] of keyed)
    yield* descend(`${path}.${key}`, property, String(property["description"] ?? ""));
}

const isUntold = (type: unknown): boolean => type === undefined || type === "object";

/** A list, a map by data, or what no contract tells. */
const isOpen = (schema: JsonSchema): boolean =>
  schema["type"] === "array" ||
  recordOf(schema) !== undefined ||
  (!schema["properties"] && !schema["enum"] && !("const" in schema) && isUntold(schema["type"]));

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What `var` may read: a path that a contract has, or one into data that only its document knows; of those, `declared`. */
export function pathDefinitions(declared: Iterable<Path> = []): Record<"path" | "known-path", JsonSchema> {
  const found = [...listContractPaths(), ...declared];
  const lines = new Map(found.map(({ path, line }) => [path, line]));
  const open = new Set([...localRoots, ...found.filter((one) => one.open).map(({ path }) => path)]);
  const free = [...open].filter((path) => ![...open].some((other) => path.startsWith(`${other}.`)));
  const known = local("known-path");
  return {
    // The known ones are completed always, and asked for only where the path leads into none that is free.
    path: {
      type: "string",
      anyOf: [known, {}],
      if: { pattern: `^(?:${free.map(quoted).join("|")})(?:[.].+)?$` },
      else: known,
    },
    "known-path": {
      enum: [...lines.keys()],
      enumDescriptions: [...lines.values()],
      errorMessage: "No root has this path; npm run check says what was probably meant.",
    },
  };
}
