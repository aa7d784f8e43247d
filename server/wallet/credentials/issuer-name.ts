import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import type { Services } from "#server/services.ts";

/** Name and logo of an issuer: for this wallet those of its default organisation's trust, for another its host. */
export function toIssuer(
  { config, settings }: Pick<Services, "config" | "settings">,
  issuer: string,
): { displayName: string; imageUrl: string } {
  const { organisations, defaultOrgId } = config.current();
  const own = organisations.get(defaultOrgId)?.organisation;
  if (issuer !== settings.publicUrl || !own) return { displayName: new URL(issuer).host, imageUrl: "" };
  const { name, logo } = toWalletBrand(own);
  return { displayName: name, imageUrl: logo ?? "" };
}
