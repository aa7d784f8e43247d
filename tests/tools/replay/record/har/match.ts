import { getOperation, operations, type OperationId } from "#engine/contract/operations.ts";
import { services } from "#engine/contract/services.ts";

/** A call of an operation. */
export interface FoundCall {
  readonly operation: OperationId;
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: RegExp;
  readonly names: readonly string[];
  /** Length of the fixed part. The longest match wins. */
  readonly fixed: number;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const patterns: readonly Pattern[] = (Object.keys(operations) as OperationId[])
  .map((operation) => {
    const { method, path, service } = getOperation(operation);
    const whole = services[service] + path;
    const names = [...whole.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => name);
    const parts = whole.split(/:[A-Za-z]+/);
    return {
      operation,
      method,
      path: new RegExp(`^(?:/[^?]*)?${parts.map(escape).join("([^/]+)")}/?$`),
      names,
      fixed: parts.join("").length,
    };
  })
  .toSorted((one, other) => other.fixed - one.fixed);

/**
 * Finds the operation of a call on any host and under any base path. Undefined for other calls and invalid addresses.
 */
export function findCall(method: string, address: string): FoundCall | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname, searchParams } = new URL(address);
  for (const { operation, names, path, ...pattern } of patterns) {
    const found = pattern.method === method.toUpperCase() ? path.exec(pathname) : null;
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? "")]));
    return { operation, params, query: Object.fromEntries(searchParams) };
  }
  return undefined;
}
