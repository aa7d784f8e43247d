import { services as bases } from "#engine/contract/services.ts";
import { addPasskey, signInByCode, withPasskey } from "../../accounts/passkeys/candidate-with-passkey.ts";
import { SoftwareAuthenticator } from "../../../support/software-authenticator.ts";
import type { TestApp } from "../../app.ts";
import { byMobile, signIn, type FaultCase, type PreparedCall } from "../prepared-call.ts";

const profile = `${bases.webWallet}/profile`;
type Data = Record<string, string>;

/** Counts one row of a table, and one line of the audit log, of the candidate. */
const once = (mobile: string, table: string, event?: string): PreparedCall["countsOnce"] => [
  [`select count(*) from ${table} where candidate_id = ${byMobile}`, mobile],
  ...(event
    ? [[`select count(*) from audit_log where event = '${event}' and candidate_id = ${byMobile}`, mobile] as const]
    : []),
];
const ask = async (app: TestApp, path: string, token?: string): Promise<Data> =>
  (await app.call("POST", `${profile}${path}`, { ...(token && { token }), body: {} })).json<{ data: Data }>().data;

/** A sign-in that waits for the passkey of its wallet. */
async function waiting(app: TestApp) {
  const owner = await withPasskey(app);
  const answer = await signInByCode(app, owner.mobile);
  return { ...owner, signIn: `/sign-ins/${answer.json<{ data: Data }>().data["signInId"]}` };
}

/** Passkeys, fresh proofs, and sign-ins that wait for a passkey. */
export const passkeyCases: Readonly<Record<string, FaultCase>> = {
  "passkeys.prepare": async (app) => {
    const { mobile, token } = await signIn(app);
    const url = `${profile}/passkeys/options`;
    return { method: "POST", url, token, body: {}, countsOnce: once(mobile, "passkey_challenges") };
  },
  "passkeys.create": async (app) => {
    const { mobile, token } = await signIn(app);
    const response = new SoftwareAuthenticator(app.settings.publicUrl).create(
      await ask(app, "/passkeys/options", token),
    );
    const body = { name: "My phone", response };
    const countsOnce = once(mobile, "passkeys", "passkey-created");
    return { method: "POST", url: `${profile}/passkeys`, token, body, countsOnce };
  },
  "passkeys.rename": async (app) => {
    const { token, passkeyId } = await withPasskey(app);
    const countsOnce = [["select count(*) from passkeys where id = $1 and name = 'Mine'", passkeyId]] as const;
    return { method: "PATCH", url: `${profile}/passkeys/${passkeyId}`, token, body: { name: "Mine" }, countsOnce };
  },
  "passkeys.remove": async (app) => {
    const { mobile, token, passkeyId } = await withPasskey(app);
    await addPasskey(app, token, new SoftwareAuthenticator(app.settings.publicUrl));
    const countsOnce = once(mobile, "passkeys", "passkey-removed");
    return { method: "DELETE", url: `${profile}/passkeys/${passkeyId}`, token, countsOnce };
  },
  "passkeys.decline-offer": async (app) => {
    const { mobile, token } = await signIn(app);
    const declined = "select count(*) from candidates where mobile = $1 and passkey_offer_declined_at is not null";
    const url = `${profile}/passkeys/decline-offer`;
    return { method: "POST", url, token, body: {}, countsOnce: [[declined, mobile]] };
  },
  "proofs.prepare-passkey": async (app) => {
    const { mobile, token } = await withPasskey(app);
    const url = `${profile}/proofs/passkey/options`;
    return { method: "POST", url, token, body: {}, countsOnce: once(mobile, "passkey_challenges") };
  },
  "proofs.verify-passkey": async (app) => {
    const { mobile, token, device } = await withPasskey(app);
    const body = { response: device.use(await ask(app, "/proofs/passkey/options", token)) };
    const countsOnce = once(mobile, "sessions", "proved-again");
    return { method: "POST", url: `${profile}/proofs/passkey`, token, body, countsOnce };
  },
  "proofs.send-code": async (app) => {
    const { mobile, token } = await signIn(app);
    const sent = "select count(*) from outbox where recipient = $1";
    return { method: "POST", url: `${profile}/proofs/code`, token, body: {}, countsOnce: [[sent, mobile]] };
  },
  "proofs.verify-code": async (app) => {
    const { mobile, token } = await signIn(app);
    const { txnId } = await ask(app, "/proofs/code", token);
    const body = { otp: await app.readCode(mobile) };
    const countsOnce = once(mobile, "sessions", "proved-again");
    return { method: "PUT", url: `${profile}/proofs/code/${txnId}/verify`, token, body, countsOnce };
  },
  "sign-ins.prepare-passkey": async (app) => {
    const { mobile, signIn: path } = await waiting(app);
    const countsOnce = once(mobile, "passkey_challenges");
    return { method: "POST", url: `${profile}${path}/options`, body: {}, countsOnce };
  },
  "sign-ins.verify-passkey": async (app) => {
    const { mobile, device, signIn: path } = await waiting(app);
    const body = { response: device.use(await ask(app, `${path}/options`)) };
    const opened = `select count(*) - 1 as count from sessions where candidate_id = ${byMobile}`;
    const countsOnce = [...once(mobile, "passkeys", "signed-in"), [opened, mobile] as const];
    return { method: "POST", url: `${profile}${path}/passkey`, body, countsOnce };
  },
  "sign-ins.start-over": async (app) => {
    const { mobile, signIn: path } = await waiting(app);
    const locked = "select count(*) from candidates where former_mobile = $1 and locked_at is not null";
    const countsOnce = [...once(mobile, "sessions", "signed-in"), [locked, mobile] as const];
    return { method: "POST", url: `${profile}${path}/start-over`, body: { name: "Ravi" }, countsOnce };
  },
};
