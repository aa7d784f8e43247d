import { configEndpoints } from "#engine/contract/config.ts";
import { getOperation, isOperationId, operations, type OperationId } from "#engine/contract/operations.ts";
import { services } from "#engine/contract/services.ts";

/** What a page asks for beside the operations: its documents. */
const ofDocuments = { "config.manifest": configEndpoints.manifest, "config.document": configEndpoints.document };

/** What a page asks for, by its name. */
export type CallId = OperationId | keyof typeof ofDocuments;

export const callIds = [...Object.keys(operations), ...Object.keys(ofDocuments)] as CallId[];

/** The method of what is asked for, and what the path of its calls looks like, whatever its parameters are. */
export function toCallPattern(id: CallId): { method: string; pattern: RegExp } {
  const { method, path } = isOperationId(id)
    ? { ...getOperation(id), path: `${services[getOperation(id).service]}${getOperation(id).path}` }
    : ofDocuments[id];
  return { method, pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}$`) };
}
