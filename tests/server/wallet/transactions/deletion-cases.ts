import { requestDeletion } from "#server/support/deletions/own-deletion.ts";
import { runDeletions } from "#server/support/deletions/run-deletions.ts";
import { approveDeletion } from "#server/support/deletions/staff-deletions.ts";
import type { TestApp } from "../../app.ts";
import type { TestCandidate } from "./candidate.ts";
import type { TransitionCase } from "./guard-cases.ts";
import { begun } from "./guard-candidates.ts";

/** Requests a deletion and approves it as staff. */
const approve = async (app: TestApp, { txnId, orgId }: TestCandidate) => {
  const { pool } = app.services;
  await pool.query(
    "insert into staff (id, email, display_name, created_at) values ('eraser', 'e@example.org', 'E', now()) on conflict do nothing",
  );
  const { rows } = await pool.query<{ id: string }>("select candidate_id as id from transactions where id = $1", [
    txnId,
  ]);
  await requestDeletion(app.services, rows[0]!.id);
  const open = await pool.query<{ id: string }>(
    "select id from deletion_requests where candidate_id = $1 and state = 'open'",
    [rows[0]!.id],
  );
  const keys = { orgId, deletionId: open.rows[0]!.id };
  await approveDeletion(app.services, keys, "eraser").catch(() => undefined);
};
const readRow = async (app: TestApp, statement: string, id: string): Promise<string> =>
  (await app.services.pool.query<{ state: string }>(statement, [id])).rows[0]?.state ?? "none";

/** Transitions of catalogues/states by a deletion on request. */
export const deletionCases: Readonly<Record<string, TransitionCase>> = {
  "transaction any > same by deletions.approve": {
    prepare: begun,
    act: approve,
    readState: (app, { txnId }) =>
      readRow(
        app,
        "select d.state from deletion_requests d join transactions t using (candidate_id) where t.id = $1 and d.state <> 'open'",
        txnId,
      ),
    once: true,
  },
  "transaction NOT_INITIALIZED,PENDING,READY_TO_SUBMIT > CLOSED by deletions.approve": {
    prepare: begun,
    act: async (app, asha) => {
      await approve(app, asha);
      await runDeletions(app.services);
    },
    readState: (app, { txnId }) => readRow(app, "select state from transactions where id = $1", txnId),
    once: true,
  },
};
