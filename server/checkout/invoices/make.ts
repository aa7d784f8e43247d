import { WalletError } from "#server/errors.ts";
import { readProfile } from "#server/accounts/profile/profile.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { nameInstitutions } from "#server/wallet/transactions/cart.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { getOrder, toSubmittedOrder, type OrderKeys } from "../orders/rows.ts";
import { drawInvoice } from "./draw.ts";
import { toInvoice } from "./invoice.ts";
import { findInvoiceNumber } from "./number.ts";

/**
 * Returns the tax invoice of a candidate's paid order and its number. Throws 404 (104), and 409 (109) for an unpaid
 * order.
 */
export async function makeInvoice(
  services: Services,
  candidateId: string,
  keys: OrderKeys,
  messages: MessageTexts,
): Promise<{ number: string; pdf: Buffer }> {
  const { db, config, settings, findMessageTexts } = services;
  const order = toSubmittedOrder(await getOrder(db, candidateId, keys));
  if (order.status !== "Success") throw new WalletError("stateConflict");
  const { defaultOrgId } = config.current();
  const { mobile, displayName, profileDetails } = await readProfile(db, candidateId);
  const source = {
    order: { ...order, cart: await nameInstitutions(db, order.cart) },
    number: await findInvoiceNumber(db, order.id),
    buyer: { name: profileDetails.name ?? displayName, mobile },
    organisation: getOrganisation(services, order.orgId),
    fallback: config.organisation(defaultOrgId),
    sandbox: settings.sandbox,
  };
  const toEnglish = () => {
    const english = findMessageTexts("en", order.orgId);
    return { ...toInvoice(source, english), note: english.format("invoice", "in-english") };
  };
  const pdf = await drawInvoice(toInvoice(source, messages), toEnglish, order.paidAt ?? order.updatedAt);
  return { number: source.number, pdf };
}
