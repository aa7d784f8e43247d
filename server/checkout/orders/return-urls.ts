import type { Settings } from "#server/platform/settings.ts";
import type { OrderRow } from "./rows.ts";

/** The addresses to which a provider sends the browser back. */
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

/** The page of this server that runs a provider's script. */
export const toRedirectPage = ({ publicUrl }: Pick<Settings, "publicUrl">): string => `${publicUrl}/payment-redirect`;
