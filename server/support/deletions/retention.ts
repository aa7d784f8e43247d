import { DateTime } from "luxon";
import { sql } from "drizzle-orm";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { keptGroups, type KeptGroup } from "#engine/core/definitions/retention.ts";
import type { OwnDeletion } from "#engine/core/scope/shapes/deletions.ts";
import { getCatalogue } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { StoredRetention } from "#server/platform/store/tables/deletions.ts";
import type { Services } from "#server/services.ts";
import { english } from "#server/wallet/transactions/english-text.ts";

type Retention = DefinitionOf<"retention">;

/** What a candidate has paid: the regions, and the time of the last payment or refund; null without any. */
interface Paid {
  regions: string[];
  last: Date | null;
}

const getRetention = ({ config }: Pick<Services, "config">, orgId: string): Retention => {
  const { organisations, defaultOrgId } = config.current();
  return getCatalogue((organisations.get(orgId) ?? organisations.get(defaultOrgId))!, "retention");
};

/** What stays of a candidate whose data is deleted at `now`, and until when. Payments only where there are some. */
export async function toRetention(
  services: Pick<Services, "config">,
  db: Queryable,
  { candidateId, orgId, now }: { candidateId: string; orgId: string; now: Date },
): Promise<StoredRetention[]> {
  const { kept } = getRetention(services, orgId);
  const paid = await readPaid(db, candidateId);
  return keptGroups
    .filter((group) => group !== "payments" || paid.last !== null)
    .map((group) => {
      const months = toMonths(kept[group], paid.regions);
      const from = group === "payments" ? paid.last! : now;
      return { group, months, until: addMonths(from, months).toISOString() };
    });
}

/** The lists of a page: what goes, and what stays, in the reader's language. */
export function toLists(
  services: Pick<Services, "config">,
  orgId: string,
  stored: readonly StoredRetention[],
  { translate }: Pick<MessageTexts, "translate">,
): Pick<OwnDeletion, "erasedList" | "keptList"> {
  const { erased, kept } = getRetention(services, orgId);
  return {
    erasedList: Object.entries(erased).map(([group, { title }]) => ({ group, title: translate(english(title)) })),
    keptList: stored.map(({ group, months, until }) => ({
      group,
      months,
      until,
      title: translate(english(kept[group].title)),
      why: translate(english(kept[group].why)),
    })),
  };
}

/** The longest of the times of the regions in which the candidate paid. */
function toMonths({ months, regions = [] }: Retention["kept"][KeptGroup], paidIn: readonly string[]): number {
  const own = paidIn.map((name) => regions.find(({ region }) => region === name)?.months ?? months);
  return own.length === 0 ? months : Math.max(...own);
}

async function readPaid(db: Queryable, candidateId: string): Promise<Paid> {
  const { rows } = await db.execute<{ regions: string[] | null; last: Date | string | null }>(sql`
    select array_agg(distinct o.region) as regions, max(greatest(o.paid_at, r.updated_at)) as last
    from orders o left join refunds r on r.order_id = o.id
    where o.candidate_id = ${candidateId} and o.status = 'Success'`);
  const { regions, last } = rows[0]!;
  return { regions: regions ?? [], last: last === null ? null : new Date(last) };
}

const addMonths = (from: Date, months: number): Date =>
  DateTime.fromJSDate(from, { zone: "utc" }).plus({ months }).toJSDate();
