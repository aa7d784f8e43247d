import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { leafPointers, findSchema, listForms, toSchemaPointer } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A pattern that holds for whatever contains it: six digits, and a whole letter around them. */
export const loosePattern: Check = (set) =>
  listForms(set).flatMap(({ source, form }) =>
    leafPointers(form.data).flatMap((at) => {
      const pattern = findSchema(form.data, at)?.pattern;
      if (pattern === undefined || findPatternFault(pattern) !== undefined || isWhole(pattern)) return [];
      const message = `Whatever contains this fits, too; "^(?:${pattern})$" is the whole text`;
      return [issueAt(source, `${toSchemaPointer(at)}/pattern`, "loose-pattern", message)];
    }),
  );

/** Whether each way through the pattern begins where the text begins and ends where it ends. */
function isWhole(pattern: string): boolean {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return alternatives.every(({ elements }) => isEdge(elements[0], "start") && isEdge(elements.at(-1), "end"));
}

const isEdge = (element: AST.Element | undefined, kind: "start" | "end"): boolean =>
  element?.type === "Assertion" && element.kind === kind;
