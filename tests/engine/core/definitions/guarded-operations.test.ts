import { expect, test } from "vitest";
import { contracts, getContract } from "#engine/contract/contracts.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import { guardedOperations, type GuardedKind } from "#engine/core/definitions/guarded-operations.ts";

test.each(Object.keys(guardedOperations) as GuardedKind[])("lists the operations with the guard %s", (kind) => {
  const ids = (Object.keys(contracts) as OperationId[]).filter((id) => getContract(id).guard === kind);
  expect([...guardedOperations[kind]].toSorted()).toEqual(ids.toSorted());
});
