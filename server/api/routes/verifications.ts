import type { Saved } from "#engine/api/verifications.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import {
  answerCaptcha,
  discardCaptcha,
  drawCaptcha,
  sweepCaptchas,
  type CaptchaPurpose,
} from "#server/accounts/captcha/captcha.ts";
import { setWork } from "#server/accounts/captcha/work.ts";
import { CaptchaRefused } from "#server/accounts/captcha/spend.ts";
import { findLimits } from "#server/config/limits.ts";
import { notFound, refusedField, refuseField, WalletError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { removeSubmission, repairSubmission, replaceSubmission } from "#server/wallet/submissions/change.ts";
import { toVerificationConfigs } from "#server/wallet/submissions/configs.ts";
import type { Giver } from "#server/wallet/submissions/context.ts";
import { withPapers } from "#server/wallet/submissions/papers.ts";
import { saveList } from "#server/wallet/submissions/save.ts";
import { toVerificationInfo } from "#server/wallet/submissions/verification-info.ts";
import { toPresented } from "#server/wallet/presenting/finish.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { currentDocuments } from "#server/wallet/transactions/documents.ts";
import { changeTransaction } from "#server/wallet/transactions/moves.ts";
import { getTransaction, type LoadedTransaction, type TransactionKeys } from "#server/wallet/transactions/rows.ts";
import { getVariant } from "#server/wallet/transactions/variant.ts";
import { progressVerifications } from "#server/wallet/verifier/progress.ts";
import { verificationWebhook } from "#server/wallet/verifier/webhook.ts";
import type { Area } from "./area.ts";

const partnerHeader = "x-partner-org-id";

const handlers = {
  "verification-configs.info": async ({ body }, { services, request }) => {
    const header = request.headers[partnerHeader];
    const orgId = body.orgId ?? (typeof header === "string" ? header : undefined);
    if (orgId === undefined) throw refuseField("/orgId", "require", "name-organisation");
    const organisation = getOrganisation(services, orgId);
    const list = toVerificationConfigs(
      body.verificationNameList,
      currentDocuments(services.config.current(), organisation),
      organisation,
    );
    return { list, total: list.length };
  },
  "verifications.info": async ({ params, query }, { services, candidate, words }) => {
    const loaded = await getTransaction(services.db, candidate.id, query);
    const info = toVerificationInfo(loaded, params.type, words);
    const item = loaded.items.find(({ name }) => name === params.type);
    const presented = item && (await toPresented(services, item, loaded.documents, words));
    return withPapers(services.db, { ...info, ...(presented && { shownList: [presented] }) }, loaded);
  },
  "verifications.save": async ({ body }, context) => {
    const giver = toGiver(context, body.orgId);
    let saved: Saved[] = [];
    const change = (tx: Queryable, loaded: LoadedTransaction) =>
      saveList(tx, giver, loaded, body.list).then((list) => void (saved = list));
    await withNewCaptcha(context, body, () =>
      changeTransaction(context.services, context.candidate.id, body, "verifications.save", change),
    );
    return { list: saved, total: saved.length };
  },
  "verifications.replace": async ({ body }, context) => {
    const giver = toGiver(context, body.orgId);
    let saved: Saved | undefined;
    const change = (tx: Queryable, loaded: LoadedTransaction) =>
      replaceSubmission(tx, giver, loaded, body).then((one) => void (saved = one));
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
    const giver = toGiver(context, body.orgId);
    let saved: Awaited<ReturnType<typeof repairSubmission>> | undefined;
    await changeTransaction(
      context.services,
      context.candidate.id,
      body,
      "verifications.repair",
      async (tx, loaded) => {
        saved = await repairSubmission(tx, giver, loaded, body);
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
    return setWork(context.services, purpose, limits.captchaWork);
  },
} satisfies Handlers;

/** Verifications of a transaction: what is given, changed and asked for, and what their provider reports. */
export const verificationsArea = {
  handlers,
  prepare: (services) => {
    services.jobs.register("verification-progress", 10, () => progressVerifications(services));
    services.jobs.register("captchas", 3600, () => sweepCaptchas(services));
  },
  plugin: verificationWebhook,
} satisfies Area;

/** What a captcha is for: a verification of the candidate's own transaction. Throws 104 when it is not. */
async function getPurpose(
  { services, candidate }: RequestContext,
  verificationName: string,
  keys: TransactionKeys,
): Promise<CaptchaPurpose> {
  const { items } = await getTransaction(services.db, candidate.id, keys);
  if (!items.some((item) => item.name === verificationName)) throw notFound("verification");
  return { candidateId: candidate.id, transactionId: keys.txnId, verificationName };
}

/** A submission without a good captcha is answered 116 with a new picture, drawn after the transaction was given up. */
async function withNewCaptcha(
  context: RequestContext,
  keys: TransactionKeys,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CaptchaRefused)) throw error;
    const { services, candidate } = context;
    if (error.captchaId !== undefined) await discardCaptcha(services, candidate.id, error.captchaId);
    throw new WalletError("captcha", {
      data: await drawCaptcha(services, await getPurpose(context, error.verificationName, keys)),
      fields: [refusedField(error.pointer, "captcha", "wrong-captcha")],
    });
  }
}

function toGiver({ services, candidate, words }: RequestContext, orgId: string): Giver {
  return {
    services,
    candidate,
    organisation: getVariant(services, orgId),
    words,
  };
}
