/*
 * The contracts of all operations: one literal per operation, in the file of its area. To add an operation: a literal
 * in <area>.ts and a handler in server/api/routes/<area>.ts (the server does not start without it), then `npm run
 * meta`. To add an area: a file, and a line here. The compiler and a test reject a stale operation-table.ts.
 */
import type { Static, TSchema } from "typebox";
import { consoleContracts, type ConsoleContracts } from "./console/index.ts";
import { credentialOperations } from "./credentials.ts";
import { fileOperations } from "./files.ts";
import { notificationOperations } from "./notifications.ts";
import { shareLinkOperations } from "./share-links.ts";
import { offerOperations } from "./offers.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { passkeyOperations } from "./passkeys.ts";
import { paymentOperations } from "./payments.ts";
import { presentationOperations } from "./presentations.ts";
import { placeOperations } from "./places.ts";
import { profileOperations } from "./profile.ts";
import { questionOperations } from "./questions.ts";
import { sessionOperations } from "./sessions.ts";
import { sourceRequestOperations } from "./source-requests.ts";
import { transactionOperations } from "./transactions.ts";
import { verifierContracts, type VerifierContracts } from "./verifier-api.ts";
import { verificationOperations } from "./verifications.ts";

/** All contracts of the wallet by operation id. The browser uses `operations` from operations.ts instead. */
export const contracts = {
  ...profileOperations,
  ...sessionOperations,
  ...passkeyOperations,
  ...credentialOperations,
  ...shareLinkOperations,
  ...offerOperations,
  ...presentationOperations,
  ...transactionOperations,
  ...questionOperations,
  ...verificationOperations,
  ...paymentOperations,
  ...fileOperations,
  ...placeOperations,
  ...notificationOperations,
  ...sourceRequestOperations,
} as const satisfies Record<string, OperationContract>;

/** The contracts with their literal types. */
export type Contracts = typeof contracts;
/** The contracts of the wallet, the console and the verifier API. */
export type AllContracts = Contracts & ConsoleContracts & VerifierContracts;
/** The id of an operation of any of them. */
export type AnyOperationId = keyof AllContracts;

type Part<Id extends AnyOperationId, Name extends keyof OperationContract, Otherwise> =
  AllContracts[Id] extends Record<Name, infer Schema extends TSchema> ? Static<Schema> : Otherwise;
const allContracts: Readonly<Record<AnyOperationId, OperationContract>> = {
  ...contracts,
  ...consoleContracts,
  ...verifierContracts,
};

type AllKeys<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;

/** The path parameters of an operation; an empty record without any. */
export type Params<Id extends AnyOperationId> = Part<Id, "params", Record<never, never>>;
/** The query of an operation: strings, as on the wire. */
export type Query<Id extends AnyOperationId> = Part<Id, "query", Record<never, never>>;
/** The JSON body of an operation; undefined without one. */
export type Body<Id extends AnyOperationId> = Part<Id, "body", undefined>;
/** The `data` of a successful answer. */
export type Data<Id extends AnyOperationId> = Static<AllContracts[Id]["data"]>;
/** The arguments of a client: path, query and body in one object. */
export type Arguments<Id extends AnyOperationId> = AllKeys<
  Params<Id> & Query<Id> & (Body<Id> extends undefined ? Record<never, never> : Body<Id>)
>;

/** Returns the contract of an operation as the common type. */
export function getContract(id: AnyOperationId): OperationContract {
  return allContracts[id];
}
