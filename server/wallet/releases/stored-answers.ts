import { toOptionValues } from "#engine/form/options.ts";
import { judgeData, type Judge } from "#engine/release/takes.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { says, WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { toFormScope } from "../submissions/context.ts";
import { findForm } from "../submissions/form-check.ts";
import { english } from "../transactions/labels.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";

/**
 * Asked before stored answers leave for the verifier: what they are judged by may read more than the answers, and the
 * time. Throws 409 (code 109) with the verifications to look at again.
 */
export function assertStoredTaken(loaded: LoadedTransaction, services: Pick<Services, "config">): void {
  const refused = listRefused(loaded, services);
  if (refused.length === 0) return;
  const remaining = refused.map(({ name }) => name);
  const list = refused.map(({ name }) => ({ text: english(loaded.documents.verification(name)?.label ?? name) }));
  const said = says("answers-refused", { list: { list } });
  throw new WalletError("stateConflict", {
    ...said,
    data: { state: loaded.row.state, reason: said.reason, remaining },
  });
}

/** Verifications with a submission, not skipped, that the forms of the transaction's own release refuse. */
export function listRefused(loaded: LoadedTransaction, { config }: Pick<Services, "config">): ItemRow[] {
  const organisation = config.organisation(loaded.row.orgId) ?? config.organisation(config.current().defaultOrgId);
  if (!organisation) return [];
  return loaded.items.filter((item) => {
    const judge = item.markedAsSkip ? undefined : findJudge(loaded, item, organisation);
    return judge && item.submissions.some(({ data }) => judgeData(judge, data).faults.length > 0);
  });
}

/** The form of a verification with all that it judges by; undefined for one that has none, or is proved for the profile. */
export function findJudge(
  loaded: LoadedTransaction,
  item: ItemRow,
  organisation: OrganisationRelease,
): Judge | undefined {
  const { documents } = loaded;
  const verification = documents.verification(item.name);
  const form = item.identity ? undefined : findForm(documents, verification);
  if (!verification || !form) return undefined;
  return {
    model: form.model,
    tools: { shape: form.shape, options: (id) => toOptionValues(id, (other) => documents.options(other)) },
    scope: toFormScope(organisation, loaded, item),
    ...(verification.captcha && { unkept: verification.captcha.at }),
  };
}
