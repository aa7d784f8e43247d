import type { OrganisationDocument } from "./organisation.ts";

/** Who vouches for the wallet, as pages show it: by name and logo; the organisation itself where nobody else does. */
export function toTrust({ trust, displayName, name, logo }: OrganisationDocument): { name: string; logo?: string } {
  return { name: trust?.name ?? displayName ?? name, logo: trust?.logo ?? logo };
}
