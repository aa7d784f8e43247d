import { sql } from "drizzle-orm";

/** A candidate may still be paying. */
const watchedMinutes = 30;
const lateDays = 1;
/** An older order is no longer looked at: it keeps the list short and fast. */
const recentDays = 180;

/** True for an order `o` that is new enough for the list of issues. */
export const isRecent = sql`o.created_at > app_now() - ${recentDays} * interval '1 day'`;

const isWaiting = sql`o.reference is not null and o.updated_at < app_now() - ${watchedMinutes} * interval '1 minute'`;

/**
 * What the server knows about an order `o` that differs from its provider's side, or is unknown: the first that
 * applies; null when both sides agree.
 */
export const issueOf = sql`case
  when o.status <> 'Success' and exists (
    select 1 from payment_events e where e.order_id = o.id and e.effect = 'mismatch') then 'amount-differs'
  when o.status = 'Pending' and o.closed_at is null and ${isWaiting} then 'no-answer'
  when o.status <> 'Success' and o.closed_at is not null and o.voided_at is null and ${isWaiting} then 'not-cancelled'
  when exists (select 1 from refunds r where r.order_id = o.id and r.status = 'Pending' and r.problem = 'refused')
    then 'refund-refused'
  when exists (select 1 from refunds r where r.order_id = o.id and r.status = 'Pending'
    and r.created_at < app_now() - ${lateDays} * interval '1 day') then 'refund-late'
  when exists (select 1 from refunds r where r.order_id = o.id and r.status = 'Failed' and not exists (
    select 1 from refunds n where n.order_id = o.id and n.created_at > r.created_at)) then 'refund-failed'
end`;
