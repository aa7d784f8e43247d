/*
 * Payment providers by the name that documents and the wire use. One more: its file beside this one, a line
 * here, and its display name and region in schemas/catalogues/providers.
 */
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
