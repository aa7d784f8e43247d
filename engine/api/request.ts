import type { ContextName, OperationEntry } from "./entry.ts";
import { type OperationId, getOperation } from "./operations.ts";
import { type ServiceName, services } from "./services.ts";

/** A call ready to be sent; `path` starts with the service's base. */
export interface WireRequest {
  method: OperationEntry["method"];
  path: string;
  /** Undefined where the call has no body. */
  body: Record<string, unknown> | undefined;
}

/** What the client knows of the open transaction. */
export type RequestContext = Partial<Record<ContextName, string>>;

/**
 * Turns the arguments of an operation into a call: context filled in, path, query and body told apart.
 * Absent arguments (undefined, null) are left out; so is `false` in a query, where a flag is present or not.
 * Throws TypeError when a path parameter is missing: the caller is at fault.
 */
export function toRequest(
  id: OperationId,
  given: Readonly<Record<string, unknown>>,
  context: RequestContext = {},
  bases: Record<ServiceName, string> = services,
): WireRequest {
  const entry = getOperation(id);
  const left = toWireArguments(entry, given, context);
  const path = entry.path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = left.get(name);
    if (value === undefined || value === "") throw new TypeError(`${id} needs ${name}`);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  const inQuery = entry.method === "GET" ? [...left.keys()] : (entry.query ?? []);
  const query: string[] = [];
  for (const name of inQuery) {
    const value = left.get(name);
    left.delete(name);
    if (value === undefined || value === false) continue;
    query.push(`${encodeURIComponent(name)}=${encodeURIComponent(toQueryValue(value))}`);
  }
  return {
    method: entry.method,
    path: `${bases[entry.service]}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    body: entry.method === "GET" ? undefined : Object.fromEntries(left),
  };
}

function toWireArguments(
  entry: OperationEntry,
  given: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) if (value !== undefined && value !== null) found.set(name, value);
  for (const name of entry.context ?? []) {
    const wireName = entry.contextAs?.[name] ?? name;
    if (wireName !== name && found.has(name) && !found.has(wireName)) {
      found.set(wireName, found.get(name));
    }
    if (wireName !== name) found.delete(name);
    const value = context[name];
    if (!found.has(wireName) && value !== undefined) found.set(wireName, value);
  }
  if (entry.pairs) replacePairs(found, entry.pairs);
  if (entry.collects) collect(found, entry.collects);
  return found;
}

function replacePairs(
  found: Map<string, unknown>,
  { argument, key, value }: NonNullable<OperationEntry["pairs"]>,
): void {
  const map = found.get(argument);
  if (typeof map !== "object" || map === null || Array.isArray(map)) return;
  found.set(
    argument,
    Object.entries(map).map(([name, one]) => ({ [key]: name, [value]: one })),
  );
}

function collect(found: Map<string, unknown>, { into, keys }: NonNullable<OperationEntry["collects"]>): void {
  if (found.has(into)) return;
  const item: Record<string, unknown> = {};
  for (const key of keys) {
    if (found.has(key)) item[key] = found.get(key);
    found.delete(key);
  }
  found.set(into, [item]);
}

function toQueryValue(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
