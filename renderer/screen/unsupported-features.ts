import { findOperator } from "#engine/core/rules/operators.ts";
import { actions } from "#renderer/actions/index.ts";
import { blocks } from "#renderer/blocks/index.ts";

/** The registries by kind of feature. Forms check the registry of widgets themselves. */
const isSupported: Readonly<Record<string, (name: string) => boolean>> = {
  block: (name) => Object.hasOwn(blocks, name),
  action: (name) => Object.hasOwn(actions, name),
  operator: (name) => findOperator(name) !== undefined,
};

/** The features of a bundle ("block:form", "operator:date") that this build lacks, because the release is newer. */
export const findUnsupported = (features: readonly string[]): string[] =>
  features.filter((feature) => {
    const [kind = "", name = ""] = feature.split(":", 2);
    return isSupported[kind]?.(name) === false;
  });
