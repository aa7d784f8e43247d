import type { FormModel } from "#engine/form/form-model.ts";
import { Failure } from "#renderer/data/failure.ts";
import { DraftConflict, DraftKeeper, type DraftServer, type StoredDraft } from "./draft-keeper.ts";
import type { PrepareSetup } from "./prepare-form.ts";

/** The keeper of a form's draft; with a place on the server where the form belongs to a transaction. */
export function toKeeper(model: FormModel, { key, storage, isAlive, of }: NonNullable<PrepareSetup["draft"]>, call: PrepareSetup["call"]): DraftKeeper {
  return new DraftKeeper({ model, key, storage, isAlive, ...(of ? { server: toDraftServer(of, call) } : {}) });
}

function toDraftServer({ verificationName: type, subType }: { verificationName: string; subType?: string }, call: PrepareSetup["call"]): DraftServer {
  const place = { type, ...(subType === undefined ? {} : { subType }) };
  return {
    get: async () => (await call("drafts.get", place)) as StoredDraft,
    put: async (version, data) => {
      try {
        return (await call("drafts.put", { ...place, version, data })) as StoredDraft;
      } catch (error) {
        const current = error instanceof Failure && error.code === 111 ? (error.data as StoredDraft | undefined) : undefined;
        throw current ? new DraftConflict(current) : error;
      }
    },
  };
}
