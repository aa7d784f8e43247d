/*
 * The operations of all apps without schemas: for the check and for tools. A page has only those of who signs in to it
 * (renderer/data/operations.ts).
 */
import type { SignInKind } from "#engine/core/definitions/app.ts";
import { consoleOperationTable } from "./console/operation-table.ts";
import type { ConsoleOperationId } from "./console/index.ts";
import type { OperationId } from "./operations.ts";
import type { OperationEntry } from "./operation-entry.ts";
import { operationTable } from "./operation-table.ts";

/** The id of an operation of any app. */
export type AppOperationId = OperationId | ConsoleOperationId;

/** The operations by who signs in to the apps that call them. */
const tables: Readonly<Record<SignInKind, Readonly<Record<string, OperationEntry>>>> = {
  candidate: operationTable,
  staff: consoleOperationTable,
};
const all: Readonly<Record<string, OperationEntry>> = { ...operationTable, ...consoleOperationTable };

/** The ids of all operations. */
export const appOperationIds = Object.keys(all) as readonly AppOperationId[];

/** Returns the table entry of an operation of any app. */
export const getAppOperation = (id: AppOperationId): OperationEntry => all[id]!;

/** Returns whether an operation of any app has this name. Check every name from outside with it first. */
export const isAppOperationId = (name: string): name is AppOperationId => Object.hasOwn(all, name);

/** Who signs in to the apps that may call an operation; undefined for an unknown name. */
export const findSignInOf = (name: string): SignInKind | undefined =>
  (Object.keys(tables) as SignInKind[]).find((kind) => Object.hasOwn(tables[kind], name));
