import { toMajor } from "#engine/payment/minor-units.ts";
import { formatMoney } from "#engine/rules/money.ts";
import { writeNotification } from "../notices/notices.ts";
import type { Services } from "../services.ts";
import type { Queryable } from "../store/database.ts";
import type { OrderRow } from "./rows.ts";

/** What a candidate is told about a payment. One more: one line. `{amount}` and `{organisation}` are filled. */
const notices = {
  paid: { title: "Payment received", text: "Your payment of {amount} to {organisation} was received. Your documents have been submitted." },
  failed: { title: "Payment failed", text: "Your payment of {amount} to {organisation} did not go through. You can try again." },
  returned: { title: "Payment returned", text: "Your payment of {amount} to {organisation} could not be used and is being returned to you." },
  refunded: { title: "Refund sent", text: "{organisation} has returned {amount} to you." },
} as const;

/** Tells the candidate in the transaction of what happened; `amountMinor` when it is not the whole order. */
export async function notify(tx: Queryable, kind: keyof typeof notices, order: OrderRow, now: Date, { config }: Pick<Services, "config">, amountMinor = order.amountMinor): Promise<void> {
  const organisation = config.organisation(order.orgId)?.organisation;
  const { title, text } = notices[kind];
  const values: Record<string, string> = {
    amount: formatMoney(toMajor(amountMinor), order.currency),
    organisation: organisation?.displayName ?? organisation?.name ?? order.orgId,
  };
  const description = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  await writeNotification(tx, { candidateId: order.candidateId, title, description, now });
}
