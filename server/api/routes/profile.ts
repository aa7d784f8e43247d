import { sql } from "drizzle-orm";
import { findRequestMessages, readSender } from "../language.ts";
import { openEventStream } from "../event-stream.ts";
import { readBearer, type Handlers, type PublicContext } from "../operations.ts";
import { notFound, invalidField, WalletError } from "#server/errors.ts";
import { maskMobile } from "#server/platform/log.ts";
import { parseMobile, type Mobile } from "#server/accounts/profile/mobile.ts";
import { toPhoneMessage } from "#server/accounts/otp/messages.ts";
import { resendAfterSeconds } from "#server/accounts/otp/otp.ts";
import { signIn, type SignInResult } from "#server/accounts/passkeys/pending-sign-ins.ts";
import { decodeUnverified } from "#server/accounts/sessions/access-token.ts";
import { CandidateWatch } from "#server/accounts/sessions/candidate-watch.ts";
import type { Services } from "#server/services.ts";
import { toSignInDevice } from "#server/accounts/sessions/sign-in-device.ts";
import { readProfile } from "#server/accounts/profile/profile.ts";
import { signUp, pruneSignUps } from "#server/accounts/profile/sign-up.ts";
import { findExpectation, listOwnChat, readByCandidate, sendToSupport } from "#server/support/candidate-chat.ts";
import { exportCandidate } from "#server/accounts/profile/profile-export.ts";
import { causedBy } from "#server/platform/ledger-cause.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Area } from "./area.ts";

const purpose = "sign-in";
/** Limits per network address in ten minutes: unknown numbers, sent codes, failed codes. */
const addressMax = 30;
const addressSeconds = 600;
/** Known and unknown numbers take at least this time, so that timing reveals nothing. */
const minAnswerMs = 80;

interface SignIn {
  candidateId: string;
  /** The name of a sign-up, stored when the number is verified. */
  displayName: string | null;
  /** The language of the code's message. */
  locale: string;
}

const watches = new WeakMap<Services, CandidateWatch>();

/** The watch of this server, which all its streams share. */
function getWatch(services: Services): CandidateWatch {
  const watch = watches.get(services) ?? new CandidateWatch(services);
  watches.set(services, watch);
  return watch;
}

const handlers = {
  "profile.login": async ({ body }, context) => {
    const mobile = parseMobile(body.mobile);
    return takeAtLeast(minAnswerMs, async () => {
      const { rows } = await context.services.db.execute<{ id: string; locale: string }>(
        sql`select id, locale from candidates where mobile = ${mobile.e164} and verified_at is not null`,
      );
      const owner = rows[0] && { candidateId: rows[0].id, displayName: null, locale: rows[0].locale };
      if (owner) return sendCode(mobile, async () => owner, context);
      await context.services.rateLimits.consumeForAddress(
        "unknown-number",
        context.request.ip,
        addressMax,
        addressSeconds,
      );
      throw new WalletError("profileNotFound");
    });
  },
  "profile.create": async ({ body }, context) => {
    const mobile = parseMobile(body.mobile);
    const displayName = body.name.trim();
    if (displayName === "") throw invalidField("/name", "required", "enter-name");
    const signUpData = { mobile: mobile.e164, displayName, language: context.messages.language };
    return sendCode(mobile, async (tx) => ({ ...(await signUp(tx, signUpData)), displayName }), context);
  },
  "profile.verify-otp": async ({ params, body }, { services, request }) => {
    await services.rateLimits.checkAddress("otp-failure", request.ip, addressMax, addressSeconds);
    const result = await services.otp.verify<SignIn, SignInResult>(
      {
        txnId: params.txnId,
        otp: body.otp,
        purpose,
        candidateId: null,
        countFailure: () =>
          services.rateLimits.consumeForAddress("otp-failure", request.ip, addressMax, addressSeconds),
      },
      async (tx, { candidateId, displayName }) => {
        await tx.execute(
          sql`update candidates set verified_at = app_now(), display_name = coalesce(${displayName}::text, display_name) where id = ${candidateId} and verified_at is null and ${causedBy("profile.verify-otp")}`,
        );
        return signIn(tx, services.sessions, candidateId, toSignInDevice(request));
      },
    );
    if ("tokens" in result) return result.tokens;
    throw new WalletError("passkeyNeeded", { data: result });
  },
  "profile.renew": async (_input, { services, refreshToken }) => services.sessions.renew(refreshToken),
  "profile.logout": async (_input, { services, sessionId }) => {
    await services.sessions.end(sessionId, "logout");
    return {};
  },
  "profile.get": async (_input, { services, candidate }) => readProfile(services.db, candidate.id),
  "profile.patch": async ({ body }, { services, candidate }) => {
    const { displayName, locale } = body;
    await services.db.execute(sql`
      update candidates set display_name = coalesce(${displayName ?? null}::text, display_name), locale = coalesce(${locale ?? null}::text, locale) where id = ${candidate.id} and ${causedBy("profile.patch")}`);
    return readProfile(services.db, candidate.id);
  },
  "profile.chat-hash": async (_input, { services, candidate }) => ({
    hash: services.secrets.hmac("chat-hash", candidate.mobile),
  }),
  "profile.chat-hash-post": async ({ body }, { services, candidate }) => {
    if (parseMobile(body.mobile).e164 !== candidate.mobile) throw notFound("profile");
    return { hash: services.secrets.hmac("chat-hash", candidate.mobile) };
  },
  "profile.export": async (_input, { services, candidate }) => exportCandidate(services.db, candidate.id),
  "profile.watch": async (_input, { services, candidate, sessionId, request, reply }) => {
    let end: (() => void) | undefined;
    const stream = openEventStream(request.server, reply, { person: candidate.id, onEnd: () => end?.() });
    end = getWatch(services).add({
      candidateId: candidate.id,
      sessionId,
      expiresAt: decodeUnverified(readBearer(request))?.exp ?? 0,
      onChanged: (changes) => stream.send("changed", changes),
      onEnd: stream.end,
    });
    return stream.body;
  },
  "chat.list": async ({ query }, { services, candidate, messages }) => {
    const { orgId, seed, count } = query;
    const page = { orgId, seed: Number(seed ?? 0), count: Number(count ?? 10) };
    const expectation = findExpectation(services, orgId, await services.clock.now(), messages);
    return { ...(await listOwnChat(services, candidate.id, page)), ...(expectation !== undefined && { expectation }) };
  },
  "chat.send": async ({ body }, { services, candidate }) => {
    await services.rateLimits.consume(`chat:${candidate.id}`, 60, 3600);
    return sendToSupport(services, candidate.id, body);
  },
  "chat.read": async ({ body }, { services, candidate }) => {
    await readByCandidate(services, candidate.id, body?.orgId);
    return {};
  },
} satisfies Handlers;

/** Sign-in and profile. */
export const profileArea = {
  handlers,
  register: ({ jobs, db }) => jobs.register("sign-ups", 3600, () => pruneSignUps(db)),
} satisfies Area;

/** Sends a sign-in code in the owner's language. `prepare` returns the owner and runs only when a code may be sent. */
async function sendCode(
  mobile: Mobile,
  prepare: (tx: Queryable) => Promise<SignIn>,
  { services, request }: PublicContext,
) {
  await services.rateLimits.consumeForAddress("otp-send", request.ip, addressMax, addressSeconds);
  const { txnId } = await services.otp.send<SignIn>({
    purpose,
    subject: mobile.e164,
    candidateId: null,
    channel: mobile.channel,
    to: mobile.e164,
    preparePayload: prepare,
    writeMessage: (code, { locale }) =>
      toPhoneMessage(
        findRequestMessages(request, services, locale),
        { code, purpose: "code-sign-in" },
        readSender(services),
      ),
  });
  services.log.info({ mobile: maskMobile(mobile.e164), channel: mobile.channel }, "code sent");
  return { txnId, resendAfterSeconds, maskedTo: mobile.masked, channel: mobile.channel };
}

/** Delays a result or an error until `ms` have passed. */
async function takeAtLeast<T>(ms: number, run: () => Promise<T>): Promise<T> {
  const minimum = new Promise((resolve) => setTimeout(resolve, ms));
  try {
    return await run();
  } finally {
    await minimum;
  }
}
