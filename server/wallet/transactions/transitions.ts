import { sql } from "drizzle-orm";
import { toEdges } from "#engine/transaction/state-machine.ts";
import { getCatalogue } from "#server/config/release.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { stateTransitions } from "#server/platform/store/tables/transactions.ts";

let filledFrom: { release: string; db: Services["db"] } | undefined;

/** Puts the moves of catalogues/states where the triggers read them. No organisation may override them. */
export async function fillTransitions(services: Pick<Services, "db" | "config">): Promise<void> {
  const release = services.config.current();
  const organisation = release.organisations.get(release.defaultOrgId);
  if (!organisation || (filledFrom?.release === release.id && filledFrom.db === services.db)) return;
  const edges = toEdges(getCatalogue(organisation, "states")).map(({ of, from, to }) => ({
    subject: of,
    fromState: from,
    toState: to,
  }));
  await transact(services.db, async (tx) => {
    await tx.execute(sql`delete from state_transitions`);
    if (edges.length > 0) await tx.insert(stateTransitions).values(edges).onConflictDoNothing();
  });
  filledFrom = { release: release.id, db: services.db };
}
