import { roleOperations } from "#engine/contract/console/index.ts";
import type { Role } from "#engine/core/definitions/roles.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { Membership } from "./members.ts";

type Config = Pick<ConfigReader, "organisation">;

/** catalogues/roles, as the organisation has it; empty without one. */
const findRoles = (config: Config, orgId: string): Readonly<Record<string, Role>> =>
  config.organisation(orgId)?.get("roles", "roles")?.roles ?? {};

/** True for an organisation and a role that exist. */
export function isRole(config: Config, { orgId, role }: Membership): boolean {
  return Object.hasOwn(findRoles(config, orgId), role);
}

function listOwnRoles(config: Config, memberships: readonly Membership[], orgId: string): Role[] {
  const roles = findRoles(config, orgId);
  return memberships.flatMap((one) =>
    one.orgId === orgId && Object.hasOwn(roles, one.role) ? [roles[one.role]!] : [],
  );
}

/**
 * Returns whether a second person must approve the call. Throws 404 for an organisation in which the person has no
 * role, 403 (103) when no role of theirs lists the operation.
 */
export function checkRole(
  config: Config,
  memberships: readonly Membership[],
  { operation, orgId }: { operation: string; orgId: string },
): { needsSecondPerson: boolean } {
  if (!memberships.some((one) => one.orgId === orgId)) throw notFound("organisation");
  const listing = listOwnRoles(config, memberships, orgId).filter(({ operations }) => operations.includes(operation));
  if (listing.length === 0) throw new WalletError("accessNotAllowed", withReason("role-missing"));
  return { needsSecondPerson: listing.every(({ secondPerson }) => secondPerson?.includes(operation) ?? false) };
}

/** The operations that a person may call, by organisation. */
export function listAllowed(config: Config, memberships: readonly Membership[]): Record<string, string[]> {
  const orgIds = [...new Set(memberships.map(({ orgId }) => orgId))];
  return Object.fromEntries(
    orgIds.map((orgId) => {
      const own = new Set(listOwnRoles(config, memberships, orgId).flatMap(({ operations }) => operations));
      return [orgId, roleOperations.filter((operation) => own.has(operation))];
    }),
  );
}
