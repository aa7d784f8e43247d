import { isTable, type Rule } from "#engine/rules/expression.ts";

/** One action, as a row of a flow or an event names it. */
export interface Step {
  [key: string]: unknown;
}
/** The only branch there is: the first row that holds wins, `otherwise` is mandatory. */
export interface StepTable {
  rows: { id: string; when: Rule; do: Step[] }[];
  otherwise: Step[];
}
/** What is done: one step, several in order, or a table of them. */
export type Steps = Step | Step[] | StepTable;

/** Steps as a table, however they are written. */
export function toStepTable(steps: Steps): StepTable {
  if (Array.isArray(steps)) return { rows: [], otherwise: steps };
  return isTable(steps) ? (steps as StepTable) : { rows: [], otherwise: [steps as Step] };
}

/** Where steps lead that are no choice: the last of them, when all that comes before it is a call that nobody waits for. */
export function findLeadingStep(steps: Steps | undefined): Step | undefined {
  if (steps === undefined) return undefined;
  const { rows, otherwise } = toStepTable(steps);
  const before = otherwise.slice(0, -1);
  return rows.length === 0 && before.every((step) => step["aside"] === true) ? otherwise.at(-1) : undefined;
}
