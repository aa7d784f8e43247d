import type { PaymentProviderOption, PaymentRegion } from "#engine/core/scope/shapes/payments.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { invalidField } from "#server/errors.ts";
import type { PaymentProviders } from "../providers/drivers.ts";
import { english } from "#server/wallet/transactions/english-text.ts";

/** Lists the regions in which candidates of an organisation can pay: it accepts them, and they have prices. */
export function listRegions(organisation: OrganisationRelease): PaymentRegion[] {
  const prices = getCatalogue(organisation, "prices").prices;
  const accepted = organisation.organisation.regions;
  return Object.entries(getCatalogue(organisation, "providers").regions).flatMap(([value, { name }]) => {
    const currencySymbol = findOwn(prices.regions, value)?.currency;
    return currencySymbol && (accepted?.includes(value) ?? true)
      ? [{ name: english(name, organisation.organisation), value, currencySymbol }]
      : [];
  });
}

/** Returns a region by its value, or the organisation's first. Throws 106 at /region. */
export function getRegion(organisation: OrganisationRelease, value?: string): PaymentRegion {
  const regions = listRegions(organisation);
  const region = value === undefined ? regions[0] : regions.find((one) => one.value === value);
  if (!region) throw invalidField("/region", "region", "region-not-offered");
  return region;
}

/** Lists the connected providers of one region, or of all regions. */
export function listProviders(
  organisation: OrganisationRelease,
  payments: PaymentProviders,
  region?: string,
): PaymentProviderOption[] {
  const { regions, providers } = getCatalogue(organisation, "providers");
  const offered = region === undefined ? listRegions(organisation) : [getRegion(organisation, region)];
  return offered.flatMap(({ value }) =>
    (findOwn(regions, value)?.providers ?? []).flatMap((name) => {
      const entry = findOwn(providers, name);
      if (!entry || !payments.find(name)) return [];
      const { displayName, imageUrl = "", sdk = false, phoneNumberRequired = false } = entry;
      return [{ name, displayName, imageUrl, region: value, sdk, phoneNumberRequired }];
    }),
  );
}

/** Returns a provider of a region by name, or the region's first. Throws 106 at /provider. */
export function getProviderOption(
  organisation: OrganisationRelease,
  payments: PaymentProviders,
  region: string,
  name?: string,
): PaymentProviderOption {
  const options = listProviders(organisation, payments, region);
  const option = name === undefined ? options[0] : options.find((one) => one.name === name);
  if (!option) throw invalidField("/provider", "provider", "provider-not-offered");
  return option;
}

/** Returns a provider's display name, or its id when the catalogue no longer has it. */
export function toProviderLabel(organisation: OrganisationRelease | undefined, name: string): string {
  return (organisation && findOwn(getCatalogue(organisation, "providers").providers, name)?.displayName) ?? name;
}
