import { appOperationIds, type AppOperationId } from "#engine/contract/all-operations.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { argumentsOf, findFillingOperation, type Argument } from "#engine/authoring/check/support/operations.ts";
import { parameterNames } from "#engine/authoring/check/support/screens.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { CallerKey } from "#engine/core/definitions/names.ts";
import { findRoot, loadableRoots } from "#engine/core/scope/index.ts";

type Properties = Readonly<Record<string, JsonSchema>>;

/** Closes the objects beside `key` by the keys that its value allows. */
const beside = (key: CallerKey, taken: Readonly<Record<string, Properties>>): JsonSchema => ({
  allOf: Object.entries(taken).map(([name, properties]) => ({
    if: { required: [key], properties: { [key]: { const: name } } },
    then: { properties },
  })),
});

/** An object with exactly these optional keys. The check reports missing arguments: it knows their other sources. */
const keys = (lines: ReadonlyMap<string, string>, what: string): JsonSchema => ({
  properties: Object.fromEntries([...lines].map(([name, description]) => [name, { description }])),
  propertyNames: {
    ...(lines.size > 0 ? { enum: [...lines.keys()] } : { not: {} }),
    errorMessage: `${what} has no argument of this name.`,
  },
});

/** The arguments of an operation, and the extra arguments of a root. */
function argumentKeys(id: AppOperationId, more: readonly string[] = []): JsonSchema {
  const lines = new Map([...argumentsOf(id)].map(([name, argument]) => [name, toLine(argument)]));
  for (const name of more) lines.set(name, "An argument of the root.");
  return keys(lines, id);
}

const toLine = ({ schema, required }: Argument): string => {
  const line = String(schema["description"] ?? "");
  return required ? line : `${line} Optional.`;
};

const byOperation = (): Record<string, Properties> =>
  Object.fromEntries(appOperationIds.map((id) => [id, { with: argumentKeys(id) }]));

function byRoot(): Record<string, Properties> {
  const taken: Record<string, Properties> = {};
  for (const root of loadableRoots) {
    const id = findFillingOperation(root);
    if (id) taken[root] = { with: argumentKeys(id, findRoot(root)?.extraArguments) };
  }
  return taken;
}

function byScreen(set: DefinitionSet): Record<string, Properties> {
  const screens = set.ofKind("screen").map(({ document }) => document as DefinitionOf<"screen">);
  return Object.fromEntries(
    screens.map((screen) => {
      const { id, query = {}, state = {} } = screen;
      const given = (names: readonly string[], line: string) =>
        keys(new Map(names.map((name) => [name, line])), `The screen ${id}`);
      return [
        id,
        {
          params: given(parameterNames(screen), "A parameter of the screen's route."),
          query: given(Object.keys(query), "A query parameter of the screen."),
          state: given(Object.keys(state), "A navigation state of the screen."),
        },
      ];
    }),
  );
}

/** Definitions of the arguments beside an operation, a root or a screen. */
export function argumentDefinitions(set: DefinitionSet): Record<`taken-by-${CallerKey}`, JsonSchema> {
  return {
    "taken-by-call": beside("call", byOperation()),
    "taken-by-fetchFile": beside("fetchFile", byOperation()),
    "taken-by-root": beside("root", byRoot()),
    "taken-by-navigate": beside("navigate", byScreen(set)),
  };
}
