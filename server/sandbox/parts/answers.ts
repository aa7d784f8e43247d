import { sql } from "drizzle-orm";
import { setAt, listLeafValues } from "#engine/core/base/json-pointer.ts";
import type { DataTree } from "#engine/core/form/data-tree.ts";
import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import { listLivePhotos, type FindLivePhoto } from "#engine/core/form/live-photos.ts";
import { makeAnswer } from "#engine/authoring/release/sample-answer.ts";
import { toAnswerHmacs } from "#server/accounts/captcha/captcha.ts";
import { findFileId } from "#server/files/storage/file-access.ts";
import { newId } from "#server/platform/ids.ts";
import { captchas } from "#server/platform/store/tables/captchas.ts";
import type { Services } from "#server/services.ts";
import { findFormValidator } from "#server/wallet/releases/stored-answers.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { getTransaction, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { zone } from "#server/platform/time-zone.ts";
import type { Actor, FixtureTransaction } from "./actor.ts";

/** Saves an answer for every remaining verification, generated from its form. Throws when none can be generated. */
export async function answerRemaining(
  actor: Actor,
  transaction: FixtureTransaction,
  services: Services,
): Promise<void> {
  const loaded = await getTransaction(services.db, actor.candidateId, transaction);
  const organisation = getOrganisation(services, transaction.orgId);
  for (const item of loaded.items.filter(({ state, markedAsSkip }) => state === "NOT_INITIALIZED" && !markedAsSkip)) {
    const judge = findFormValidator(loaded, item, organisation);
    if (!judge) throw new Error(`${item.name} is given by no form`);
    const answer = makeAnswer(judge, toLocalDay(loaded.now));
    if (!answer) throw new Error(`no answer was found that forms/${judge.model.id} takes`);
    const captchaId = await solveCaptcha(actor, loaded, item.name, services);
    const takePhoto = () => actor.takePhoto(item.name, transaction);
    const data = await storeFiles(actor, judge.model, answer, {
      takePhoto,
      findLivePhoto: organisation.findLivePhoto,
    });
    const list = [{ verificationName: item.name, data, ...(captchaId && { captchaId }) }];
    await actor.perform("verifications.save", { list }, transaction);
  }
}

/** Today (yyyy-MM-dd) in the candidates' time zone. */
export const toLocalDay = (now: Date): string => now.toLocaleDateString("sv-SE", { timeZone: zone });

/** Replaces generated file addresses in an answer by stored files of an accepted type. Photos get a nonce. */
async function storeFiles(
  actor: Actor,
  model: FormModel,
  answer: DataTree,
  { takePhoto, findLivePhoto }: { takePhoto(): Promise<string>; findLivePhoto: FindLivePhoto },
): Promise<DataTree> {
  const live = new Set(listLivePhotos(model, findLivePhoto).map(({ photo }) => photo));
  let stored = answer;
  for (const { pointer, value } of listLeafValues(answer)) {
    if (findFileId(value) === undefined) continue;
    const accept = model.fields.find((field) => isWithin(pointer, [field.pointer]))?.field.accept ?? [];
    const url = live.has(pointer)
      ? await takePhoto()
      : accept.includes("application/pdf")
        ? await actor.upload("Sandbox", pointer)
        : await actor.uploadImage(accept.includes("image/jpeg") || accept.length === 0 ? "jpeg" : "png");
    stored = setAt(stored, pointer, url);
  }
  return stored;
}

/** Inserts a solved captcha for a verification that requires one. Returns its id. */
async function solveCaptcha(
  { candidateId }: Actor,
  { row, definitions }: LoadedTransaction,
  verificationName: string,
  { db, secrets }: Services,
): Promise<string | undefined> {
  if (!definitions.verification(verificationName)?.captcha) return undefined;
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
