import type { OperationEntry } from "#engine/contract/operation-entry.ts";
import { operationTable } from "#engine/contract/operation-table.ts";

let operations: Readonly<Record<string, OperationEntry>> = operationTable;

/** Replaces the operations that pages call by those of who signs in to this app. */
export function setOperations(table: Readonly<Record<string, OperationEntry>>): void {
  operations = table;
}

/** The entry of an operation; undefined for one that this app may not call. */
export const findOperation = (id: string): OperationEntry | undefined =>
  Object.hasOwn(operations, id) ? operations[id] : undefined;

/** The entry of an operation. Throws for one that this app may not call. */
export function getOperation(id: string): OperationEntry {
  const entry = findOperation(id);
  if (!entry) throw new TypeError(`This app has no operation ${id}.`);
  return entry;
}
