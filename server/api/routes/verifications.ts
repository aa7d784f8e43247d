import type { SavedSubmission } from "#engine/core/scope/shapes/verifications.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import {
  createWorkChallenge,
  answerCaptcha,
  discardCaptcha,
  drawCaptcha,
  pruneCaptchas,
  type CaptchaPurpose,
} from "#server/accounts/captcha/captcha.ts";
import { CaptchaRejected } from "#server/accounts/captcha/spend.ts";
import { findLimits } from "#server/config/limits.ts";
import { notFound, fieldError, invalidField, WalletError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { removeSubmission, repairSubmission, replaceSubmission } from "#server/wallet/submissions/change.ts";
import { toVerificationConfigs } from "#server/wallet/submissions/verification-configs.ts";
import type { SubmissionContext } from "#server/wallet/submissions/validate-submission.ts";
import { withUploadedDocuments } from "#server/wallet/submissions/uploaded-documents.ts";
import { saveSubmissions } from "#server/wallet/submissions/save.ts";
import { toVerificationInfo } from "#server/wallet/submissions/verification-info.ts";
import { toPresented } from "#server/wallet/presentations/complete.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { toCurrentDefinitions, getEffectiveOrganisation } from "#server/wallet/transactions/pinned-definitions.ts";
import { changeTransaction } from "#server/wallet/transactions/apply-transition.ts";
import { getTransaction, type LoadedTransaction, type TransactionKeys } from "#server/wallet/transactions/load.ts";
import { forwardResubmissions } from "#server/wallet/verifier/forward-resubmissions.ts";
import { addVerifierWebhook } from "#server/wallet/verifier/webhook.ts";
import type { Area } from "./area.ts";

const partnerHeader = "x-partner-org-id";

const handlers = {
  "verification-configs.info": async ({ body }, { services, request }) => {
    const header = request.headers[partnerHeader];
    const orgId = body.orgId ?? (typeof header === "string" ? header : undefined);
    if (orgId === undefined) throw invalidField("/orgId", "require", "name-organisation");
    const organisation = getOrganisation(services, orgId);
    const list = toVerificationConfigs(
      body.verificationNameList,
      toCurrentDefinitions(services.config.current(), organisation),
      organisation,
    );
    return { list, total: list.length };
  },
  "verifications.info": async ({ params, query }, { services, candidate, messages }) => {
    const loaded = await getTransaction(services.db, candidate.id, query);
    const info = toVerificationInfo(loaded, params.type, messages);
    const item = loaded.items.find(({ name }) => name === params.type);
    const presented = item && (await toPresented(services, item, loaded.definitions, messages));
    return withUploadedDocuments(services.db, { ...info, ...(presented && { presentationList: [presented] }) }, loaded);
  },
  "verifications.save": async ({ body }, context) => {
    const submissionContext = toSubmissionContext(context, body.orgId);
    let saved: SavedSubmission[] = [];
    const change = (tx: Queryable, loaded: LoadedTransaction) =>
      saveSubmissions(tx, submissionContext, loaded, body.list).then((list) => void (saved = list));
    await withNewCaptcha(context, body, () =>
      changeTransaction(context.services, context.candidate.id, body, "verifications.save", change),
    );
    return { list: saved, total: saved.length };
  },
  "verifications.replace": async ({ body }, context) => {
    const submissionContext = toSubmissionContext(context, body.orgId);
    let saved: SavedSubmission | undefined;
    const change = (tx: Queryable, loaded: LoadedTransaction) =>
      replaceSubmission(tx, submissionContext, loaded, body).then((one) => void (saved = one));
    await withNewCaptcha(context, body, () =>
      changeTransaction(context.services, context.candidate.id, body, "verifications.replace", change),
    );
    return saved!;
  },
  "verifications.remove": async ({ body }, { services, candidate }) => {
    let name = "";
    const { items } = await changeTransaction(
      services,
      candidate.id,
      body,
      "verifications.remove",
      async (tx, loaded) => {
        name = await removeSubmission(tx, loaded, services, body.subType);
      },
    );
    return { state: items.find((item) => item.name === name)!.state };
  },
  "verifications.repair": async ({ body }, context) => {
    const submissionContext = toSubmissionContext(context, body.orgId);
    let saved: Awaited<ReturnType<typeof repairSubmission>> | undefined;
    await changeTransaction(
      context.services,
      context.candidate.id,
      body,
      "verifications.repair",
      async (tx, loaded) => {
        saved = await repairSubmission(tx, submissionContext, loaded, body);
      },
    );
    return saved!;
  },
  "captcha.verify": async ({ params, body }, context) => {
    const purpose = await getPurpose(context, params.verificationName, body);
    return "captchaId" in body
      ? answerCaptcha(context.services, purpose, body)
      : drawCaptcha(context.services, purpose);
  },
  "captcha.work": async ({ params, body }, context) => {
    const purpose = await getPurpose(context, params.verificationName, body);
    const limits = findLimits(context.services.config);
    if (!limits) throw new WalletError("unavailable", { retryAfterSeconds: 60 });
    return createWorkChallenge(context.services, purpose, limits.captchaWork);
  },
} satisfies Handlers;

/** Verifications of a transaction: saved, changed and requested answers, and the verifier's reports. */
export const verificationsArea = {
  handlers,
  register: (services) => {
    services.jobs.register("verification-progress", 10, () => forwardResubmissions(services));
    services.jobs.register("captchas", 3600, () => pruneCaptchas(services));
  },
  plugin: addVerifierWebhook,
} satisfies Area;

/** The purpose of a captcha: a verification of the candidate's own transaction. Throws 104. */
async function getPurpose(
  { services, candidate }: RequestContext,
  verificationName: string,
  keys: TransactionKeys,
): Promise<CaptchaPurpose> {
  const { items } = await getTransaction(services.db, candidate.id, keys);
  if (!items.some((item) => item.name === verificationName)) throw notFound("verification");
  return { candidateId: candidate.id, transactionId: keys.txnId, verificationName };
}

/**
 * Answers a submission without a valid captcha with 116 and a new image, drawn after the database transaction ended.
 */
async function withNewCaptcha(
  context: RequestContext,
  keys: TransactionKeys,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CaptchaRejected)) throw error;
    const { services, candidate } = context;
    if (error.captchaId !== undefined) await discardCaptcha(services, candidate.id, error.captchaId);
    throw new WalletError("captcha", {
      data: await drawCaptcha(services, await getPurpose(context, error.verificationName, keys)),
      fields: [fieldError(error.pointer, "captcha", "wrong-captcha")],
    });
  }
}

function toSubmissionContext(context: RequestContext, orgId: string): SubmissionContext {
  const { services, candidate } = context;
  return {
    services,
    candidate,
    organisation: getEffectiveOrganisation(services, orgId),
    get messages() {
      return context.messages;
    },
  };
}
