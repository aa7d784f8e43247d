import { services as bases } from "#engine/contract/services.ts";
import { newMobile } from "../../app.ts";
import { byMobile, signIn, type FaultCase } from "../prepared-call.ts";

const profile = `${bases.webWallet}/profile`;

/** Signing in and out, sessions, the profile and the support thread. */
export const profileCases: Readonly<Record<string, FaultCase>> = {
  "profile.create": async () => {
    const mobile = newMobile();
    return {
      method: "POST",
      url: profile,
      body: { mobile, name: "Asha Verma" },
      countsOnce: [
        ["select count(*) from candidates where mobile = $1", mobile],
        ["select count(*) from outbox where recipient = $1", mobile],
      ],
    };
  },
  "profile.login": async (app) => {
    const { mobile } = await signIn(app);
    return {
      method: "POST",
      url: `${profile}/login`,
      body: { mobile },
      countsOnce: [
        ["select count(*) from outbox where recipient = $1", mobile],
        ["select count(*) from outbox o join otp_codes c on o.dedup_key = 'otp:' || c.id where recipient = $1", mobile],
      ],
    };
  },
  "profile.verify-otp": async (app) => {
    const mobile = newMobile();
    const sent = await app.call("POST", profile, { body: { mobile, name: "Asha Verma" } });
    const { txnId } = sent.json<{ data: { txnId: string } }>().data;
    return {
      method: "PUT",
      url: `${profile}/otp/${txnId}/verify`,
      body: { otp: await app.readCode(mobile) },
      countsOnce: [
        [`select count(*) from sessions where candidate_id = ${byMobile}`, mobile],
        ["select count(*) from otp_codes where id = $1 and consumed_at is not null", txnId],
        [`select count(*) from audit_log where event = 'signed-in' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  // Repeated renewals within ten seconds get the same successor.
  "profile.renew": async (app) => {
    const { mobile, refreshToken } = await signIn(app);
    const ofSession = `from refresh_tokens t join sessions s on s.id = t.session_id where s.candidate_id = ${byMobile}`;
    return {
      method: "PUT",
      url: `${profile}/login/get-token`,
      token: refreshToken,
      withoutKey: true,
      countsOnce: [
        [`select count(*) ${ofSession} and t.generation = 2 and s.ended_at is null`, mobile],
        [`select count(*) ${ofSession} and t.spent_at is not null`, mobile],
      ],
    };
  },
  // After signing out, a repeated call gets 401.
  "profile.logout": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${profile}/logout`,
      token,
      body: {},
      repeatStatus: 401,
      countsOnce: [
        [`select count(*) from sessions where end_reason = 'logout' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "profile.patch": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "PATCH",
      url: profile,
      token,
      body: { displayName: "Asha V" },
      countsOnce: [["select count(*) from candidates where mobile = $1 and display_name = 'Asha V'", mobile]],
    };
  },
  "profile.request-deletion": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${profile}/deletion-request`,
      token,
      body: {},
      countsOnce: [
        [`select count(*) from deletion_requests where candidate_id = ${byMobile}`, mobile],
        [`select count(*) from audit_log where event = 'deletion-requested' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "profile.cancel-deletion": async (app) => {
    const { mobile, token } = await signIn(app);
    await app.call("POST", `${profile}/deletion-request`, { token, body: {} });
    return {
      method: "POST",
      url: `${profile}/deletion/cancel`,
      token,
      body: {},
      countsOnce: [
        [`select count(*) from deletion_requests where state = 'cancelled' and candidate_id = ${byMobile}`, mobile],
        [`select count(*) from audit_log where event = 'deletion-cancelled' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "chat.send": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${profile}/chat`,
      token,
      body: { text: "Where is my degree?" },
      countsOnce: [[`select count(*) from chat_messages where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "chat.read": async (app) => {
    const { mobile, token } = await signIn(app);
    await app.call("POST", `${profile}/chat`, { token, body: { text: "Where is my degree?" } });
    return {
      method: "POST",
      url: `${profile}/chat/read`,
      token,
      body: {},
      countsOnce: [
        [
          `select count(*) from chat_threads where read_by_candidate_at is not null and candidate_id = ${byMobile}`,
          mobile,
        ],
      ],
    };
  },
  "sessions.end": async (app) => {
    const { mobile, token } = await signIn(app);
    await app.signIn(mobile);
    const listed = await app.call("GET", `${profile}/sessions`, { token });
    const { list } = listed.json<{ data: { list: { id: string; current: boolean }[] } }>().data;
    const other = list.find(({ current }) => !current)!;
    return {
      method: "DELETE",
      url: `${profile}/sessions/${other.id}`,
      token,
      countsOnce: [
        [`select count(*) from sessions where ended_at is not null and candidate_id = ${byMobile}`, mobile],
        [`select count(*) from audit_log where event = 'sessions-ended' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "sessions.end-others": async (app) => {
    const { mobile, token } = await signIn(app);
    await app.signIn(mobile);
    return {
      method: "DELETE",
      url: `${profile}/sessions`,
      token,
      countsOnce: [
        [`select count(*) from sessions where ended_at is not null and candidate_id = ${byMobile}`, mobile],
        [`select count(*) from audit_log where event = 'sessions-ended' and candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
};
