import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShareLink } from "#engine/core/scope/shapes/share-links.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { decide, makePayer, payment } from "../../checkout/orders/ready-to-pay.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder } from "../../wallet/holder.ts";

const credentials = "/web-wallet/api/1.0/credentials";
let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

/** A paid order of another candidate. */
async function pay(): Promise<string> {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  return paymentId;
}

type Rows = Record<string, unknown>[];
const download = async (token: string): Promise<Record<string, Rows> & { left_out?: Record<string, number> }> =>
  (await app.call("GET", "/web-wallet/api/1.0/profile/export", { token })).json().data;

describe("exportCandidate", () => {
  /**
   * Tables without candidate data: keys, counters, definitions, messages, which are sealed until sent, and hashes of
   * challenges and waiting sign-ins, which live some minutes.
   */
  const ofNobody = [
    "captcha_limits",
    // Internal notes of staff.
    "case_notes",
    // For staff: what happened to a delivery.
    "delivery_log",
    "idempotency_keys",
    "issuer_keys",
    "job_runs",
    "ledger_chain",
    "list_entries",
    "otp_codes",
    "otp_limits",
    "outbox",
    "passkey_challenges",
    "pending_sign_ins",
    "pincodes",
    "publications",
    "rate_limits",
    "refresh_tokens",
    "releases",
    // Made from exported rows; bytes are no part of a JSON export.
    "report_files",
    "sandbox_clock",
    "sandbox_messages",
    "secret_keys",
    "secrets",
    "staff",
    "staff_approvals",
    "staff_invitations",
    "staff_passkeys",
    "staff_roles",
    "staff_sessions",
    "state_transitions",
    "telemetry",
  ];

  test("contains every table with candidate data", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const { rows } = await app.services.pool.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
    );
    const { candidate, ...tables } = await download(token);
    expect(candidate).toBeDefined();
    const all = rows.map(({ name }) => name).filter((name) => name !== "candidates");
    expect(Object.keys(tables).sort()).toEqual(all.filter((name) => !ofNobody.includes(name)).sort());
  });

  test("contains refunds and invoices of the candidate's orders", async () => {
    const degreeLevel = "doctoral";
    const [payer, other] = [
      await makePayer(app, { submissions: [{ name: "bgv-degree", data: { degreeLevel } }] }),
      await pay(),
    ];
    const { paymentId: orderId } = await payer.open();
    await decide(app, orderId, { outcome: "success" });
    const { txnId } = payer.keys;
    await app.call("POST", "/sandbox/verifier", { body: { txnId, outcome: "fail", reason: "No answer" } });
    await app.advance(60);
    await payer.get(`${payment}/invoice?orgId=gce&txnId=${txnId}&orderId=${orderId}`);
    const kept = await download(payer.token);
    for (const table of ["refunds", "invoices", "order_ledger", "payment_events"])
      expect(kept[table], table).toContainEqual(expect.objectContaining({ order_id: orderId }));
    expect(JSON.stringify(kept)).not.toContain(other);
  });

  test("contains the views of the candidate's own share links only", async () => {
    const [asha, other] = [await makeHolder(app), await makeHolder(app)];
    const visit = async ({ token, degreeId: credentialId }: typeof asha, zone: string): Promise<ShareLink> => {
      const body = { credentialId, facts: ["holder"], days: "7" };
      const link = (await app.call("POST", `${credentials}/share-links`, { token, body })).json<{ data: ShareLink }>()
        .data;
      const secret = new URL(link.address).pathname.split("/").at(-1);
      await app.call("GET", `${credentials}/shared/${secret}?timeZone=${encodeURIComponent(zone)}`);
      return link;
    };
    const link = await visit(asha, "Asia/Kolkata");
    await visit(other, "Europe/Berlin");
    const { share_link_views: views } = await download(asha.token);
    expect(views).toMatchObject([{ link_id: link.id, time_zone: "Asia/Kolkata", device: "computer" }]);
    expect(views![0]).not.toHaveProperty("visit_hash");
  });

  test("is complete, or counts the rows that one response could not hold", async () => {
    const mobile = newMobile();
    const { accessToken: token } = await app.signIn(mobile);
    const notify = (count: number) =>
      app.services.pool.query(
        "insert into notifications (id, candidate_id, title, created_at) select gen_random_uuid()::text, c.id, 'Told', app_now() from candidates c, generate_series(1, $2) where c.mobile = $1",
        [mobile, count],
      );
    await notify(1500);
    const whole = await download(token);
    expect(whole["notifications"]).toHaveLength(1500);
    expect(whole.left_out).toBeUndefined();
    await notify(18_600);
    const most = await download(token);
    expect(most["notifications"]).toHaveLength(20_000);
    expect(most.left_out).toEqual({ notifications: 100 });
  });
});
