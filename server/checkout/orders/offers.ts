import type { PaymentProviderOption, PaymentRegion } from "#engine/api/payments.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { refuseField } from "#server/errors.ts";
import type { PaymentProviders } from "../providers/drivers.ts";
import { english } from "#server/wallet/transactions/labels.ts";

/** Where candidates of an organisation can pay from: regions of the catalogue that it takes and that have prices. */
export function listRegions(organisation: OrganisationRelease): PaymentRegion[] {
  const prices = getCatalogue(organisation, "prices").prices;
  const taken = organisation.organisation.regions;
  return Object.entries(getCatalogue(organisation, "providers").regions).flatMap(([value, { name }]) => {
    const currencySymbol = findOwn(prices.regions, value)?.currency;
    return currencySymbol && (taken?.includes(value) ?? true)
      ? [{ name: english(name, organisation.organisation), value, currencySymbol }]
      : [];
  });
}

/** A region by its value, else the organisation's first. Throws 106 at /region. */
export function getRegion(organisation: OrganisationRelease, value?: string): PaymentRegion {
  const regions = listRegions(organisation);
  const region = value === undefined ? regions[0] : regions.find((one) => one.value === value);
  if (!region) throw refuseField("/region", "region", "region-not-offered");
  return region;
}

/** Ways to pay in one region, or in all of them: those that are connected. */
export function listProviders(
  organisation: OrganisationRelease,
  payments: PaymentProviders,
  region?: string,
): PaymentProviderOption[] {
  const { regions, providers } = getCatalogue(organisation, "providers");
  const asked = region === undefined ? listRegions(organisation) : [getRegion(organisation, region)];
  return asked.flatMap(({ value }) =>
    (findOwn(regions, value)?.providers ?? []).flatMap((name) => {
      const entry = findOwn(providers, name);
      if (!entry || !payments.find(name)) return [];
      const { displayName, imageUrl = "", sdk = false, phoneNumberRequired = false } = entry;
      return [{ name, displayName, imageUrl, region: value, sdk, phoneNumberRequired }];
    }),
  );
}

/** A provider of a region by name, else the region's first. Throws 106 at /provider. */
export function getProviderOption(
  organisation: OrganisationRelease,
  payments: PaymentProviders,
  region: string,
  name?: string,
): PaymentProviderOption {
  const options = listProviders(organisation, payments, region);
  const option = name === undefined ? options[0] : options.find((one) => one.name === name);
  if (!option) throw refuseField("/provider", "provider", "provider-not-offered");
  return option;
}

/** Display name of a provider; its own name when the catalogue has lost it. */
export function toProviderLabel(organisation: OrganisationRelease | undefined, name: string): string {
  return (organisation && findOwn(getCatalogue(organisation, "providers").providers, name)?.displayName) ?? name;
}
