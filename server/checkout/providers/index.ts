/*
 * Payment providers by id. To add one: a file in this folder, a line here, and an entry in
 * schemas/catalogues/providers.
 */
import { findOwn } from "#engine/core/rules/own-value.ts";
import { cashfreeSdk } from "./cashfree-sdk.ts";
import { cashfree } from "./cashfree.ts";
import { paypal } from "./paypal.ts";
import { phonepe } from "./phonepe.ts";
import type { ProviderEntry } from "./provider.ts";
import { stripeSdk } from "./stripe-sdk.ts";
import { stripe } from "./stripe.ts";

export const providers: Readonly<Record<string, ProviderEntry>> = {
  phonepe,
  cashfree,
  "cashfree-sdk": cashfreeSdk,
  paypal,
  stripe,
  "stripe-sdk": stripeSdk,
};

/** Returns the company of a provider, or the provider's own name when it is no longer in the registry. */
export const toFamily = (name: string): string => findOwn(providers, name)?.family ?? name;
