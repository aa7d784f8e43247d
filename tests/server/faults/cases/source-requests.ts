import { randomBytes } from "node:crypto";
import { askSource } from "#server/console/source/source-requests.ts";
import { toHash } from "#server/staff/staff-tools.ts";
import { hire } from "../../staff/staff-member.ts";
import { orgId, submitCase, subType } from "../../console/submitted-case.ts";
import type { FaultCase } from "../prepared-call.ts";

/** Answers of institutions. */
export const sourceRequestCases: Readonly<Record<string, FaultCase>> = {
  "source-requests.answer": async (app) => {
    const { txnId } = await submitCase(app);
    const { id: staffId } = await hire(app, "verifier", orgId);
    const asked = { institution: "Board of Sample Schools", email: "registrar@board.example" };
    const author = { id: staffId, displayName: "Vera" };
    const { id } = await askSource(app.services, { orgId, txnId, subType }, { ...asked, author });
    // The link is in a sealed mail, so the case brings its own.
    const token = randomBytes(32).toString("base64url");
    await app.services.pool.query("update source_requests set token_hash = $2 where id = $1", [id, toHash(token)]);
    return {
      method: "POST",
      url: `/web-wallet/api/1.0/source-requests/${token}/answer`,
      body: { verdict: "correct", registrar: "Meena Rao" },
      repeatStatus: 409,
      countsOnce: [
        ["select count(*) from source_requests where id = $1 and answered_at is not null", id],
        ["select count(*) from audit_log where event = 'source-answered' and detail->>'sourceId' = $1", id],
      ],
    };
  },
};
