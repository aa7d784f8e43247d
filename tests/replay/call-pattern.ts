import { configCalls } from "#engine/api/config.ts";
import { getOperation, isOperationId, operations, type OperationId } from "#engine/api/operations.ts";
import { services } from "#engine/api/services.ts";

/** What a page asks for beside the operations: its documents. */
const ofDocuments = { "config.manifest": configCalls.manifest, "config.document": configCalls.document };

/** What a page asks for, by its name. */
export type AskedId = OperationId | keyof typeof ofDocuments;

export const askedIds = [...Object.keys(operations), ...Object.keys(ofDocuments)] as AskedId[];

/** The method of what is asked for, and what the path of its calls looks like, whatever its parameters are. */
export function toCallPattern(id: AskedId): { method: string; pattern: RegExp } {
  const { method, path } = isOperationId(id)
    ? { ...getOperation(id), path: `${services[getOperation(id).service]}${getOperation(id).path}` }
    : ofDocuments[id];
  return { method, pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}$`) };
}
