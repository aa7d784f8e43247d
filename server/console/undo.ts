import type { State } from "#engine/core/definitions/states.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { sendHeld, undoResult } from "#server/wallet/verifier/undo-result.ts";
import { assertFree, getCase, type CaseKeys } from "./queue.ts";

/** Undoes the last decision on a case. Throws 404, and 409 (109) when it is too late or a colleague works on it. */
export const undoDecision = async (services: Services, keys: CaseKeys, staffId: string): Promise<{ state: State }> => ({
  state: await undoResult(services, keys, toUndoer(services, keys, staffId)),
});

/** Sends what waits after the last decision on a case. Throws as `undoDecision`. */
export const sendNow = (services: Services, keys: CaseKeys, staffId: string): Promise<void> =>
  sendHeld(services, keys, toUndoer(services, keys, staffId));

const toUndoer = (services: Services, keys: CaseKeys, staffId: string) => ({
  staffId,
  assert: async (tx: Queryable) => assertFree(await getCase(services, keys, tx), staffId),
});
