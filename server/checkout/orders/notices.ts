import { toMajor } from "#engine/payment/minor-units.ts";
import { formatMoney } from "#engine/rules/money.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { OrderRow } from "./rows.ts";

/** What a candidate is told about a payment. One more: one line here and its words in catalogues/messages. */
type PaymentNotice = "payment-received" | "payment-failed" | "payment-returned" | "refund-sent";

/** Tells the candidate in the transaction of what happened; `amountMinor` when it is not the whole order. */
export async function notify(
  tx: Queryable,
  key: PaymentNotice,
  order: OrderRow,
  now: Date,
  { config }: Pick<Services, "config">,
  amountMinor = order.amountMinor,
): Promise<void> {
  const { candidateId, orgId, currency } = order;
  const organisation = config.organisation(orgId)?.organisation;
  const values = {
    amount: formatMoney(toMajor(amountMinor), currency),
    organisation: organisation?.displayName ?? organisation?.name ?? orgId,
  };
  await writeNotification(tx, { candidateId, key, values, orgId, now });
}
