import { SettingsError } from "#server/platform/settings-error.ts";
import type { Services } from "#server/services.ts";

/**
 * Outside the sandbox every request with an evaluation must have a way to its partner, or candidates would wait for
 * ever. Throws SettingsError with the missing entries of DELIVERIES.
 */
export function assertPartnersReachable({ config, ports }: Pick<Services, "config" | "ports">): void {
  const missing = new Set<string>();
  for (const organisation of config.current().organisations.values())
    for (const { id, evaluation } of organisation.list("request")) {
      if (!evaluation) continue;
      const { provider, delivery } = evaluation;
      if (delivery === undefined || !ports.delivery(provider, delivery))
        missing.add(`${provider} (${delivery ?? "no delivery"}, for ${organisation.orgId}/${id})`);
    }
  if (missing.size === 0) return;
  throw new SettingsError(
    `These evaluation partners cannot be reached: ${[...missing].join(", ")}. Add them to DELIVERIES, as OPERATING.md shows.`,
  );
}
