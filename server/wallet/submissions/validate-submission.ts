import { verificationSchema, type VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { contract as verificationContract } from "#engine/core/scope/verification.ts";
import { toVerification } from "#engine/core/transaction/verification-root.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import type { Replacement } from "#engine/core/form/unchanged.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { TransactionFacts } from "#engine/core/transaction/transaction-facts.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { FieldError } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/load.ts";
import { buildDomainRoots, listProperties, toRootInput, withLazyRest } from "../transactions/scope.ts";
import { toVerificationInfo } from "./verification-info.ts";
import { validateForm, toBodyFields, toMessages, type CompiledForm } from "./form-validation.ts";
import { findFileErrors, findPhotoErrors } from "./file-errors.ts";
import { listHiddenPlaces, replaceHidden } from "./hidden-values.ts";
import { dropSignatureImages } from "./signatures.ts";

/** Candidate, organisation and services for a save. */
export interface SubmissionContext {
  services: Services;
  candidate: Candidate;
  organisation: OrganisationRelease;
  /** Error messages in the candidate's language. */
  messages: MessageTexts;
}

/** The data to store, and every invalid field (pointers start at `base`). */
export interface ValidatedSubmission {
  submitted: Record<string, unknown>;
  errors: FieldError[];
}

/** Validates data with the form definition, its option lists and the ownership of its files (code 106). */
export async function validateSubmission(
  tx: Queryable,
  context: SubmissionContext,
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
    form: CompiledForm;
    data: unknown;
    base: string;
    /** The stored data of the submission. */
    before?: Record<string, unknown>;
    only?: readonly string[];
    replacing?: Replacement;
  },
): Promise<ValidatedSubmission> {
  const scope = toFormScope(context.organisation, loaded, item);
  const messages = toMessages(context.organisation, context);
  const options = { before: before ?? {}, ...(only && { only: [...only, ...listHiddenPlaces(form.model)] }) };
  const own = dropSignatureImages(form.model, data);
  const trusted = await replaceHidden(tx, form.model, own, scope, { before: options.before });
  const { derived, errors } = validateForm(form, trusted, {
    scope,
    definitions: loaded.definitions,
    messages,
    ...options,
    ...(replacing && { replacing }),
  });
  const { candidate, organisation } = context;
  const { findLivePhoto } = organisation;
  const photoContext = { candidate, transactionId: loaded.row.id, verificationName: item.name, before, findLivePhoto };
  const fileErrors = await findFileErrors(tx, candidate.id, form.model, derived.submitted);
  const photoErrors = (await findPhotoErrors(tx, photoContext, form.model, derived.submitted)).filter(
    ({ pointer }) => !fileErrors.some((error) => isWithin(error.pointer, [pointer])),
  );
  const fileAndPhotoErrors = [...fileErrors, ...photoErrors].filter(
    (error) => !errors.some((other) => other.pointer === error.pointer),
  );
  return { submitted: derived.submitted, errors: toBodyFields([...errors, ...fileAndPhotoErrors], base) };
}

const verificationProperties = listProperties(verificationContract());
/** What the root `verification` takes from the definition unchanged. Rules of forms mostly read these. */
const replacedProperties = ["label", "category", "texts", "acceptMultipleSubmissions"];
const definitionProperties = listProperties(verificationSchema).filter(
  (name) => verificationProperties.includes(name) && !replacedProperties.includes(name),
);

/** The evaluation scope of a verification's form: the same roots that a page builds. */
export function toFormScope(organisation: OrganisationRelease, loaded: LoadedTransaction, item: ItemRow): Scope {
  const rootInput = toRootInput(loaded, organisation);
  const build = (domain: Scope["roots"]) => {
    const info = toVerificationInfo(loaded, item.name, { formatReason: (stored) => stored });
    return toVerification(info, loaded.row.formId, rootInput, domain["transaction"] as TransactionFacts);
  };
  const definition = loaded.definitions.verification(item.name);
  const known = Object.fromEntries(
    definitionProperties.map((name) => [name, definition?.[name as keyof VerificationDefinition]]),
  );
  const roots = buildDomainRoots(loaded, organisation, {
    verification: (domain) => withLazyRest(known, verificationProperties, () => build(domain)),
  });
  return { roots, rules: loaded.definitions.rules };
}
