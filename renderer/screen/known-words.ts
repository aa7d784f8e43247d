import { findOperator } from "#engine/rules/operators.ts";
import { actions } from "#renderer/actions/index.ts";
import { blocks } from "#renderer/blocks/index.ts";

/** Whether this build has what documents name, by the first part of a bundle's words. The registry of widgets comes with forms, which look there themselves. */
const knows: Readonly<Record<string, (name: string) => boolean>> = {
  block: (name) => Object.hasOwn(blocks, name),
  action: (name) => Object.hasOwn(actions, name),
  operator: (name) => findOperator(name) !== undefined,
};

/** The words of a bundle ("block:form", "operator:date") that this build does not know: its release is newer than the page. */
export const findUnknown = (words: readonly string[]): string[] =>
  words.filter((word) => {
    const [kind = "", name = ""] = word.split(":", 2);
    return knows[kind]?.(name) === false;
  });
