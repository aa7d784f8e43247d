import { createPasskey, prepareCreation } from "#server/accounts/passkeys/create-passkey.ts";
import { candidateOwners, declinePasskeyOffer, renamePasskey } from "#server/accounts/passkeys/passkeys.ts";
import {
  completeSignIn,
  findPendingUse,
  prunePendingSignIns,
  startOver,
} from "#server/accounts/passkeys/pending-sign-ins.ts";
import { toPhoneMessage } from "#server/accounts/otp/messages.ts";
import { resendAfterSeconds } from "#server/accounts/otp/otp.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import { toSignInDevice } from "#server/accounts/sessions/sign-in-device.ts";
import { recordProof } from "#server/accounts/step-up/fresh-proof.ts";
import { invalidField, WalletError } from "#server/errors.ts";
import { pruneChallenges } from "#server/platform/passkey-challenges.ts";
import { listPasskeys, prepareAssertion, removePasskey, verifyAssertion } from "#server/platform/passkeys.ts";
import { transact } from "#server/platform/store/database.ts";
import { toRelyingParty } from "#server/platform/relying-party.ts";
import { findRequestMessages, readSender } from "../language.ts";
import type { Handlers, PublicContext, RequestContext } from "../operations.ts";
import type { Area } from "./area.ts";

const codePurpose = "proof";
/** Per candidate: each call stores a challenge. */
const challengesPerHour = 60;
/** Per network address in ten minutes, as for wrong codes. */
const addressMax = 30;
const addressSeconds = 600;

const toProofUse = ({ candidate, sessionId }: RequestContext) =>
  ({ purpose: "prove", ownerId: candidate.id, boundTo: sessionId }) as const;

const handlers = {
  "passkeys.list": async (_input, { services, candidate }) => ({
    list: await listPasskeys(services.db, candidateOwners, candidate.id),
  }),
  "passkeys.prepare": async (_input, context) => {
    const { services, request } = context;
    await limitChallenges(context);
    const { config } = services;
    const organisation = config.organisation(config.current().defaultOrgId);
    const name = organisation?.organisation.displayName ?? organisation?.organisation.name ?? request.hostname;
    return prepareCreation(services.db, { ...toRelyingParty(services.settings), name }, context);
  },
  "passkeys.create": async ({ body }, context) => {
    const { services, request, messages } = context;
    const { response } = body;
    const name = body.name?.trim() || toSignInDevice(request).device || messages.format("parts", "passkey");
    return createPasskey(services.db, toRelyingParty(services.settings), context, { name, response });
  },
  "passkeys.rename": async ({ params, body }, { services, candidate }) => {
    const name = body.name.trim();
    if (name === "") throw invalidField("/name", "required", "enter-name");
    return renamePasskey(services.db, candidate.id, { id: params.id, name });
  },
  "passkeys.remove": async ({ params }, { services, candidate }) => {
    await transact(services.db, (tx) => removePasskey(tx, candidateOwners, candidate.id, params.id));
    return {};
  },
  "passkeys.decline-offer": async (_input, { services, candidate }) => {
    await declinePasskeyOffer(services.db, candidate.id);
    return {};
  },
  "proofs.prepare-passkey": async (_input, context) => {
    await limitChallenges(context);
    return prepareAssertion(
      context.services.db,
      toRelyingParty(context.services.settings),
      candidateOwners,
      toProofUse(context),
    );
  },
  "proofs.verify-passkey": async ({ body }, context) => {
    const { services, candidate, sessionId } = context;
    const answer = { use: toProofUse(context), response: body.response };
    return verifyAssertion(services.db, toRelyingParty(services.settings), candidateOwners, answer, (tx) =>
      recordProof(tx, { sessionId, candidateId: candidate.id, by: "passkey" }),
    );
  },
  "proofs.send-code": async (_input, { services, request, candidate, sessionId }) => {
    await services.rateLimits.consumeForAddress("otp-send", request.ip, addressMax, addressSeconds);
    const mobile = parseMobile(candidate.mobile);
    const { txnId } = await services.otp.send<{ sessionId: string }>({
      purpose: codePurpose,
      subject: candidate.id,
      candidateId: candidate.id,
      channel: mobile.channel,
      to: mobile.e164,
      preparePayload: async () => ({ sessionId }),
      writeMessage: (code) =>
        toPhoneMessage(
          findRequestMessages(request, services, candidate.locale),
          { code, purpose: "code-proof" },
          readSender(services),
        ),
    });
    return { txnId, resendAfterSeconds, maskedTo: mobile.masked, channel: mobile.channel };
  },
  "proofs.verify-code": async ({ params, body }, { services, request, candidate, sessionId }) => {
    await services.rateLimits.checkAddress("otp-failure", request.ip, addressMax, addressSeconds);
    return services.otp.verify<{ sessionId: string }, { provedUntil: string }>(
      {
        txnId: params.txnId,
        otp: body.otp,
        purpose: codePurpose,
        candidateId: candidate.id,
        countFailure: () =>
          services.rateLimits.consumeForAddress("otp-failure", request.ip, addressMax, addressSeconds),
      },
      async (tx, sent) => {
        // The code proves the person who asked for it, in that session.
        if (sent.sessionId !== sessionId) throw new WalletError("proofNeeded");
        return recordProof(tx, { sessionId, candidateId: candidate.id, by: "code" });
      },
    );
  },
  "sign-ins.prepare-passkey": async ({ params }, { services, request }) => {
    await services.rateLimits.consumeForAddress("passkey-challenge", request.ip, addressMax, addressSeconds);
    const use = await findPendingUse(services.db, params.signInId);
    return prepareAssertion(services.db, toRelyingParty(services.settings), candidateOwners, use);
  },
  "sign-ins.verify-passkey": async ({ params, body }, context) => {
    const { services, request } = context;
    const use = await findPendingUse(services.db, params.signInId);
    const answer = { use, response: body.response };
    return countRejection(context, () =>
      verifyAssertion(services.db, toRelyingParty(services.settings), candidateOwners, answer, (tx) =>
        completeSignIn(tx, services.sessions, use, toSignInDevice(request)),
      ),
    );
  },
  "sign-ins.start-over": async ({ params, body }, { services, request, messages }) => {
    const name = body.name.trim();
    if (name === "") throw invalidField("/name", "required", "enter-name");
    const use = await findPendingUse(services.db, params.signInId);
    const device = toSignInDevice(request);
    return startOver(services.db, services.sessions, use, { name, locale: messages.language, device });
  },
} satisfies Handlers;

/** Passkeys, fresh proofs, and sign-ins that wait for a passkey. */
export const passkeysArea = {
  handlers,
  register: ({ jobs, db }) =>
    jobs.register("passkey-challenges", 3600, async () => {
      await pruneChallenges(db);
      await prunePendingSignIns(db);
    }),
} satisfies Area;

const limitChallenges = ({ services, candidate }: RequestContext) =>
  services.rateLimits.consume(`passkey-challenges:${candidate.id}`, challengesPerHour, 3600);

/** Counts rejected answers per network address before sign-in. */
async function countRejection<T>({ services, request }: PublicContext, verify: () => Promise<T>): Promise<T> {
  const limit = ["passkey-failure", request.ip, addressMax, addressSeconds] as const;
  await services.rateLimits.checkAddress(...limit);
  return verify().catch(async (error: unknown) => {
    if (error instanceof WalletError && error.kind === "passkeyRejected")
      await services.rateLimits.consumeForAddress(...limit);
    throw error;
  });
}
