import type { Arguments, Data } from "#engine/contract/contracts.ts";
import type { PaymentProviderOption } from "#engine/core/scope/shapes/payments.ts";
import type { Cart, CartItem } from "#engine/core/payment/price-cart.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { invalidField, WalletError } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { commitEachTransaction } from "#server/platform/idempotent-call.ts";
import { newId } from "#server/platform/ids.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { assertStoredAnswersValid } from "#server/wallet/releases/stored-answers.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { recordActivity } from "#server/wallet/transactions/apply-transition.ts";
import { lockTransaction, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { findPaymentMode, priceTransaction } from "./bill.ts";
import { getProviderOption, getRegion } from "./payment-options.ts";
import { cancelOrder } from "./cancel-order.ts";
import { toFamily } from "../providers/index.ts";
import { toSdkUrl } from "../providers/driver-tools.ts";
import { toReturnUrls, toRedirectPage } from "./return-urls.ts";
import { findOpenOrder, findPaidOrder, toReference, type OrderRow } from "./rows.ts";
import { ensureProviderSession } from "./provider-session.ts";
import { settleOrder } from "./settle.ts";

type PaymentRequest = Arguments<"payments.init">;

/** The candidate's choice, checked against the options on offer. */
interface Choice {
  region: string;
  option: PaymentProviderOption;
  express: boolean;
  phoneNumber: string | null;
}

const operation = "payments.init";
/**
 * An order with another choice is cancelled first. A second round happens only when another request opens one
 * meanwhile.
 */
const maxAttempts = 4;

/**
 * Opens a payment, or returns the open one with the same choice and price, so that a candidate pays once. Commits the
 * row before it calls the provider. Throws 104, 106, 109, 110, 112, 120.
 */
export async function openPayment(
  services: Services,
  candidate: Candidate,
  request: PaymentRequest,
  messages: MessageTexts,
): Promise<Data<"payments.init">> {
  commitEachTransaction();
  const organisation = getOrganisation(services, request.orgId);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { order, option, hasOtherChoice } = await transact(services.db, async (tx) => {
      const loaded = await lockTransaction(tx, candidate.id, request);
      const choice = readChoice(request, loaded, organisation, candidate, services);
      await assertPayable(tx, loaded, services);
      const { cart, items } = priceTransaction(loaded, organisation, choice.region, choice.express);
      const open = await findOpenOrder(tx, loaded.row.id);
      if (open) return { order: open, option: choice.option, hasOtherChoice: !isSame(open, choice, cart) };
      return {
        order: await insertOrder(tx, loaded, choice, cart, items, services),
        option: choice.option,
        hasOtherChoice: false,
      };
    });
    if (hasOtherChoice || (await isStale(services, order))) {
      await cancelOrder(services, order);
      continue;
    }
    if (order.status === "Success") return toResponse(order, option, services);
    const ready = await ensureProviderSession(services, order, organisation, messages);
    if (ready) return toResponse(ready, option, services);
  }
  throw new WalletError("unavailable", { retryAfterSeconds: 2 });
}

function readChoice(
  request: PaymentRequest,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  candidate: Candidate,
  services: Services,
): Choice {
  const region = getRegion(organisation, request.region).value;
  const option = getProviderOption(organisation, services.payments, region, request.provider);
  if (request.express && !findPaymentMode(loaded).expressAllowed)
    throw invalidField("/express", "express", "express-not-offered");
  const entered = request.phoneNumber === undefined ? undefined : parseMobile(request.phoneNumber, "/phoneNumber").e164;
  if (!option.phoneNumberRequired) return { region, option, express: request.express, phoneNumber: entered ?? null };
  const phoneNumber = entered ?? candidate.mobile;
  if (!phoneNumber.startsWith("+91")) throw invalidField("/phoneNumber", "format", "enter-indian-mobile");
  return { region, option, express: request.express, phoneNumber };
}

/** Throws 112 when the transaction is paid, 110 when its form is expired, otherwise 109 with the reason. */
async function assertPayable(tx: Queryable, loaded: LoadedTransaction, services: Services): Promise<void> {
  const paid = await findPaidOrder(tx, loaded.row.id);
  if (paid) throw new WalletError("alreadyPaid", { data: { paymentId: paid.id } });
  assertAllowed(loaded, services, { by: operation });
  assertStoredAnswersValid(loaded, services);
}

/** Compares the choice and the price of every item, not only the sum. */
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

/** An older order may have ended at its provider. Its payment page would be a dead end. */
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
  await recordActivity(tx, row.id, now);
  await writeAudit(tx, "payment-opened", row.candidateId, {
    orderId: order!.id,
    provider: order!.provider,
    amountMinor: order!.amountMinor,
    currency: order!.currency,
  });
  if (cart.toPayMinor > 0) return order!;
  // Nothing to pay: no provider accepts an amount of zero.
  await settleOrder(tx, order!.id, { status: "Success", amountMinor: 0, currency: cart.currency }, operation, services);
  return { ...order!, status: "Success", closedAt: now };
}

function toResponse(order: OrderRow, option: PaymentProviderOption, { settings }: Services): Data<"payments.init"> {
  const page = toRedirectPage(settings);
  const paymentSessionId = option.sdk ? order.paymentSessionId : null;
  const web =
    paymentSessionId === null
      ? (order.webUrl ?? toReturnUrls(order, settings).returnUrl)
      : toSdkUrl(page, toFamily(order.provider), paymentSessionId);
  return { provider: order.provider, redirectInfo: { web }, paymentSessionId, paymentId: order.id };
}
