import type { FlowDocument } from "#engine/documents/screen.ts";
import type { Step } from "#engine/documents/fragments.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ActionContext } from "./action.ts";
import type { ActionName } from "./contracts.ts";
import { actions } from "./index.ts";

/** Does one step: the action is the key that the registry knows. */
export async function runStep(step: Step, context: ActionContext): Promise<void> {
  const name = Object.keys(step).find((key) => Object.hasOwn(actions, key)) as ActionName | undefined;
  if (name) await actions[name](step, context);
}

/** Runs a table: the first row that holds, its steps in order, each waiting for the last; a failure ends the row. */
export async function runTable(flowId: string, tableName: string, context: ActionContext): Promise<void> {
  const table = context.config.get<FlowDocument>("flow", flowId).tables[tableName];
  if (!table) throw new Error(`The flow ${flowId} has no table ${tableName}.`);
  const scope = context.scope();
  const row = table.rows.find(({ when }) => isTrue(when, scope));
  context.trace({ row: `${flowId}/${tableName}/${row?.id ?? "otherwise"}` });
  for (const step of row ? row.do : table.otherwise) await runStep(step, { ...context, flow: flowId });
}
