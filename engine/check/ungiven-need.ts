import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Expr } from "#engine/rules/expression.ts";
import { filledIn } from "./missing-parameter.ts";
import { filledPaths } from "./parts/narrowing.ts";
import { listNavigations } from "./parts/navigations.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** A step to a screen that gives it less than its needs say: whoever follows it is sent away again at once. */
export const ungivenNeed: Check = (set) =>
  listNavigations(set).flatMap(({ source, pointer, step, target }) => {
    const given = ["params", "query", "state"].flatMap((part) => Object.keys((step[part] ?? {}) as object));
    return listNeeded(set, target)
      .filter((name) => !given.includes(name))
      .map((name) => {
        const part = target.query?.[name] ? "query" : "state";
        const message = `The screen ${target.id} needs "${name}" under ${part}: without it nobody stays there`;
        return issueAt(source, pointer, "ungiven-need", message);
      });
  });

/** What every load of a root needs to be filled: any of them brings it. */
function listLoaded(set: DocumentSet, { load = [] }: DocumentOf<"screen">, root: string): readonly string[] {
  const ways = load
    .filter((one) => one.root === root)
    .map(({ when }) => (when === undefined ? [] : filledPaths(when as Expr, set.rules)));
  return (ways[0] ?? []).filter((path) => ways.every((way) => way.includes(path)));
}

/** What of its query and state a screen cannot do without: its needs, and the conditions of the loads that these read. */
function listNeeded(set: DocumentSet, screen: DocumentOf<"screen">): string[] {
  const needed = (screen.needs ?? []).flatMap(({ rule }) => filledPaths(rule as Expr, set.rules));
  const roots = new Set(needed.map((path) => path.split(".")[0]!));
  const paths = [...needed, ...[...roots].flatMap((root) => listLoaded(set, screen, root))];
  const names = paths.flatMap((path) => (path.startsWith("route.") ? [path.slice("route.".length)] : []));
  return [...new Set(names)].filter((name) => {
    const declared = screen.query?.[name] ?? screen.state?.[name];
    return declared !== undefined && declared.default === undefined && !filledIn.includes(name);
  });
}
