import type { Handlers } from "../operations.ts";
import { transact } from "#server/platform/store/database.ts";
import { readDraft, removeDraft, writeDraft } from "#server/wallet/submissions/drafts.ts";
import { getTransaction, lockTransaction } from "#server/wallet/transactions/load.ts";
import type { Area } from "./area.ts";

const handlers = {
  "drafts.get": async ({ params, query }, { services, candidate }) =>
    readDraft(services.db, await getTransaction(services.db, candidate.id, query), {
      verificationName: params.type,
      subType: query.subType,
    }),
  "drafts.put": ({ params, query, body }, { services, candidate }) =>
    transact(services.db, async (tx) =>
      writeDraft(
        tx,
        await lockTransaction(tx, candidate.id, query),
        services,
        { verificationName: params.type, subType: query.subType },
        body,
      ),
    ),
  "drafts.remove": ({ params, query }, { services, candidate }) =>
    transact(services.db, async (tx) =>
      removeDraft(tx, await lockTransaction(tx, candidate.id, query), services, {
        verificationName: params.type,
        subType: query.subType,
      }),
    ),
} satisfies Handlers;

/**
 * Drafts of verifications. A version prevents that an old tab overwrites a newer draft. A draft never changes a state.
 */
export const draftsArea = { handlers } satisfies Area;
