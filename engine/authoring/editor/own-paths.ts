import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { toDataShape } from "#engine/authoring/check/support/forms.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { below, toDetail, type Path } from "./paths.ts";

/** The paths of one rank: completion lists them in this order of ranks, before names of other places. */
export type RankedPaths = readonly (readonly Path[])[];

/**
 * Builds the definition of a part of a document in which expressions complete these paths, at any depth. It names `var`
 * as a pattern, because editors would offer a property in every object. Validation accepts any other path.
 */
export function pathsIn(self: JsonSchema, ranked: RankedPaths): JsonSchema {
  const paths = ranked.flatMap((list, rank) => list.map((path) => ({ ...path, sort: `!${rank} ${path.path}` })));
  // Other names sort by their label, which begins with a quotation mark: "!" comes before it.
  const known: JsonSchema = {
    enum: paths.map(({ path }) => path),
    enumDescriptions: paths.map(({ line, type }) => toDetail(line, type)),
    enumDetails: paths.map(({ type }) => type),
    enumSortTexts: paths.map(({ sort }) => sort),
  };
  if (paths.length === 0) return {};
  return { patternProperties: { "^var$": { anyOf: [known, {}] } }, additionalProperties: self, items: self };
}

/** The paths that expressions of a form read: of its data, and of the rows of one of its lists. */
export interface FormPaths {
  readonly data: readonly Path[];
  /** Paths below an element of the list, from `root`: "row.from". */
  rowOf(list: string, root: string): readonly Path[];
}

/** The paths of a form; `lineOf` has the label of the value at a pointer of the form: "/jobs/-/from". */
export function findFormPaths(id: string, set: DefinitionSet, lineOf: (pointer: string) => string): FormPaths {
  const { schema } = toDataShape(id, set);
  const under = (root: string, pointer: string, contract: unknown): Path[] =>
    [...below(root, "", contract)]
      .filter(({ path }) => path !== root)
      .map((one) => ({ ...one, line: lineOf(pointer + one.path.slice(root.length).replaceAll(".", "/")) || one.line }));
  return {
    data: under("data", "", schema),
    rowOf: (list, root) => {
      const element = findElement(schema, list);
      return element ? under(root, `${list}/-`, element) : [];
    },
  };
}

/** The schema of an element of a list, by its pointer. */
function findElement(schema: JsonSchema, list: string): unknown {
  const found = list
    .slice(1)
    .split("/")
    .reduce<JsonSchema | undefined>(
      (one, step) => (one?.["properties"] as Record<string, JsonSchema> | undefined)?.[step],
      schema,
    );
  return found?.["items"];
}
