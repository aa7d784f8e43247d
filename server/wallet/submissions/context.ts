import { toVerification } from "#engine/scope/verification.ts";
import { isWithin } from "#engine/form/form-model.ts";
import type { Replacing } from "#engine/form/replaced.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import type { TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { FieldError } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";
import { toDomainRoots, toMakings, withRoots } from "../transactions/scope.ts";
import { toVerificationInfo } from "./verification-info.ts";
import { checkForm, toFields, toMessages, type CheckedForm } from "./form-check.ts";
import { findPhotoErrors } from "./live-photos.ts";
import { findFileErrors } from "./own-files.ts";

/** Who gives data, for which organisation. */
export interface Giver {
  services: Services;
  candidate: Candidate;
  organisation: OrganisationRelease;
  /** What is wrong is told in their language. */
  words: Words;
}

/** Judged data: what is stored, and every field that is wrong (pointers begin at `base`). */
export interface Judged {
  submitted: Record<string, unknown>;
  errors: FieldError[];
}

/** Judges data for a verification by its form document, its options and the ownership of its files (code 106). */
export async function judge(
  tx: Queryable,
  giver: Giver,
  loaded: LoadedTransaction,
  {
    item,
    form,
    data,
    base,
    before,
    only,
    replacing,
  }: {
    item: ItemRow;
    form: CheckedForm;
    data: unknown;
    base: string;
    /** What the submission holds already. */
    before?: Record<string, unknown>;
    only?: readonly string[];
    replacing?: Replacing;
  },
): Promise<Judged> {
  const scope = toFormScope(giver.organisation, loaded, item);
  const messages = toMessages(giver.organisation, giver.words);
  const { derived, errors } = checkForm(form, data, {
    scope,
    documents: loaded.documents,
    messages,
    before: before ?? {},
    ...(only && { only }),
    ...(replacing && { replacing }),
  });
  const { candidate, organisation } = giver;
  const { findLivePhoto } = organisation;
  const photoGiver = { candidate, transactionId: loaded.row.id, verificationName: item.name, before, findLivePhoto };
  const fileErrors = await findFileErrors(tx, candidate.id, form.model, derived.submitted);
  const photoErrors = (await findPhotoErrors(tx, photoGiver, form.model, derived.submitted)).filter(
    ({ pointer }) => !fileErrors.some((error) => isWithin(error.pointer, [pointer])),
  );
  const fresh = [...fileErrors, ...photoErrors].filter(
    (error) => !errors.some((other) => other.pointer === error.pointer),
  );
  return { submitted: derived.submitted, errors: toFields([...errors, ...fresh], base) };
}

/** What the form of a verification sees beside its own data: the roots that a page makes of the same answers. */
export function toFormScope(organisation: OrganisationRelease, loaded: LoadedTransaction, item: ItemRow): Scope {
  const makings = toMakings(loaded, organisation);
  const domain = toDomainRoots(loaded, organisation);
  const verification = () => {
    const info = toVerificationInfo(loaded, item.name, { reason: (stored) => stored });
    return toVerification(info, loaded.row.formId, makings, domain["transaction"] as TransactionFacts);
  };
  const roots = withRoots(domain, { verification });
  return { roots, rules: loaded.documents.rules };
}
