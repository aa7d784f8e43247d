import { toStepTable, type Step, type Steps } from "#engine/core/definitions/steps.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";
import { handleMissingCode } from "#renderer/session/code-loading.ts";
import type { ActionContext } from "./action.ts";

/**
 * Runs one step. Its action is the key that the registry contains. A newer release may use an action that this build
 * lacks.
 */
async function runStep(step: Step, context: ActionContext): Promise<void> {
  const name = Object.keys(step).find((key) => Object.hasOwn(context.actions, key));
  if (name === undefined) return handleMissingCode(`No action is known for ${Object.keys(step).join(", ")}.`);
  await context.actions[name]?.(step, context);
}

/**
 * Runs steps in order; of a table, those of the first row that applies. Stops at a failure, at the end of the session,
 * and when the user navigates away. `tablePath` names the table in the trace: "pay/opened" for a flow, "form/pay:press"
 * for a block.
 */
export async function runSteps(steps: Steps, tablePath: string, context: ActionContext): Promise<void> {
  const { rows, otherwise } = toStepTable(steps);
  const scope = context.scope();
  const row = rows.find(({ when }) => isTrue(when, scope));
  const rowPath = rows.length > 0 ? `${tablePath}/${row?.id ?? "otherwise"}` : tablePath;
  if (rows.length > 0) context.trace({ row: rowPath });
  for (const step of row ? row.do : otherwise) {
    if (context.isCancelled()) return;
    await runStep(step, { ...context, tablePath, rowPath });
  }
}

/** Runs a table of a flow. Throws if there is none; the check refuses such a definition. */
export async function runTable(flowId: string, tableName: string, context: ActionContext): Promise<void> {
  const table = context.config.get("flow", flowId).tables[tableName];
  if (!table) throw new Error(`The flow ${flowId} has no table ${tableName}.`);
  await runSteps(table, `${flowId}/${tableName}`, { ...context, flow: flowId });
}
