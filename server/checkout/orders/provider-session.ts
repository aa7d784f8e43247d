import { eq, sql } from "drizzle-orm";
import type { OrganisationRelease } from "#server/config/release.ts";
import { WalletError } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { describeError } from "#server/platform/log.ts";
import { ProviderRefusal } from "../providers/http.ts";
import type { ProviderSession } from "../providers/provider.ts";
import type { Services } from "#server/services.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { closeOrder } from "./cancel-order.ts";
import { toRedirectPage, toReturnUrls } from "./return-urls.ts";
import { findOrder, type OrderRow } from "./rows.ts";

/**
 * A request has this long to call the provider. Then another request takes over. `waitMs` limits how long the others
 * wait.
 */
const leaseSeconds = 30;
const waitMs = 15_000;
const firstCheckSeconds = 10;

/**
 * Returns the order with an open provider session. Of several concurrent requests, one calls the provider and the
 * others wait. Returns undefined when the order was closed meanwhile. Throws `unavailable`; the order stays open for a
 * retry.
 */
export async function ensureProviderSession(
  services: Services,
  order: OrderRow,
  organisation: OrganisationRelease,
  messages: MessageTexts,
): Promise<OrderRow | undefined> {
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    const now = await findOrder(services.db, order.id);
    if (!now || now.closedAt) return undefined;
    if (now.webUrl !== null) return now;
    if (await takeLease(services, order.id))
      return storeSession(services, order, await requestSession(services, order, organisation, messages));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new WalletError("unavailable", { retryAfterSeconds: 5 });
}

/** One conditional update. The row count decides which request calls the provider. */
async function takeLease({ db }: Services, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update orders set session_requested_at = app_now()
    where id = ${orderId} and web_url is null and closed_at is null
      and (session_requested_at is null or session_requested_at < app_now() - ${leaseSeconds} * interval '1 second')
    returning id`);
  return rows.length > 0;
}

async function requestSession(
  services: Services,
  order: OrderRow,
  organisation: OrganisationRelease,
  messages: MessageTexts,
): Promise<ProviderSession> {
  const { settings, payments, db, log } = services;
  try {
    return await payments.get(order.provider).createSession({
      orderId: order.id,
      amountMinor: order.amountMinor,
      currency: order.currency,
      description: messages.format("pages", "payment-for", {
        organisation: organisation.organisation.displayName ?? organisation.organisation.name,
      }),
      customerId: order.candidateId,
      ...(order.phoneNumber !== null && { phoneNumber: order.phoneNumber }),
      ...toReturnUrls(order, settings),
      redirectPage: toRedirectPage(settings),
    });
  } catch (error) {
    await db.update(orders).set({ sessionRequestedAt: null }).where(eq(orders.id, order.id));
    log.error(
      { orderId: order.id, provider: order.provider, ...describeError(error) },
      "no session at the payment provider",
    );
    // A provider repeats its refusal: the next attempt opens another order.
    if (error instanceof ProviderRefusal) await closeOrder(services, order);
    throw error instanceof WalletError
      ? error
      : new WalletError("unavailable", { retryAfterSeconds: 10, cause: error });
  }
}

/** Stores the session even when the order was closed meanwhile, because it must be cancelled at its provider. */
async function storeSession(
  { db }: Services,
  order: OrderRow,
  { reference, webUrl, paymentSessionId }: ProviderSession,
): Promise<OrderRow | undefined> {
  const [stored] = await db
    .update(orders)
    .set({
      reference,
      webUrl,
      paymentSessionId,
      nextCheckAt: sql`app_now() + ${firstCheckSeconds} * interval '1 second'`,
    })
    .where(eq(orders.id, order.id))
    .returning();
  return stored && stored.closedAt === null ? stored : undefined;
}
