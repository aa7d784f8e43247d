import { getOperation, type OperationId } from "#engine/api/operations.ts";
import { services } from "#engine/api/services.ts";

/** What the path of an operation's calls looks like, whatever its parameters are. */
export function toCallPattern(id: OperationId): RegExp {
  const { service, path } = getOperation(id);
  return new RegExp(`^${`${services[service]}${path}`.replace(/[.]/g, "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}$`);
}
