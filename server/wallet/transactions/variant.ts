import type { OrganisationRelease } from "#server/config/release.ts";
import { notFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Whose rules and words a transaction is read and judged with that has begun: its organisation's as they are now, the
 * default variant's when that is in the release no more: what somebody has begun they can end. Throws 404 (code 104)
 * where nothing is served at all.
 */
export function getVariant({ config }: Pick<Services, "config">, orgId: string): OrganisationRelease {
  const variant = config.organisation(orgId) ?? config.organisation(config.current().defaultOrgId);
  if (!variant) throw notFound("organisation");
  return variant;
}
