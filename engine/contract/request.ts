import type { ContextName, OperationEntry } from "./operation-entry.ts";
import { type OperationId, getOperation } from "./operations.ts";
import { type ServiceName, services } from "./services.ts";

/** A call ready to send; `path` starts with the base of the service. */
export interface WireRequest {
  method: OperationEntry["method"];
  path: string;
  /** Undefined for a call without a body. */
  body: Record<string, unknown> | undefined;
}

/** Known values of the open transaction. */
export type RequestContext = Partial<Record<ContextName, string>>;

/** Builds a call of the wallet; see `toWireRequest`. */
export const toRequest = (
  id: OperationId,
  args: Readonly<Record<string, unknown>>,
  context: RequestContext = {},
  bases: Record<ServiceName, string> = services,
): WireRequest => toWireRequest({ id, entry: getOperation(id) }, args, context, bases);

/**
 * Builds a call from the arguments of an operation: adds context, and splits path, query and body. Drops undefined and
 * null, and false in a query. Throws TypeError for a missing path parameter.
 */
export function toWireRequest(
  { id, entry }: { readonly id: string; readonly entry: OperationEntry },
  args: Readonly<Record<string, unknown>>,
  context: RequestContext = {},
  bases: Record<ServiceName, string> = services,
): WireRequest {
  const remaining = toWireArguments(entry, args, context);
  const path = entry.path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = remaining.get(name);
    if (value === undefined || value === "") throw new TypeError(`${id} needs ${name}`);
    remaining.delete(name);
    return encodeURIComponent(String(value));
  });
  const inQuery = entry.method === "GET" ? [...remaining.keys()] : (entry.query ?? []);
  const query: string[] = [];
  for (const name of inQuery) {
    const value = remaining.get(name);
    remaining.delete(name);
    if (value === undefined || value === false) continue;
    query.push(`${encodeURIComponent(name)}=${encodeURIComponent(toQueryValue(value))}`);
  }
  return {
    method: entry.method,
    path: `${bases[entry.service]}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    body: entry.method === "GET" ? undefined : Object.fromEntries(remaining),
  };
}

function toWireArguments(
  entry: OperationEntry,
  args: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Map<string, unknown> {
  const wireArgs = new Map<string, unknown>();
  for (const [name, value] of Object.entries(args))
    if (value !== undefined && value !== null) wireArgs.set(name, value);
  for (const name of entry.context ?? []) {
    const wireName = entry.contextAs?.[name] ?? name;
    if (wireName !== name && wireArgs.has(name) && !wireArgs.has(wireName)) {
      wireArgs.set(wireName, wireArgs.get(name));
    }
    if (wireName !== name) wireArgs.delete(name);
    const value = context[name];
    if (!wireArgs.has(wireName) && value !== undefined) wireArgs.set(wireName, value);
  }
  if (entry.pairs) replacePairs(wireArgs, entry.pairs);
  if (entry.collects) collect(wireArgs, entry.collects);
  return wireArgs;
}

function replacePairs(
  wireArgs: Map<string, unknown>,
  { argument, key, value }: NonNullable<OperationEntry["pairs"]>,
): void {
  const map = wireArgs.get(argument);
  if (typeof map !== "object" || map === null || Array.isArray(map)) return;
  wireArgs.set(
    argument,
    Object.entries(map).map(([name, one]) => ({ [key]: name, [value]: one })),
  );
}

function collect(wireArgs: Map<string, unknown>, { into, keys }: NonNullable<OperationEntry["collects"]>): void {
  if (wireArgs.has(into)) return;
  const item: Record<string, unknown> = {};
  for (const key of keys) {
    if (wireArgs.has(key)) item[key] = wireArgs.get(key);
    wireArgs.delete(key);
  }
  wireArgs.set(into, [item]);
}

function toQueryValue(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
