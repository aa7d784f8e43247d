import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { services as bases } from "#engine/contract/services.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestApp } from "../../app.ts";
import { byMobile, signIn, type FaultCase, type PreparedCall } from "../prepared-call.ts";

/** Reports of pages, and read marks of notices. */
export const pageCases: Readonly<Record<string, FaultCase>> = {
  "notifications.read": async (app) => {
    const { mobile, token } = await signIn(app);
    const { rows } = await app.services.pool.query<{ id: string }>("select id from candidates where mobile = $1", [
      mobile,
    ]);
    await writeNotification(app.services.db, {
      candidateId: rows[0]!.id,
      key: "evaluation-complete",
      values: { form: "Education evaluation", organisation: "GCE" },
      about: { orgId: "gce", formId: "education-evaluation", txnId: newId() },
      now: await app.services.clock.now(),
    });
    return {
      method: "POST",
      url: `${bases.notification}/notification/read`,
      token,
      body: {},
      countsOnce: [
        [`select count(*) from notifications where read_at is not null and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  events: (app) => report(app, protocolEndpoints.events.path, (visit) => ({ name: "screen-shown", visit })),
  errors: (app) => report(app, protocolEndpoints.errors.path, (visit) => ({ message: "It broke", visit })),
};

/** A page without an answer may report twice; no report is lost. */
async function report(app: TestApp, url: string, entry: (visit: string) => object): Promise<PreparedCall> {
  const visit = newId();
  const at = (await app.services.clock.now()).toISOString();
  return {
    method: "POST",
    url,
    body: { list: [{ ...entry(visit), at }] },
    status: 204,
    withoutKey: true,
    countsOnce: [["select least(count(*), 1) as count from telemetry where entry->>'visit' = $1", visit]],
  };
}
