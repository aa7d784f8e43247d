import { sql } from "drizzle-orm";
import { setAt } from "#engine/base/json-pointer.ts";
import type { DataTree } from "#engine/form/data-tree.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import { listLivePhotos, type FindLivePhoto } from "#engine/form/live-photos.ts";
import { makeAnswer } from "#engine/release/sample-answer.ts";
import { toAnswerHmacs } from "#server/accounts/captcha/captcha.ts";
import { findFileId } from "#server/files/storage/file-url.ts";
import { newId } from "#server/platform/ids.ts";
import { captchas } from "#server/platform/store/tables/captchas.ts";
import type { Services } from "#server/services.ts";
import { findJudge } from "#server/wallet/releases/stored-answers.ts";
import { leafPaths } from "#server/wallet/submissions/leaf-paths.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { getTransaction, type LoadedTransaction } from "#server/wallet/transactions/rows.ts";
import type { Actor, FixtureTransaction } from "./actor.ts";

/** Gives an answer to every verification that still waits for one, made from its form. Throws where none can be made. */
export async function fillRemaining(actor: Actor, transaction: FixtureTransaction, services: Services): Promise<void> {
  const loaded = await getTransaction(services.db, actor.candidateId, transaction);
  const organisation = getOrganisation(services, transaction.orgId);
  for (const item of loaded.items.filter(({ state, markedAsSkip }) => state === "NOT_INITIALIZED" && !markedAsSkip)) {
    const judge = findJudge(loaded, item, organisation);
    if (!judge) throw new Error(`${item.name} is given by no form`);
    const answer = makeAnswer(judge, toLocalDay(loaded.now));
    if (!answer) throw new Error(`no answer was found that forms/${judge.model.id} takes`);
    const captchaId = await solveCaptcha(actor, loaded, item.name, services);
    const takePhoto = () => actor.takePhoto(item.name, transaction);
    const data = await storePapers(actor, judge.model, answer, {
      takePhoto,
      findLivePhoto: organisation.findLivePhoto,
    });
    const list = [{ verificationName: item.name, data, ...(captchaId && { captchaId }) }];
    await actor.perform("verifications.save", { list }, transaction);
  }
}

/** The day (yyyy-MM-dd) where the sandbox's people live: what they give as today, also in the evening of the server. */
export const toLocalDay = (now: Date): string => now.toLocaleDateString("sv-SE", { timeZone: "Asia/Kolkata" });

/** The answer with stored papers of the actor in place of made-up addresses, each of a type that its field takes; photos are taken. */
async function storePapers(
  actor: Actor,
  model: FormModel,
  answer: DataTree,
  { takePhoto, findLivePhoto }: { takePhoto(): Promise<string>; findLivePhoto: FindLivePhoto },
): Promise<DataTree> {
  const live = new Set(listLivePhotos(model, findLivePhoto).map(({ photo }) => photo));
  let stored = answer;
  for (const { pointer, value } of leafPaths(answer)) {
    if (findFileId(value) === undefined) continue;
    const accept = model.byPointer.get(pointer)?.field.accept ?? [];
    const url = live.has(pointer)
      ? await takePhoto()
      : accept.includes("application/pdf")
        ? await actor.upload("Sandbox", pointer)
        : await actor.uploadPicture(accept.includes("image/jpeg") || accept.length === 0 ? "jpeg" : "png");
    stored = setAt(stored, pointer, url);
  }
  return stored;
}

/** A captcha that counts as read, for a verification that asks for one; → its id. */
async function solveCaptcha(
  { candidateId }: Actor,
  { row, documents }: LoadedTransaction,
  verificationName: string,
  { db, secrets }: Services,
): Promise<string | undefined> {
  if (!documents.verification(verificationName)?.captcha) return undefined;
  const id = newId();
  const purpose = { candidateId, transactionId: row.id, verificationName };
  const soon = sql`app_now() + interval '1 minute'`;
  await db.insert(captchas).values({
    id,
    ...purpose,
    answerHmac: toAnswerHmacs(secrets, id, "")[0]!,
    expiresAt: soon,
    solvedAt: sql`app_now()`,
  });
  return id;
}
