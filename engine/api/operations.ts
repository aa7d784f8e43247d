/*
 * Every call a document or the client may name, as light as the first screen needs it: no schemas, no schema builder.
 * Each is written once, in contracts.ts' areas; the table that is read here is generated from them.
 */
import type { Contracts } from "./contracts.ts";
import type { OperationBasics, OperationEntry } from "./entry.ts";
import { operationTable } from "./operation-table.ts";

/** The name of an operation, as documents and handlers write it. */
export type OperationId = keyof Contracts;

/** The operation table. A line that says something else than its literal is a type error: `npm run meta` writes it anew. */
export const operations = operationTable satisfies {
  readonly [Id in OperationId]: Pick<Contracts[Id], keyof Contracts[Id] & keyof OperationBasics> & OperationEntry;
};

/** The table's line of an operation, widened to the common shape. */
export function getOperation(id: OperationId): OperationEntry {
  return operations[id];
}

/** Operations that change something of this kind, and must be allowed to. */
export type Guarded<G extends "transaction" | "item" = "transaction" | "item"> = {
  [Id in OperationId]: (typeof operations)[Id] extends { guard: G } ? Id : never;
}[OperationId];

/** The names of the operations that change a transaction, or a verification of one. */
export function listGuarded<G extends "transaction" | "item">(guard: G): Guarded<G>[] {
  return (Object.keys(operations) as OperationId[]).filter((id): id is Guarded<G> => getOperation(id).guard === guard);
}

/** True when `name` is in the table; a name from outside is never looked up otherwise. */
export function isOperationId(name: string): name is OperationId {
  return Object.hasOwn(operations, name);
}
