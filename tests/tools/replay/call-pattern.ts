import { configEndpoints } from "#engine/contract/config.ts";
import {
  appOperationIds,
  getAppOperation,
  isAppOperationId,
  type AppOperationId,
} from "#engine/contract/all-operations.ts";
import { services } from "#engine/contract/services.ts";

/** Calls of a page other than operations: its definitions. */
const ofDocuments = { "config.manifest": configEndpoints.manifest, "config.document": configEndpoints.document };

/** The id of a call of a page. */
export type CallId = AppOperationId | keyof typeof ofDocuments;

export const callIds = [...appOperationIds, ...Object.keys(ofDocuments)] as CallId[];

/** The method and the path pattern of a call, with any parameters. */
export function toCallPattern(id: CallId): { method: string; pattern: RegExp } {
  const { method, path } = isAppOperationId(id)
    ? { ...getAppOperation(id), path: `${services[getAppOperation(id).service]}${getAppOperation(id).path}` }
    : ofDocuments[id];
  return { method, pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}$`) };
}
