import { toStepTable, type Step, type Steps } from "#engine/documents/steps.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import { lackCode } from "#renderer/session/page-code.ts";
import type { ActionContext } from "./action.ts";

/** Does one step: the action is the key that the registry knows. A step of a newer release may name none that this page knows. */
async function runStep(step: Step, context: ActionContext): Promise<void> {
  const name = Object.keys(step).find((key) => Object.hasOwn(context.actions, key));
  if (name === undefined) return lackCode(`No action is known for ${Object.keys(step).join(", ")}.`);
  await context.actions[name]?.(step, context);
}

/**
 * Does steps: of a table the first row that holds, its steps in order, each waiting for the last; a failure ends the
 * row, and so does the end of the session or a person who went elsewhere. `place` is what the trace calls the table: "pay/opened" of a flow, "form/pay:press" of a block.
 */
export async function runSteps(steps: Steps, place: string, context: ActionContext): Promise<void> {
  const { rows, otherwise } = toStepTable(steps);
  const scope = context.scope();
  const row = rows.find(({ when }) => isTrue(when, scope));
  const at = rows.length > 0 ? `${place}/${row?.id ?? "otherwise"}` : place;
  if (rows.length > 0) context.trace({ row: at });
  for (const step of row ? row.do : otherwise) {
    if (context.isOver()) return;
    await runStep(step, { ...context, place, row: at });
  }
}

/** Runs a table of a flow. Throws for one that is not there: the check has refused such a document. */
export async function runTable(flowId: string, tableName: string, context: ActionContext): Promise<void> {
  const table = context.config.get("flow", flowId).tables[tableName];
  if (!table) throw new Error(`The flow ${flowId} has no table ${tableName}.`);
  await runSteps(table, `${flowId}/${tableName}`, { ...context, flow: flowId });
}
