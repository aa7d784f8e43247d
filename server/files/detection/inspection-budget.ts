import type { Platform } from "#server/platform/platform.ts";

/** Counts an inspection for its candidate. Throws 108 above the budget of an hour. */
export async function consumeInspection(
  { rateLimits, settings }: Pick<Platform, "rateLimits" | "settings">,
  candidateId: string,
): Promise<void> {
  await rateLimits.consume(`inspections ${candidateId}`, settings.budgets.inspectionsPerHour, 3600);
}

/** Counts an inspection for its network address. Throws 108 above the budget of an hour. */
export async function consumeInspectionForAddress(
  { rateLimits, settings }: Pick<Platform, "rateLimits" | "settings">,
  address: string,
): Promise<void> {
  await rateLimits.consumeForAddress("inspections", address, settings.budgets.inspectionsPerAddressAndHour, 3600);
}
