import type { FormModel } from "#engine/form/form-model.ts";
import type { Call } from "#renderer/data/client.ts";
import { Failure, isUnanswered } from "#renderer/data/failure.ts";
import { readLifetime } from "#renderer/session/lifetime.ts";
import { beforeExpiry } from "#renderer/session/session.ts";
import { localJson } from "#renderer/session/storage.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import type { DraftHome, DraftPlace } from "./draft-place.ts";
import { DraftConflict, DraftRefused, type DraftServer, type StoredDraft } from "./draft-server.ts";

/** The keeper of a form's draft; with a place on the server where the form belongs to a transaction. */
export function toKeeper(model: FormModel, { key, of, refused }: DraftHome, call: Call): DraftKeeper {
  const lifetime = readLifetime();
  const session = { isAlive: () => !lifetime.aborted, beforeEnd: beforeExpiry };
  const server = of && toServer(of, call);
  return new DraftKeeper({
    model,
    key,
    storage: localJson,
    session,
    ...(server && { server }),
    ...(refused && { refused }),
  });
}

function toServer({ verificationName: type, subType }: DraftPlace, call: Call): DraftServer {
  const place = { type, ...(subType === undefined ? {} : { subType }) };
  return {
    get: async () => (await call("drafts.get", place)) as StoredDraft,
    put: async (version, data) => {
      try {
        return (await call("drafts.put", { ...place, version, data })) as StoredDraft;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const current = error.code === 111 ? (error.data as StoredDraft | undefined) : undefined;
        if (current) throw new DraftConflict(current);
        throw isUnanswered(error) ? error : new DraftRefused(error.message);
      }
    },
  };
}
