import { operations, type OperationId } from "#engine/api/operations.ts";
import type { JsonSchema } from "#engine/base/known.ts";
import { argumentsOf, findFilling, type Argument } from "#engine/check/parts/operations.ts";
import { parameterNames } from "#engine/check/parts/routes.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Caller } from "#engine/documents/names.ts";
import { findRoot, loadableRoots } from "#engine/scope/index.ts";

type Properties = Readonly<Record<string, JsonSchema>>;

/** What is given beside a name, by that name: where `key` says it, its objects are closed by these keys. */
const beside = (key: Caller, taken: Readonly<Record<string, Properties>>): JsonSchema => ({
  allOf: Object.entries(taken).map(([name, properties]) => ({
    if: { required: [key], properties: { [key]: { const: name } } },
    then: { properties },
  })),
});

/** An object that takes these keys and no other. What is missing is the check's to say: it knows what else fills it in. */
const keys = (lines: ReadonlyMap<string, string>, what: string): JsonSchema => ({
  properties: Object.fromEntries([...lines].map(([name, description]) => [name, { description }])),
  propertyNames: {
    ...(lines.size > 0 ? { enum: [...lines.keys()] } : { not: {} }),
    errorMessage: `${what} takes nothing of this name.`,
  },
});

/** The arguments of an operation, and what else a root takes. */
function argumentKeys(id: OperationId, more: readonly string[] = []): JsonSchema {
  const lines = new Map([...argumentsOf(id)].map(([name, argument]) => [name, toLine(argument)]));
  for (const name of more) lines.set(name, "Taken by the root.");
  return keys(lines, id);
}

const toLine = ({ schema, required }: Argument): string => {
  const line = String(schema["description"] ?? "");
  return required ? line : `${line} May be left out.`;
};

const byOperation = (): Record<string, Properties> =>
  Object.fromEntries((Object.keys(operations) as OperationId[]).map((id) => [id, { with: argumentKeys(id) }]));

function byRoot(): Record<string, Properties> {
  const taken: Record<string, Properties> = {};
  for (const root of loadableRoots) {
    const id = findFilling(root);
    if (id) taken[root] = { with: argumentKeys(id, findRoot(root)?.takes) };
  }
  return taken;
}

function byScreen(set: DocumentSet): Record<string, Properties> {
  const screens = set.ofKind("screen").map(({ document }) => document as DocumentOf<"screen">);
  return Object.fromEntries(
    screens.map((screen) => {
      const { id, query = {}, state = {} } = screen;
      const given = (names: readonly string[], line: string) =>
        keys(new Map(names.map((name) => [name, line])), `The screen ${id}`);
      return [
        id,
        {
          params: given(parameterNames(screen), "A gap of the screen's route."),
          query: given(Object.keys(query), "What the screen's address may say."),
          state: given(Object.keys(state), "What the screen may be told."),
        },
      ];
    }),
  );
}

/** What is given beside an operation, a root or a screen, by its name. */
export function takenDefinitions(set: DocumentSet): Record<`taken-by-${Caller}`, JsonSchema> {
  return {
    "taken-by-call": beside("call", byOperation()),
    "taken-by-fetchFile": beside("fetchFile", byOperation()),
    "taken-by-root": beside("root", byRoot()),
    "taken-by-navigate": beside("navigate", byScreen(set)),
  };
}
