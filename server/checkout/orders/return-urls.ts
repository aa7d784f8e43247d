import type { OrganisationRelease } from "#server/config/release.ts";
import type { Settings } from "#server/platform/settings.ts";
import type { OrderRow } from "./rows.ts";

/** Where a provider sends the browser back to. */
export function toReturnUrls(
  order: Pick<OrderRow, "id" | "orgId" | "transactionId" | "region" | "provider">,
  { publicUrl }: Pick<Settings, "publicUrl">,
): { returnUrl: string; cancelUrl: string } {
  const query = new URLSearchParams({
    orgId: order.orgId,
    txId: order.transactionId,
    region: order.region,
    provider: order.provider,
    order_id: order.id,
  });
  const returnUrl = `${publicUrl}/payment?${query.toString()}`;
  return { returnUrl, cancelUrl: `${returnUrl}&cancelled=true` };
}

/** The page that runs a provider's SDK: of the payment host of catalogues/hosts, else of this server. */
export function toRedirectPage(organisation: OrganisationRelease, { publicUrl }: Pick<Settings, "publicUrl">): string {
  const place = organisation.get("hosts", "hosts")?.hosts["payment-redirect"] ?? "/payment-redirect";
  return place.startsWith("/") ? `${publicUrl}${place}` : place;
}

/** That page for one session; `environment=production` is literal, also in the sandbox. */
export function toSdkUrl(page: string, provider: string, paymentSessionId: string): string {
  return `${page}?${new URLSearchParams({ sdkProvider: toSdkName(provider), paymentSessionId, environment: "production" }).toString()}`;
}

/** 'cashfree-sdk' → 'cashfree'. */
export function toSdkName(provider: string): string {
  return provider.replace(/-sdk$/, "");
}
