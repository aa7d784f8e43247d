import type { OrganisationDefinition } from "./organisation.ts";

/** Name and logo that pages show for the wallet: those under `trust`, else the organisation's own. */
export function toWalletBrand({ trust, displayName, name, logo }: OrganisationDefinition): {
  name: string;
  logo?: string;
} {
  return { name: trust?.name ?? displayName ?? name, logo: trust?.logo ?? logo };
}
