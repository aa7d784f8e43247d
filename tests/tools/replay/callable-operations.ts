import { appOperationIds, getAppOperation, isAppOperationId } from "#engine/contract/all-operations.ts";
import { getContract, type AnyOperationId } from "#engine/contract/contracts.ts";
import type { OperationEntry } from "#engine/contract/operation-entry.ts";
import { verifierContracts, type VerifierContracts } from "#engine/contract/verifier-api.ts";

/** The operations that fixtures call: of the wallet, the console and the verifier API. */
export const callableIds: readonly AnyOperationId[] = [
  ...appOperationIds,
  ...(Object.keys(verifierContracts) as (keyof VerifierContracts)[]),
];

/** The form of a call. */
export function getCallable(id: AnyOperationId): OperationEntry {
  if (isAppOperationId(id)) return getAppOperation(id);
  const { method, service, path, auth } = getContract(id);
  return { method, service, path, auth };
}
