import type { Static, TSchema } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { credentialContracts } from "./credentials.ts";
import { fileContracts } from "./files.ts";
import { noticeContracts } from "./notices.ts";
import type { OperationId } from "./operations.ts";
import { paymentContracts } from "./payments.ts";
import { placeContracts } from "./places.ts";
import { profileContracts } from "./profile.ts";
import { transactionContracts } from "./transactions.ts";
import { verificationContracts } from "./verifications.ts";

/** The contract of every operation. A missing one fails here, in `satisfies`. */
export const contracts = {
  ...profileContracts,
  ...credentialContracts,
  ...transactionContracts,
  ...verificationContracts,
  ...paymentContracts,
  ...fileContracts,
  ...placeContracts,
  ...noticeContracts,
} as const satisfies Record<OperationId, Contract>;

type Contracts = typeof contracts;

/** Stays `true`; names the contracts that no operation uses when there are any. */
export const everyContractHasAnOperation: [Exclude<keyof Contracts, OperationId>] extends [never]
  ? true
  : { unknown: Exclude<keyof Contracts, OperationId> } = true;

type Part<Id extends OperationId, Name extends keyof Contract, Otherwise> = Contracts[Id] extends Record<Name, infer Schema extends TSchema>
  ? Static<Schema>
  : Otherwise;
type AllKeys<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;
type WithoutFile<T> = T extends unknown ? Omit<T, "file"> : never;

/** The path's parameters of an operation; an empty record where it has none. */
export type Params<Id extends OperationId> = Part<Id, "params", Record<never, never>>;
/** The query of an operation: strings, as on the wire. */
export type Query<Id extends OperationId> = Part<Id, "query", Record<never, never>>;
/** The JSON body of an operation; undefined where it has none. */
export type Body<Id extends OperationId> = Part<Id, "body", undefined>;
/** The text parts of a multipart body, without the file. */
export type FormParts<Id extends OperationId> = WithoutFile<Part<Id, "form", Record<never, never>>>;
/** What stands under `data` in a successful answer. */
export type Data<Id extends OperationId> = Static<Contracts[Id]["data"]>;
/** Everything a client passes: path, query and body in one object. */
export type Arguments<Id extends OperationId> = AllKeys<
  Params<Id> & Query<Id> & (Body<Id> extends undefined ? Record<never, never> : Body<Id>)
>;

/** The contract of one operation in the common shape. */
export function getContract(id: OperationId): Contract {
  return contracts[id];
}
