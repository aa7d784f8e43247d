import type { AppOperationId } from "#engine/contract/all-operations.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";
import { loadCode } from "#renderer/session/code-loading.ts";

export const fetchFile: Action = async (step, context) => {
  const { fetchDownload, saveFile } = await loadCode(() => import("#renderer/data/files.ts"));
  const { blob, fileName } = await fetchDownload(
    step["fetchFile"] as AppOperationId,
    evaluateValues(step["with"], context.scope()),
  );
  saveFile(blob, fileName);
};
