import { toOptionValues } from "#engine/core/form/options.ts";
import { judgeData, type FormJudge } from "#engine/authoring/release/accepts-stored-data.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { withReason, WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { toFormScope } from "../submissions/validate-submission.ts";
import { findForm } from "../submissions/form-validation.ts";
import { english } from "../transactions/english-text.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/load.ts";

/**
 * Runs before stored answers go to the verifier, because their validity may depend on other data and the time. Throws
 * 409 (code 109) with the verifications to correct.
 */
export function assertStoredAnswersValid(loaded: LoadedTransaction, services: Pick<Services, "config">): void {
  const invalid = listInvalidItems(loaded, services);
  if (invalid.length === 0) return;
  const remaining = invalid.map(({ name }) => name);
  const list = invalid.map(({ name }) => ({ text: english(loaded.definitions.verification(name)?.label ?? name) }));
  const error = withReason("answers-rejected", { list: { list } });
  throw new WalletError("stateConflict", {
    ...error,
    data: { state: loaded.row.state, reason: error.reason, remaining },
  });
}

/** Verifications, not skipped, with a submission that the pinned forms reject. */
export function listInvalidItems(loaded: LoadedTransaction, { config }: Pick<Services, "config">): ItemRow[] {
  const organisation = config.organisation(loaded.row.orgId) ?? config.organisation(config.current().defaultOrgId);
  if (!organisation) return [];
  return loaded.items.filter((item) => {
    const validator = item.markedAsSkip ? undefined : findFormValidator(loaded, item, organisation);
    return validator && item.submissions.some(({ data }) => judgeData(validator, data).faults.length > 0);
  });
}

/** The form of a verification with its validation input; undefined for an identity verification or one without form. */
export function findFormValidator(
  loaded: LoadedTransaction,
  item: ItemRow,
  organisation: OrganisationRelease,
): FormJudge | undefined {
  const { definitions } = loaded;
  const verification = definitions.verification(item.name);
  const form = item.identity ? undefined : findForm(definitions, verification);
  if (!verification || !form) return undefined;
  return {
    model: form.model,
    tools: { shape: form.validateShape, options: (id) => toOptionValues(id, (other) => definitions.options(other)) },
    scope: toFormScope(organisation, loaded, item),
    ...(verification.captcha && { neverStored: verification.captcha.at }),
  };
}
