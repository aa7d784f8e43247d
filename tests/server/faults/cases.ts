import { randomInt } from "node:crypto";
import type { InjectOptions } from "light-my-request";
import { services as bases } from "#engine/api/services.ts";
import { newMobile, type TestApp } from "../app.ts";
import { makePayer, payment } from "../checkout/orders/ready.ts";
import { sendFile, toMultipart } from "../files/multipart.ts";
import { begin, tenth, v2, wallet as transactions } from "../wallet/transactions/candidate.ts";

/** A call that changes something, made ready, and how often it has had its effect. */
export interface Ready {
  method: NonNullable<InjectOptions["method"]>;
  url: string;
  token?: string;
  body?: object;
  file?: Buffer;
  /** Statements, each of which has to count one when it is over, however often it was tried. */
  once: readonly (readonly [sql: string, ...values: unknown[]])[];
}

/** Each makes its own candidate, so that nothing of an earlier fault is met. */
export type Case = (app: TestApp, paper: Buffer) => Promise<Ready>;

const wallet = bases.webWallet;
const form = ["harbour", "background-check"] as const;
const inside = { identity: true, process: true } as const;

const signIn = async (app: TestApp) => {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { identity: true });
  return { mobile, token };
};
const byMobile = "(select id from candidates where mobile = $1)";

export const cases: Record<string, Case> = {
  "profile.create": async () => {
    const mobile = newMobile();
    return {
      method: "POST",
      url: `${wallet}/profile`,
      body: { mobile, name: "Asha Verma" },
      once: [
        ["select count(*) from candidates where mobile = $1", mobile],
        ["select count(*) from outbox where recipient = $1", mobile],
      ],
    };
  },
  "profile.verify-otp": async (app) => {
    const mobile = newMobile();
    const sent = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha Verma" } });
    const { txnId } = sent.json<{ data: { txnId: string } }>().data;
    return {
      method: "PUT",
      url: `${wallet}/profile/otp/${txnId}/verify`,
      body: { otp: await app.readCode(mobile) },
      once: [
        [`select count(*) from sessions where candidate_id = ${byMobile}`, mobile],
        ["select count(*) from otp_codes where id = $1 and consumed_at is not null", txnId],
        [`select count(*) from audit_log where event = 'signed-in' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "profile.patch": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "PATCH",
      url: `${wallet}/profile`,
      token,
      body: { displayName: "Asha V" },
      once: [["select count(*) from candidates where mobile = $1 and display_name = 'Asha V'", mobile]],
    };
  },
  "profile.request-deletion": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${wallet}/profile/deletion-request`,
      token,
      body: {},
      once: [
        ["select count(*) from candidates where mobile = $1 and deletion_requested_at is not null", mobile],
        [`select count(*) from audit_log where event = 'deletion-requested' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "chat.send": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${wallet}/profile/chat`,
      token,
      body: { text: "Where is my degree?" },
      once: [[`select count(*) from chat_messages where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "sessions.end-others": async (app) => {
    const { mobile, token } = await signIn(app);
    await app.signIn(mobile);
    return {
      method: "DELETE",
      url: `${wallet}/profile/sessions`,
      token,
      once: [
        [`select count(*) from sessions where ended_at is not null and candidate_id = ${byMobile}`, mobile],
        [`select count(*) from audit_log where event = 'sessions-ended' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "aadhaar.send-otp": async (app) => {
    const mobile = newMobile();
    const { accessToken: token } = await app.signIn(mobile);
    return {
      method: "POST",
      url: `${bases.verification}/verifications/otp/aadhaar`,
      token,
      body: { aadhaarNumber: toAadhaar(), consent: { text: "I agree", locale: "en" } },
      once: [
        [`select count(*) from consents where candidate_id = ${byMobile}`, mobile],
        [`select count(*) from otp_codes where candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "transactions.create": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${transactions}/transactions`,
      token,
      body: { orgId: form[0], eKycFormId: form[1] },
      once: [[`select count(*) from transactions where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "transactions.process": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, { identity: true });
    return {
      method: "POST",
      url: `${transactions}/transactions/process`,
      token,
      body: { orgId, txnId },
      once: [
        [
          "select count(*) from state_ledger where transaction_id = $1 and item is null and from_state = 'NOT_INITIALIZED'",
          txnId,
        ],
      ],
    };
  },
  "transactions.skip": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, inside);
    return {
      method: "POST",
      url: `${transactions}/transactions/process/mark-as-skip`,
      token,
      body: { orgId, txnId, verificationNameList: ["bgv-twelfth"] },
      once: [
        ["select count(*) from transaction_items where transaction_id = $1 and marked_as_skip", txnId],
        ["select count(*) from state_ledger where transaction_id = $1 and to_state = 'SKIPPED'", txnId],
      ],
    };
  },
  "verifications.save": async (app) => {
    const candidate = await begin(app, ...form, inside);
    const { token, orgId, txnId } = candidate;
    return {
      method: "POST",
      url: `${transactions}/bgv`,
      token,
      body: { orgId, txnId, list: [{ verificationName: "bgv-tenth", data: tenth(await candidate.upload()) }] },
      once: [["select count(*) from submissions where transaction_id = $1", txnId]],
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
      once: [
        ["select count(*) from submissions where transaction_id = $1 and data->>'rollNumber' = '4712'", txnId],
        ["select count(*) from submissions where transaction_id = $1", txnId],
      ],
    };
  },
  "drafts.put": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, inside);
    return {
      method: "PUT",
      url: `${transactions}/transactions/bgv-degree/draft?orgId=${orgId}&txnId=${txnId}`,
      token,
      body: { version: 0, data: { course: "Physics" } },
      once: [["select count(*) from drafts where transaction_id = $1 and version = 1", txnId]],
    };
  },
  "payments.init": async (app) => {
    const { token, keys } = await makePayer(app);
    return {
      method: "POST",
      url: `${payment}/init`,
      token,
      body: { ...keys, region: "IN", express: false },
      once: [
        ["select count(*) from orders where transaction_id = $1 and closed_at is null", keys.txnId],
        ["select count(*) from orders where transaction_id = $1", keys.txnId],
        [
          "select count(*) from sandbox_payments where order_id in (select id from orders where transaction_id = $1)",
          keys.txnId,
        ],
      ],
    };
  },
  "files.upload": async (app, paper) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${bases.utility}/files`,
      token,
      file: paper,
      once: [[`select count(*) from files where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "files.claim": async (app, paper) => {
    const { mobile, token } = await signIn(app);
    const looked = await sendFile(app, `${bases.utility}/detect-document-issues`, token, paper);
    const { uploadId } = looked.json<{ data: { uploadId: string } }>().data;
    return {
      method: "POST",
      url: `${bases.utility}/files`,
      token,
      body: { uploadId },
      once: [
        [`select count(*) from files where candidate_id = ${byMobile}`, mobile],
        ["select count(*) from uploads where id = $1 and state = 'claimed'", uploadId],
      ],
    };
  },
  "files.detect": async (app, paper) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${bases.utility}/detect-document-issues`,
      token,
      file: paper,
      once: [[`select count(*) from uploads where candidate_id = ${byMobile}`, mobile]],
    };
  },
};

async function withTenth(app: TestApp) {
  const candidate = await begin(app, ...form, inside);
  const file = await candidate.upload();
  const saved = await candidate.save("bgv-tenth", tenth(file));
  const { subType } = saved.json<{ data: { list: { subType: string }[] } }>().data.list[0]!;
  return { candidate, subType, file };
}

/** A number that the sandbox takes (9999…), with its check digit (Verhoeff), of somebody else each time, also in the next process. */
function toAadhaar(): string {
  const digits = `9999${String(randomInt(10_000_000)).padStart(7, "0")}`;
  return `${digits}${checkDigit(digits)}`;
}

/** The multiplication of the dihedral group of order ten, and its powers of one permutation. */
function checkDigit(digits: string): number {
  const times = (a: number, b: number) =>
    a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5;
  const once = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const permute = (digit: number, turns: number): number => (turns === 0 ? digit : permute(once[digit]!, turns - 1));
  const sum = [...digits].reverse().reduce((total, digit, i) => times(total, permute(Number(digit), (i + 1) % 8)), 0);
  return [0, 4, 3, 2, 1, 5, 6, 7, 8, 9][sum]!;
}

/** The call as it is sent, each time with the same key. */
export function send(app: TestApp, { method, url, token, body, file }: Ready, key: string) {
  return app.server.inject({
    method,
    url,
    headers: {
      "idempotency-key": key,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(file && { "content-type": "multipart/form-data; boundary=----sanad-test" }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(file && { payload: toMultipart(file) }),
    ...(body && { payload: JSON.stringify(body) }),
  });
}
