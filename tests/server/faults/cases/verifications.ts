import { services as bases } from "#engine/contract/services.ts";
import { signBody } from "#server/wallet/verifier/signature.ts";
import type { TestApp } from "../../app.ts";
import { begin, tenth, v2, wallet } from "../../wallet/transactions/candidate.ts";
import type { FaultCase } from "../prepared-call.ts";
import { form, inside, paid } from "./preparations.ts";

const captchas = `${bases.verification}/verifications/pre-verify/dl`;

/** Submissions, captchas, and results of the verifier. */
export const verificationCases: Readonly<Record<string, FaultCase>> = {
  "verifications.save": async (app) => {
    const candidate = await begin(app, ...form, inside);
    const { token, orgId, txnId } = candidate;
    return {
      method: "POST",
      url: `${wallet}/bgv`,
      token,
      body: { orgId, txnId, list: [{ verificationName: "bgv-tenth", data: tenth(await candidate.upload()) }] },
      countsOnce: [["select count(*) from submissions where transaction_id = $1", txnId]],
    };
  },
  "verifications.replace": async (app) => {
    const { candidate, subType, file } = await withTenth(app);
    const { token, orgId, txnId } = candidate;
    return {
      method: "PUT",
      url: `${v2}/bgv`,
      token,
      body: { orgId, txnId, subType, data: { ...tenth(file), rollNumber: "4712" } },
      countsOnce: [
        ["select count(*) from submissions where transaction_id = $1 and data->>'rollNumber' = '4712'", txnId],
        ["select count(*) from submissions where transaction_id = $1", txnId],
      ],
    };
  },
  "verifications.remove": async (app) => {
    const { candidate, subType } = await withTenth(app);
    const { token, orgId, txnId } = candidate;
    return {
      method: "DELETE",
      url: `${wallet}/bgv`,
      token,
      body: { orgId, txnId, subType },
      countsOnce: [
        ["select 1 - count(*) as count from submissions where transaction_id = $1", txnId],
        [
          "select count(*) from transaction_items where transaction_id = $1 and name = 'bgv-tenth' and last_number = 1",
          txnId,
        ],
      ],
    };
  },
  "verifications.repair": async (app) => {
    const { token, keys } = await paid(app);
    const asked = {
      txnId: keys.txnId,
      verificationName: "bgv-twelfth",
      outcome: "insufficient",
      fields: ["rollNumber"],
    };
    await app.call("POST", "/sandbox/verifier", { body: { ...asked, reason: "Cut off" } });
    return {
      method: "POST",
      url: `${wallet}/bgv/insufficiency`,
      token,
      body: { ...keys, subType: "bgv-twelfth-1", data: { rollNumber: "4712" } },
      countsOnce: [
        [
          "select count(*) from submissions where transaction_id = $1 and data->>'rollNumber' = '4712' and state in ('SUBMITTED', 'IN_PROGRESS')",
          keys.txnId,
        ],
        [
          "select count(*) from state_ledger where transaction_id = $1 and item = 'bgv-twelfth-1' and from_state = 'INSUFFICIENT_DATA'",
          keys.txnId,
        ],
      ],
    };
  },
  "drafts.put": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, inside);
    return {
      method: "PUT",
      url: toDraft(orgId, txnId),
      token,
      body: { version: 0, data: { course: "Physics" } },
      countsOnce: [["select count(*) from drafts where transaction_id = $1 and version = 1", txnId]],
    };
  },
  "drafts.remove": async (app) => {
    const { token, orgId, txnId, call } = await begin(app, ...form, inside);
    await call("PUT", toDraft(orgId, txnId), { version: 0, data: { course: "Physics" } });
    return {
      method: "DELETE",
      url: toDraft(orgId, txnId),
      token,
      countsOnce: [["select 1 - count(*) as count from drafts where transaction_id = $1", txnId]],
    };
  },
  "captcha.verify": async (app) => {
    const { token, orgId, txnId } = await begin(app, "meridian", "loan-kyc", inside);
    return { method: "POST", url: captchas, token, body: { orgId, txnId }, countsOnce: [drawn(txnId)] };
  },
  "captcha.verify (its answer)": async (app) => {
    const { token, orgId, txnId, call } = await begin(app, "meridian", "loan-kyc", inside);
    const { captchaId } = (await call("POST", captchas, { orgId, txnId })).json<{ data: { captchaId: string } }>().data;
    // Replaces the unreadable picture's answer by a known one.
    const answer = app.services.secrets.hmac("captcha-answer", `captcha ${captchaId} 123456`);
    await app.services.pool.query("update captchas set answer_hmac = $2 where id = $1", [captchaId, answer]);
    return {
      method: "POST",
      url: captchas,
      token,
      body: { orgId, txnId, captchaId, captchaText: "123456" },
      countsOnce: [
        ["select count(*) from captchas where id = $1 and solved_at is not null and used_at is null", captchaId],
        drawn(txnId),
      ],
    };
  },
  "captcha.work": async (app) => {
    const { token, orgId, txnId } = await begin(app, "meridian", "loan-kyc", inside);
    return { method: "POST", url: `${captchas}/work`, token, body: { orgId, txnId }, countsOnce: [drawn(txnId)] };
  },
  // A verifier repeats its event under the same id until it gets 2xx.
  verificationWebhook: async (app) => {
    const { keys, paymentId: eventId } = await paid(app);
    const raw = JSON.stringify({ eventId, txnId: keys.txnId, subType: "bgv-degree-1", outcome: "complete" });
    return {
      method: "POST",
      url: "/webhooks/verifications",
      headers: {
        "content-type": "application/json",
        ...signBody(app.services.secrets, raw, await app.services.clock.now()),
      },
      raw,
      withoutKey: true,
      countsOnce: [
        ["select count(*) from verifier_events where event_id = $1 and effect = 'applied'", eventId],
        ["select count(*) from submissions where transaction_id = $1 and state = 'COMPLETED'", keys.txnId],
        ["select count(*) from credentials where transaction_id = $1", keys.txnId],
      ],
    };
  },
};

const drawn = (txnId: string) => ["select count(*) from captchas where transaction_id = $1", txnId] as const;
const toDraft = (orgId: string, txnId: string) =>
  `${wallet}/transactions/bgv-degree/draft?orgId=${orgId}&txnId=${txnId}`;

async function withTenth(app: TestApp) {
  const candidate = await begin(app, ...form, inside);
  const file = await candidate.upload();
  const saved = await candidate.save("bgv-tenth", tenth(file));
  const { subType } = saved.json<{ data: { list: { subType: string }[] } }>().data.list[0]!;
  return { candidate, subType, file };
}
