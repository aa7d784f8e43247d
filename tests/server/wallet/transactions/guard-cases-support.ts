import { sql } from "drizzle-orm";
import { allowChange } from "#server/support/change-permits.ts";
import { reopenForm } from "#server/support/forms.ts";
import { correctMailbox } from "#server/support/mailboxes.ts";
import { approveNameChange, refuseNameChange } from "#server/support/name-changes.ts";
import { begin, type TestCandidate } from "./candidate.ts";
import { begun, insufficient, opened, saved, submitted, tenth, type Prepare } from "./guard-candidates.ts";
import type { TransitionCase } from "./guard-cases.ts";

const stateOf = async (_: unknown, asha: TestCandidate) => (await asha.info<{ state: string }>()).state;

/** Closed from a state, and opened again by support. */
const reopened = (prepare: Prepare): TransitionCase => ({
  prepare: async (app) => {
    const asha = await prepare(app);
    await app.services.db.execute(sql`update transactions set state = 'CLOSED' where id = ${asha.txnId}`);
    return asha;
  },
  act: async (app, { orgId, txnId }) => reopenForm(app.services, { orgId, txnId }).catch(() => undefined),
  readState: stateOf,
});
/** A requested name change that support decides. */
const nameChange = (
  decideIt: typeof approveNameChange | typeof refuseNameChange,
  after: "approved" | "refused",
): TransitionCase => ({
  after,
  prepare: async (app) => {
    const asha = await saved(app);
    const documentList = [{ label: "Proof", url: await asha.upload() }];
    await asha.post("/transactions/name-change-request", { verificationName: tenth, documentList });
    return asha;
  },
  act: async (app, { orgId, txnId }) => {
    const { rows } = await app.services.db.execute<{ id: string }>(
      sql`select id from name_change_requests where transaction_id = ${txnId}`,
    );
    const keys = { orgId, requestId: rows[0]!.id };
    const decision = { name: "Asha Verma", text: "It is another name.", staffId: "mina" };
    return decideIt(app.services, keys, decision).catch(() => undefined);
  },
  readState: async (app, { txnId }) => {
    const { rows } = await app.services.db.execute<{ state: string }>(
      sql`select state from name_change_requests where transaction_id = ${txnId}`,
    );
    return rows[0]!.state;
  },
});
/** The acts of support. */
export const supportCases: Readonly<Record<string, TransitionCase>> = {
  "transaction CLOSED > NOT_INITIALIZED by forms.reopen": reopened(opened),
  "transaction CLOSED > PENDING by forms.reopen": reopened(begun),
  "transaction CLOSED > INSUFFICIENT_DATA by forms.reopen": reopened(insufficient),
  "transaction any > same by name-changes.approve": nameChange(approveNameChange, "approved"),
  "transaction any > same by name-changes.refuse": nameChange(refuseNameChange, "refused"),
  "transaction IN_PROGRESS,INSUFFICIENT_DATA > same by forms.allow-change": {
    prepare: submitted,
    act: async (app, { orgId, txnId }) =>
      allowChange(app.services, { orgId, txnId }, { verificationList: [tenth], days: 1, staffId: "mina" }).catch(
        () => undefined,
      ),
    readState: async (app, { txnId }) => {
      const { rows } = await app.services.db.execute(sql`select 1 from change_permits where transaction_id = ${txnId}`);
      return rows.length === 0 ? "locked" : "allowed";
    },
    after: "allowed",
  },
  "transaction any > same by forms.correct-email": {
    prepare: (app) => begin(app, "gce", "education-evaluation", { identity: true }),
    act: async (app, { orgId, txnId }) =>
      correctMailbox(
        app.services,
        { orgId, txnId },
        { fieldName: "referenceNumber", email: "asha@example.org", reason: "A typing error", staffId: "mina" },
      ).catch(() => undefined),
    readState: async (app, { txnId }) => {
      const { rows } = await app.services.db.execute<{ mailbox: string }>(
        sql`select mailbox from mailbox_corrections where transaction_id = ${txnId}`,
      );
      return rows[0]?.mailbox ?? "none";
    },
    after: "asha@example.org",
  },
};
