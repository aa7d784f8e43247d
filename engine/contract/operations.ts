/*
 * All operations without schemas or schema builder, light enough for the first screen. `npm run meta` generates the
 * table from contracts.ts.
 */
import type { GuardedOperationId } from "#engine/core/definitions/guarded-operations.ts";
import type { Contracts } from "./contracts.ts";
import type { OperationBasics, OperationEntry } from "./operation-entry.ts";
import { operationTable } from "./operation-table.ts";

/** The id of an operation, as definitions and handlers write it. */
export type OperationId = keyof Contracts;

/** The guard that core/definitions/guarded-operations.ts lists for an operation. */
type GuardOf<Id> =
  Id extends GuardedOperationId<"transaction">
    ? { readonly guard: "transaction" }
    : Id extends GuardedOperationId<"item">
      ? { readonly guard: "item" }
      : { readonly guard?: undefined };

/** The operation table. A line that differs from its contract is a type error: run `npm run meta`. */
export const operations = operationTable satisfies {
  readonly [Id in OperationId | GuardedOperationId]: Id extends OperationId
    ? Pick<Contracts[Id], keyof Contracts[Id] & keyof OperationBasics> & OperationEntry & GuardOf<Id>
    : never;
};

/** Returns the table entry of an operation as the common type. */
export function getOperation(id: OperationId): OperationEntry {
  return operations[id];
}

/** Returns whether the table has `name`. Check every name from outside with it first. */
export function isOperationId(name: string): name is OperationId {
  return Object.hasOwn(operations, name);
}
