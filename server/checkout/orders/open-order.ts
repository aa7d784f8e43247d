import type { Arguments, Data } from "#engine/api/contracts.ts";
import type { PaymentProviderOption } from "#engine/api/payments.ts";
import type { Cart, CartItem } from "#engine/payment/price-cart.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { refuseField, WalletError } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { commitAsItGoes } from "#server/platform/attempt.ts";
import { newId } from "#server/platform/ids.ts";
import { readMobile } from "#server/accounts/profile/mobile.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { assertStoredTaken } from "#server/wallet/releases/stored-answers.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { touch } from "#server/wallet/transactions/moves.ts";
import { lockTransaction, type LoadedTransaction } from "#server/wallet/transactions/rows.ts";
import { findMode, priceNow } from "./bill.ts";
import { getProviderOption, getRegion } from "./offers.ts";
import { releaseOrder } from "./release.ts";
import { toFamily } from "../providers/families.ts";
import { toSdkUrl } from "../providers/wire.ts";
import { toReturnUrls, toRedirectPage } from "./return-urls.ts";
import { findOpenOrder, findPaidOrder, toReference, type OrderRow } from "./rows.ts";
import { ensureSession } from "./session.ts";
import { settleOrder } from "./settle.ts";

type Wish = Arguments<"payments.init">;

/** What the candidate chose, checked against what is offered. */
interface Choice {
  region: string;
  option: PaymentProviderOption;
  express: boolean;
  phoneNumber: string | null;
}

const operation = "payments.init";
/** An order with another choice is cancelled first; more than once only when somebody else opens them meanwhile. */
const maxAttempts = 4;

/**
 * Opens a payment, or finds the open one of the same choice and price: nobody pays twice. The row is committed
 * before the provider is asked. Throws 104, 106, 109, 110, 112, 120.
 */
export async function openPayment(
  services: Services,
  candidate: Candidate,
  wish: Wish,
  words: Words,
): Promise<Data<"payments.init">> {
  commitAsItGoes();
  const organisation = getOrganisation(services, wish.orgId);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { order, option, isOther } = await transact(services.db, async (tx) => {
      const loaded = await lockTransaction(tx, candidate.id, wish);
      const choice = readChoice(wish, loaded, organisation, candidate, services);
      await assertPayable(tx, loaded, services);
      const { cart, items } = priceNow(loaded, organisation, choice.region, choice.express);
      const open = await findOpenOrder(tx, loaded.row.id);
      if (open) return { order: open, option: choice.option, isOther: !isSame(open, choice, cart) };
      return {
        order: await insertOrder(tx, loaded, choice, cart, items, services),
        option: choice.option,
        isOther: false,
      };
    });
    if (isOther || (await isStale(services, order))) {
      await releaseOrder(services, order);
      continue;
    }
    if (order.status === "Success") return toAnswer(order, option, services);
    const ready = await ensureSession(services, order, organisation, words);
    if (ready) return toAnswer(ready, option, services);
  }
  throw new WalletError("unavailable", { retryAfterSeconds: 2 });
}

function readChoice(
  wish: Wish,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  candidate: Candidate,
  services: Services,
): Choice {
  const region = getRegion(organisation, wish.region).value;
  const option = getProviderOption(organisation, services.payments, region, wish.provider);
  if (wish.express && !findMode(loaded).expressAllowed) throw refuseField("/express", "express", "express-not-offered");
  const given = wish.phoneNumber === undefined ? undefined : readMobile(wish.phoneNumber, "/phoneNumber").e164;
  if (!option.phoneNumberRequired) return { region, option, express: wish.express, phoneNumber: given ?? null };
  const phoneNumber = given ?? candidate.mobile;
  if (!phoneNumber.startsWith("+91")) throw refuseField("/phoneNumber", "format", "enter-indian-mobile");
  return { region, option, express: wish.express, phoneNumber };
}

/** Paid already is 112; past its expiry 110; everything else that keeps it from being paid is 109 with the reason. */
async function assertPayable(tx: Queryable, loaded: LoadedTransaction, services: Services): Promise<void> {
  const paid = await findPaidOrder(tx, loaded.row.id);
  if (paid) throw new WalletError("alreadyPaid", { data: { paymentId: paid.id } });
  assertAllowed(loaded, services, { by: operation });
  assertStoredTaken(loaded, services);
}

/** The same choice and the same price: of every item, not of the sum alone. */
function isSame(order: OrderRow, choice: Choice, cart: Cart): boolean {
  return (
    order.region === choice.region &&
    order.provider === choice.option.name &&
    order.express === choice.express &&
    order.phoneNumber === choice.phoneNumber &&
    order.amountMinor === cart.toPayMinor &&
    order.currency === cart.currency &&
    toPriceKey(order.cart) === toPriceKey(cart)
  );
}

function toPriceKey({ items, gstMinor, discount }: Cart): string {
  return JSON.stringify([
    items.map(({ subType, priceMinor }) => [subType, priceMinor]).sort(),
    gstMinor,
    discount.amountMinor,
  ]);
}

/** An order that has been lying about may be over at its provider: its page would be a dead end. */
async function isStale(services: Services, order: OrderRow): Promise<boolean> {
  const staleMs = 300_000;
  const now = await services.clock.now();
  if (order.reference === null || now.getTime() - order.createdAt.getTime() < staleMs) return false;
  const { status } = await services.payments.get(order.provider).findStatus(toReference(order));
  return status !== "Pending";
}

async function insertOrder(
  tx: Queryable,
  loaded: LoadedTransaction,
  choice: Choice,
  cart: Cart,
  items: CartItem[],
  services: Services,
): Promise<OrderRow> {
  const { row, now } = loaded;
  const [order] = await tx
    .insert(orders)
    .values({
      id: newId(),
      transactionId: row.id,
      candidateId: row.candidateId,
      orgId: row.orgId,
      formId: row.formId,
      region: choice.region,
      provider: choice.option.name,
      express: choice.express,
      phoneNumber: choice.phoneNumber,
      currency: cart.currency,
      amountMinor: cart.toPayMinor,
      cart,
      covers: items,
      status: "Pending",
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  await touch(tx, row.id, now);
  await writeAudit(tx, "payment-opened", row.candidateId, {
    orderId: order!.id,
    provider: order!.provider,
    amountMinor: order!.amountMinor,
    currency: order!.currency,
  });
  if (cart.toPayMinor > 0) return order!;
  // Nothing to pay: no provider takes nothing, and nobody should have to ask for it.
  await settleOrder(tx, order!.id, { status: "Success", amountMinor: 0, currency: cart.currency }, operation, services);
  return { ...order!, status: "Success", closedAt: now };
}

function toAnswer(order: OrderRow, option: PaymentProviderOption, { settings }: Services): Data<"payments.init"> {
  const page = toRedirectPage(settings);
  const paymentSessionId = option.sdk ? order.paymentSessionId : null;
  const web =
    paymentSessionId === null
      ? (order.webUrl ?? toReturnUrls(order, settings).returnUrl)
      : toSdkUrl(page, toFamily(order.provider), paymentSessionId);
  return { provider: order.provider, redirectInfo: { web }, paymentSessionId, paymentId: order.id };
}
