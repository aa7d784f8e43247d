import type { FormModel } from "#engine/core/form/form-model.ts";
import type { Call } from "#renderer/data/client.ts";
import { Failure, isTransient } from "#renderer/data/failure.ts";
import { getSessionSignal } from "#renderer/session/session-signal.ts";
import { beforeExpiry } from "#renderer/session/session.ts";
import { localJson } from "#renderer/session/storage.ts";
import { DraftSync } from "./draft-sync.ts";
import type { DraftLocation, ServerDraftKey } from "./draft-location.ts";
import { DraftConflict, DraftRefused, type DraftServer, type StoredDraft } from "./draft-server.ts";

/** Creates the draft of a form. It is also kept on the server when the form belongs to a transaction. */
export function createDraftSync(model: FormModel, { key, serverKey, refusal }: DraftLocation, call: Call): DraftSync {
  const sessionSignal = getSessionSignal();
  const session = { isAlive: () => !sessionSignal.aborted, beforeEnd: beforeExpiry };
  const server = serverKey && createDraftServer(serverKey, call);
  return new DraftSync({
    model,
    key,
    storage: localJson,
    session,
    ...(server && { server }),
    ...(refusal && { refusal }),
  });
}

function createDraftServer({ verificationName: type, subType }: ServerDraftKey, call: Call): DraftServer {
  const key = { type, ...(subType === undefined ? {} : { subType }) };
  return {
    get: async () => (await call("drafts.get", key)) as StoredDraft,
    put: async (version, data, page) => {
      try {
        return (await call("drafts.put", {
          ...key,
          version,
          data,
          ...(page !== undefined && { page }),
        })) as StoredDraft;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const current = error.code === 111 ? (error.data as StoredDraft | undefined) : undefined;
        if (current) throw new DraftConflict(current);
        throw isTransient(error) ? error : new DraftRefused(error.message);
      }
    },
  };
}
