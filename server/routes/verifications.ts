import type { Saved } from "#engine/api/verifications.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import { answerCaptcha, drawCaptcha, sweepCaptchas, discardCaptcha } from "../captcha/captcha.ts";
import { CaptchaRefused } from "../captcha/spend.ts";
import { errors, invalidField, WalletError } from "../errors.ts";
import { readProfile } from "../identity/profile.ts";
import type { Queryable } from "../store/database.ts";
import { removeSubmission, repairSubmission, replaceSubmission } from "../submissions/change.ts";
import { toVerificationConfigs } from "../submissions/configs.ts";
import type { Giver } from "../submissions/context.ts";
import { saveList } from "../submissions/save.ts";
import { toVerificationInfo } from "../submissions/verification-info.ts";
import { getOrganisation } from "../transactions/create.ts";
import { currentDocuments } from "../transactions/documents.ts";
import { changeTransaction } from "../transactions/moves.ts";
import { getTransaction, type LoadedTransaction, type TransactionKeys } from "../transactions/rows.ts";
import { progressVerifications } from "../verifier/progress.ts";
import { verificationWebhook } from "../verifier/webhook.ts";
import type { Area } from "./area.ts";

const partnerHeader = "x-partner-org-id";

const handlers = {
  "verification-configs.info": async ({ body }, { services, request }) => {
    const header = request.headers[partnerHeader];
    const orgId = body.orgId ?? (typeof header === "string" ? header : undefined);
    if (orgId === undefined) throw invalidField("/orgId", "Name the organisation", "require");
    const organisation = getOrganisation(services, orgId);
    const list = toVerificationConfigs(body.verificationNameList, currentDocuments(services.config.current(), organisation), organisation);
    return { list, total: list.length };
  },
  "verifications.info": async ({ params, query }, { services, candidate }) =>
    toVerificationInfo(await getTransaction(services.db, candidate.id, query), params.type),
  "verifications.save": async ({ body }, context) => {
    const giver = await toGiver(context, body.orgId);
    let saved: Saved[] = [];
    const change = (tx: Queryable, loaded: LoadedTransaction) => saveList(tx, giver, loaded, body.list).then((list) => void (saved = list));
    await withNewCaptcha(context, body, () => changeTransaction(context.services, context.candidate.id, body, "verifications.save", change));
    return { list: saved, total: saved.length };
  },
  "verifications.replace": async ({ body }, context) => {
    const giver = await toGiver(context, body.orgId);
    let saved: Saved | undefined;
    const change = (tx: Queryable, loaded: LoadedTransaction) => replaceSubmission(tx, giver, loaded, body).then((one) => void (saved = one));
    await withNewCaptcha(context, body, () => changeTransaction(context.services, context.candidate.id, body, "verifications.replace", change));
    return saved!;
  },
  "verifications.remove": async ({ body }, { services, candidate }) => {
    let name = "";
    const { items } = await changeTransaction(services, candidate.id, body, "verifications.remove", async (tx, loaded) => {
      name = await removeSubmission(tx, loaded, body.subType);
    });
    return { state: items.find((item) => item.name === name)!.state };
  },
  "verifications.repair": async ({ body }, context) => {
    const giver = await toGiver(context, body.orgId);
    let saved: Awaited<ReturnType<typeof repairSubmission>> | undefined;
    await changeTransaction(context.services, context.candidate.id, body, "verifications.repair", async (tx, loaded) => {
      saved = await repairSubmission(tx, giver, loaded, body);
    });
    return saved!;
  },
  "captcha.verify": ({ params, body }, { services, candidate }) =>
    "captchaId" in body ? answerCaptcha(services, candidate, params.verificationName, body) : drawCaptcha(services, candidate, params.verificationName, body),
} satisfies Handlers;

/** Verifications of a transaction: what is given, changed and asked for (spec §7), and what their provider reports. */
export const verificationsArea = {
  handlers,
  prepare: (services) => {
    services.jobs.register("verification-progress", 10, () => progressVerifications(services));
    services.jobs.register("captchas", 3600, () => sweepCaptchas(services));
  },
  plugin: verificationWebhook,
} satisfies Area;

/** A submission without a good captcha is answered 116 with a new picture, drawn after the transaction was given up. */
async function withNewCaptcha(context: RequestContext, keys: TransactionKeys, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CaptchaRefused)) throw error;
    const { services, candidate } = context;
    if (error.captchaId !== undefined) await discardCaptcha(services, candidate.id, error.captchaId);
    throw new WalletError("captcha", {
      data: await drawCaptcha(services, candidate, error.verificationName, keys),
      fields: [{ pointer: error.pointer, keyword: "captcha", message: errors.captcha.message }],
    });
  }
}

async function toGiver({ services, candidate }: RequestContext, orgId: string): Promise<Giver> {
  return { services, candidate, organisation: getOrganisation(services, orgId), profile: await readProfile(services.db, candidate.id) };
}
