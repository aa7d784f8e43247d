import { isTable, type Rule } from "#engine/core/rules/expression.ts";

/** One action of a flow or an event. */
export interface Step {
  [key: string]: unknown;
}
/** A table of steps, the only branch: the first row that holds wins, else `otherwise`. */
export interface StepTable {
  rows: { id: string; when: Rule; do: Step[] }[];
  otherwise: Step[];
}
/** One step, several in order, or a table of them. */
export type Steps = Step | Step[] | StepTable;

/** Returns steps of any form as a table. */
export function toStepTable(steps: Steps): StepTable {
  if (Array.isArray(steps)) return { rows: [], otherwise: steps };
  return isTable(steps) ? (steps as StepTable) : { rows: [], otherwise: [steps as Step] };
}

/** Returns the last of the steps, if they have no branch and every earlier step is a call in the background. */
export function findFinalStep(steps: Steps | undefined): Step | undefined {
  if (steps === undefined) return undefined;
  const { rows, otherwise } = toStepTable(steps);
  const before = otherwise.slice(0, -1);
  return rows.length === 0 && before.every((step) => step["background"] === true) ? otherwise.at(-1) : undefined;
}
