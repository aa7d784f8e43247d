import type { OperationId } from "#engine/api/operations.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";
import { fetchCode } from "#renderer/session/page-code.ts";

export const fetchFile: Action = async (step, context) => {
  const { fetchAnswer, giveFile } = await fetchCode(() => import("#renderer/data/files.ts"));
  const { blob, fileName } = await fetchAnswer(
    step["fetchFile"] as OperationId,
    evaluateValues(step["with"], context.scope()),
  );
  giveFile(blob, fileName);
};
