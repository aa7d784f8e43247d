/*
 * Every operation of the wire, each one literal in the file of its area. One more: the literal in <area>.ts and its
 * handler in server/api/routes/<area>.ts (the server does not start without one), then `npm run meta`, which writes
 * operation-table.ts for the browser (a test and the compiler refuse a stale one). One more area: its file, and a line here.
 */
import type { Static, TSchema } from "typebox";
import { credentialOperations } from "./credentials.ts";
import { fileOperations } from "./files.ts";
import { noticeOperations } from "./notices.ts";
import { linkOperations } from "./links.ts";
import { offerOperations } from "./offers.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { paymentOperations } from "./payments.ts";
import { presentationOperations } from "./presentations.ts";
import { placeOperations } from "./places.ts";
import { profileOperations } from "./profile.ts";
import { questionOperations } from "./questions.ts";
import { sessionOperations } from "./sessions.ts";
import { transactionOperations } from "./transactions.ts";
import { verificationOperations } from "./verifications.ts";

/** The contract of every operation by its name; the browser carries `operations` of operations.ts instead. */
export const contracts = {
  ...profileOperations,
  ...sessionOperations,
  ...credentialOperations,
  ...linkOperations,
  ...offerOperations,
  ...presentationOperations,
  ...transactionOperations,
  ...questionOperations,
  ...verificationOperations,
  ...paymentOperations,
  ...fileOperations,
  ...placeOperations,
  ...noticeOperations,
} as const satisfies Record<string, OperationContract>;

/** Each literal by its name, as narrow as it is written. */
export type Contracts = typeof contracts;
type OperationId = keyof Contracts;

type Part<Id extends OperationId, Name extends keyof OperationContract, Otherwise> =
  Contracts[Id] extends Record<Name, infer Schema extends TSchema> ? Static<Schema> : Otherwise;
type AllKeys<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;

/** The path's parameters of an operation; an empty record where it has none. */
export type Params<Id extends OperationId> = Part<Id, "params", Record<never, never>>;
/** The query of an operation: strings, as on the wire. */
export type Query<Id extends OperationId> = Part<Id, "query", Record<never, never>>;
/** The JSON body of an operation; undefined where it has none. */
export type Body<Id extends OperationId> = Part<Id, "body", undefined>;
/** What stands under `data` in a successful answer. */
export type Data<Id extends OperationId> = Static<Contracts[Id]["data"]>;
/** Everything a client passes: path, query and body in one object. */
export type Arguments<Id extends OperationId> = AllKeys<
  Params<Id> & Query<Id> & (Body<Id> extends undefined ? Record<never, never> : Body<Id>)
>;

/** The contract of one operation in the common shape. */
export function getContract(id: OperationId): OperationContract {
  return contracts[id];
}
