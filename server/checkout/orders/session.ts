import { eq, sql } from "drizzle-orm";
import type { OrganisationRelease } from "#server/config/release.ts";
import { WalletError } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { describeError } from "#server/platform/log.ts";
import { ProviderRefusal } from "../providers/http.ts";
import type { Session } from "../providers/provider.ts";
import type { Services } from "#server/services.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { closeOrder } from "./release.ts";
import { toRedirectPage, toReturnUrls } from "./return-urls.ts";
import { findOrder, type OrderRow } from "./rows.ts";

/** How long one request may ask the provider before another takes over, and how long the others wait. */
const leaseSeconds = 30;
const waitMs = 15_000;
const firstCheckSeconds = 10;

/**
 * The order with a session at its provider. Of several requests at once one asks, the others wait for it. Undefined:
 * the order was closed meanwhile. Throws `unavailable`; the order stays open, so that the next try takes it up.
 */
export async function ensureSession(
  services: Services,
  order: OrderRow,
  organisation: OrganisationRelease,
  words: Words,
): Promise<OrderRow | undefined> {
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    const now = await findOrder(services.db, order.id);
    if (!now || now.closedAt) return undefined;
    if (now.webUrl !== null) return now;
    if (await claim(services, order.id)) return keep(services, order, await ask(services, order, organisation, words));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new WalletError("unavailable", { retryAfterSeconds: 5 });
}

/** One conditional update; the row count decides who asks. */
async function claim({ db }: Services, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update orders set session_asked_at = app_now()
    where id = ${orderId} and web_url is null and closed_at is null
      and (session_asked_at is null or session_asked_at < app_now() - ${leaseSeconds} * interval '1 second')
    returning id`);
  return rows.length > 0;
}

async function ask(
  services: Services,
  order: OrderRow,
  organisation: OrganisationRelease,
  words: Words,
): Promise<Session> {
  const { settings, payments, db, log } = services;
  try {
    return await payments.get(order.provider).createSession({
      orderId: order.id,
      amountMinor: order.amountMinor,
      currency: order.currency,
      description: words.say("pages", "payment-for", {
        organisation: organisation.organisation.displayName ?? organisation.organisation.name,
      }),
      customerId: order.candidateId,
      ...(order.phoneNumber !== null && { phoneNumber: order.phoneNumber }),
      ...toReturnUrls(order, settings),
      redirectPage: toRedirectPage(settings),
    });
  } catch (error) {
    await db.update(orders).set({ sessionAskedAt: null }).where(eq(orders.id, order.id));
    log.error(
      { orderId: order.id, provider: order.provider, ...describeError(error) },
      "no session at the payment provider",
    );
    // What was refused once is refused again: the next press opens another order.
    if (error instanceof ProviderRefusal) await closeOrder(services, order);
    throw error instanceof WalletError
      ? error
      : new WalletError("unavailable", { retryAfterSeconds: 10, cause: error });
  }
}

/** Written down even when the order was closed meanwhile: then it must be cancelled at its provider. */
async function keep(
  { db }: Services,
  order: OrderRow,
  { reference, webUrl, paymentSessionId }: Session,
): Promise<OrderRow | undefined> {
  const [kept] = await db
    .update(orders)
    .set({
      reference,
      webUrl,
      paymentSessionId,
      nextCheckAt: sql`app_now() + ${firstCheckSeconds} * interval '1 second'`,
    })
    .where(eq(orders.id, order.id))
    .returning();
  return kept && kept.closedAt === null ? kept : undefined;
}
