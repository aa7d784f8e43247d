import { getCatalogue } from "#server/config/release.ts";
import type { Services } from "#server/services.ts";

/** The name of an evaluation partner: of catalogues/partners, or of the organisation that evaluates by itself. */
export function toReceiverName({ config }: Pick<Services, "config">, provider: string): string {
  const { organisations, defaultOrgId } = config.current();
  const main = organisations.get(defaultOrgId);
  const partner = main && getCatalogue(main, "partners").partners.find(({ id }) => id === provider);
  return partner?.name ?? organisations.get(provider)?.organisation.name ?? provider;
}
