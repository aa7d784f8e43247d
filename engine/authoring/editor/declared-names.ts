import { listBlocks, parameterNames } from "#engine/authoring/check/support/screens.ts";
import { listForms, toDataShape } from "#engine/authoring/check/support/forms.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { below, toTypeWords, type Path } from "./paths.ts";

/** Names that definitions declare, each with the ids of the declaring definitions. */
export type DeclaredNames = ReadonlyMap<string, readonly string[]>;

/** Groups declared names with the ids of their definitions. */
function gather(pairs: Iterable<readonly [name: string, id: string]>): DeclaredNames {
  const found = new Map<string, string[]>();
  for (const [name, id] of pairs) found.set(name, [...new Set([...(found.get(name) ?? []), id])]);
  return found;
}

const blocksOf = (kind: string) => (set: DefinitionSet) =>
  gather(
    set
      .ofKind("screen")
      .flatMap((screen) =>
        listBlocks(screen).flatMap(({ block }) =>
          block.block === kind ? [[block.id, screen.document.id] as const] : [],
        ),
      ),
  );

/** Dialogs, by id. */
export const dialogs = blocksOf("dialog");
/** Form blocks, by id. */
export const formBlocks = blocksOf("form");

/** Tables that another table of the flow continues with. */
export const tables = (set: DefinitionSet): DeclaredNames =>
  gather(
    set
      .ofKind("flow")
      .flatMap(({ document }) =>
        Object.keys((document as DefinitionOf<"flow">).tables).flatMap((name) =>
          name === "start" ? [] : [[name, document.id] as const],
        ),
      ),
  );

const keysOfScreens = (keysOf: (screen: DefinitionOf<"screen">) => readonly string[]) => (set: DefinitionSet) =>
  gather(
    set.ofKind("screen").flatMap(({ document }) => {
      const screen = document as DefinitionOf<"screen">;
      return keysOf(screen).map((key) => [key, screen.id] as const);
    }),
  );

/** The `view` keys of screens. */
export const viewKeys = keysOfScreens(({ view = {} }) => Object.keys(view));
const routeKeys = keysOfScreens((screen) => [
  ...parameterNames(screen),
  ...Object.keys(screen.query ?? {}),
  ...Object.keys(screen.state ?? {}),
]);

/** Returns the paths into the data of any form, for definitions that no single form belongs to. */
export function listDataPaths(set: DefinitionSet): Path[] {
  const found = listForms(set).flatMap(({ form: { id } }) =>
    [...below("data", "", toDataShape(id, set).schema)].map((path) => ({ ...path, id })),
  );
  const ids = gather(found.map(({ path, id }) => [path, id] as const));
  const types = gather(found.map(({ path, type }) => [path, type] as const));
  return [...ids]
    .filter(([path]) => path !== "data")
    .map(([path, of]) => ({ path, line: toDeclarers("form", of), type: types.get(path)!.join(" or "), open: false }));
}

/** Returns the paths into the `view`, query and state of screens. */
export function listScreenPaths(set: DefinitionSet): Path[] {
  const typesOf = (read: (screen: DefinitionOf<"screen">) => object) =>
    gather(
      set
        .ofKind("screen")
        .flatMap(({ document }) =>
          Object.entries(read(document as DefinitionOf<"screen">)).map(
            ([key, type]) => [key, toTypeWords(type as JsonSchema)] as const,
          ),
        ),
    );
  const toPaths = (declared: DeclaredNames, types: DeclaredNames, root: string): Path[] =>
    [...declared].map(([name, ids]) => ({
      path: `${root}${name}`,
      line: toDeclarers("screen", ids),
      type: types.get(name)?.join(" or ") ?? "a text",
      open: false,
    }));
  return [
    ...toPaths(
      set.once(viewKeys),
      typesOf(({ view = {} }) => view),
      "view.",
    ),
    ...toPaths(
      set.once(routeKeys),
      typesOf(({ params = {}, query = {}, state = {} }) => ({ ...params, ...query, ...state })),
      "route.",
    ),
  ];
}

const most = 4;

/** Returns a line with the declaring definitions: "Of the screens form, home." Shortens a long list. */
export function toDeclarers(kind: string, ids: readonly string[] = []): string {
  if (ids.length === 1) return `Of the ${kind} ${ids[0]}.`;
  const others = ids.length > most ? ` and ${ids.length - most} more` : "";
  return `Of the ${kind}s ${ids.slice(0, most).join(", ")}${others}.`;
}
