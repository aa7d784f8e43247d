import type { Profile } from "#engine/api/profile.ts";
import type { VerificationDocument } from "#engine/documents/request.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import type { Messages } from "#engine/form/messages.ts";
import type { Candidate } from "../http/authenticate.ts";
import type { OrganisationRelease } from "../config/compile-release.ts";
import type { FieldError } from "../errors.ts";
import type { Services } from "../services.ts";
import type { Queryable } from "../store/database.ts";
import { english } from "../transactions/labels.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";
import { toDomainScope } from "../transactions/scope.ts";
import { checkForm, toFields, toMessages, type CheckedForm } from "./form-check.ts";
import { findFileErrors } from "./own-files.ts";

/** Who gives data, for which organisation, with which profile. */
export interface Giver {
  services: Services;
  candidate: Candidate;
  organisation: OrganisationRelease;
  profile: Profile;
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
  { item, verification, form, data, base, only }: { item: ItemRow; verification: VerificationDocument; form: CheckedForm; data: unknown; base: string; only?: readonly string[] },
): Promise<Judged> {
  const scope = toFormScope(giver, loaded, item, verification);
  const messages: Messages = toMessages(giver.organisation, giver.candidate.locale);
  const { derived, errors } = checkForm(form, data, { scope, documents: loaded.documents, messages, ...(only && { only }) });
  const fileErrors = await findFileErrors(tx, giver.candidate.id, form.model, derived.submitted);
  const fresh = fileErrors.filter((error) => !errors.some((other) => other.pointer === error.pointer));
  return { submitted: derived.submitted, errors: toFields([...errors, ...fresh], base) };
}

function toFormScope({ organisation, profile }: Giver, loaded: LoadedTransaction, item: ItemRow, verification: VerificationDocument): Scope {
  const asked = loaded.documents.request(loaded.row.formId).verifications.find((entry) => entry.verification === item.name);
  return toDomainScope(loaded, organisation, profile, loaded.documents.rules, {
    verification: {
      ...verification,
      name: item.name,
      label: english(verification.label, organisation.organisation),
      acceptMultipleSubmissions: verification.acceptMultipleSubmissions ?? false,
      skipAllowed: asked?.skipAllowed ?? false,
      marksheetRequired: asked?.marksheetRequired ?? false,
      state: item.state,
    },
  });
}
