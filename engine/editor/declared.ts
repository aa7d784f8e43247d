import { listBlocks } from "#engine/check/parts/blocks.ts";
import { listForms } from "#engine/check/parts/entries.ts";
import { toDataShape } from "#engine/check/parts/form-shape.ts";
import { parameterNames } from "#engine/check/parts/routes.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { below, type Path } from "./paths.ts";

/** What documents declare for themselves, by its name: the ids of those that do. */
export type Declared = ReadonlyMap<string, readonly string[]>;

/** Names with the id of the document that declares each, gathered by name. */
function gather(pairs: Iterable<readonly [name: string, id: string]>): Declared {
  const found = new Map<string, string[]>();
  for (const [name, id] of pairs) found.set(name, [...new Set([...(found.get(name) ?? []), id])]);
  return found;
}

const blocksOf = (kind: string) => (set: DocumentSet) =>
  gather(
    set
      .ofKind("screen")
      .flatMap((screen) =>
        listBlocks(screen).flatMap(({ block }) =>
          block.block === kind ? [[block.id, screen.document.id] as const] : [],
        ),
      ),
  );

/** Dialogs, by their ids. */
export const dialogs = blocksOf("dialog");
/** Form blocks, by their ids. */
export const formBlocks = blocksOf("form");

/** Tables of flows that another table goes on in. */
export const tables = (set: DocumentSet): Declared =>
  gather(
    set
      .ofKind("flow")
      .flatMap(({ document }) =>
        Object.keys((document as DocumentOf<"flow">).tables).flatMap((name) =>
          name === "start" ? [] : [[name, document.id] as const],
        ),
      ),
  );

const keysOfScreens = (keysOf: (screen: DocumentOf<"screen">) => readonly string[]) => (set: DocumentSet) =>
  gather(
    set.ofKind("screen").flatMap(({ document }) => {
      const screen = document as DocumentOf<"screen">;
      return keysOf(screen).map((key) => [key, screen.id] as const);
    }),
  );

/** What screens keep as `view`. */
export const viewKeys = keysOfScreens(({ view = {} }) => Object.keys(view));
const routeKeys = keysOfScreens((screen) => [
  ...parameterNames(screen),
  ...Object.keys(screen.query ?? {}),
  ...Object.keys(screen.state ?? {}),
]);

const dataPaths = (set: DocumentSet): Declared =>
  gather(
    listForms(set).flatMap(({ form: { id } }) =>
      [...below("data", "", toDataShape(id, set).schema)].map(({ path }) => [path, id] as const),
    ),
  );

/** Paths into form data, and into what screens keep and are told. */
export function listOwnPaths(set: DocumentSet): Path[] {
  const toPaths = (declared: Declared, kind: string, root = ""): Path[] =>
    [...declared].map(([name, ids]) => ({ path: `${root}${name}`, line: toDeclarers(kind, ids), open: false }));
  return [
    ...toPaths(set.once(dataPaths), "form").filter(({ path }) => path !== "data"),
    ...toPaths(set.once(viewKeys), "screen", "view."),
    ...toPaths(set.once(routeKeys), "screen", "route."),
  ];
}

const most = 4;

/** Who declares something, in a line: "Of the screens form, home." Of many, some. */
export function toDeclarers(kind: string, ids: readonly string[] = []): string {
  if (ids.length === 1) return `Of the ${kind} ${ids[0]}.`;
  const others = ids.length > most ? ` and ${ids.length - most} more` : "";
  return `Of the ${kind}s ${ids.slice(0, most).join(", ")}${others}.`;
}
