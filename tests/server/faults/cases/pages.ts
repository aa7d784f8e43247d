import { outsideCalls } from "#engine/api/outside.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { services as bases } from "#engine/api/services.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestApp } from "../../app.ts";
import { byMobile, signIn, type Case, type Ready } from "../ready.ts";

/** What pages report, and what was read of their notices. */
export const pageCases: Readonly<Record<string, Case>> = {
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
      once: [[`select count(*) from notifications where read_at is not null and candidate_id = ${byMobile}`, mobile]],
    };
  },
  events: (app) => report(app, outsideCalls.events.path, (visit) => ({ name: "screen-shown", visit })),
  errors: (app) => report(app, outsideCalls.errors.path, (visit) => ({ message: "It broke", visit })),
};

/** A page that was not answered may tell it twice: none is lost. */
async function report(app: TestApp, url: string, entry: (visit: string) => object): Promise<Ready> {
  const visit = newId();
  const at = (await app.services.clock.now()).toISOString();
  return {
    method: "POST",
    url,
    body: { list: [{ ...entry(visit), at }] },
    status: 204,
    keyless: true,
    once: [["select least(count(*), 1) as count from telemetry where entry->>'visit' = $1", visit]],
  };
}
