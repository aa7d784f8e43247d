import { isIPv6, SocketAddress } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { blockedFor } from "#server/errors.ts";
import { prune } from "./prune.ts";
import type { Database } from "./store/database.ts";
import { rateLimits } from "./store/tables/runtime.ts";

/** Counters in the database, in fixed windows; they outlive a restart and hold over all servers. */
export interface Limits {
  /** Counts one and throws `blocked` (429) beyond `max` in `windowSeconds`. */
  take(key: string, max: number, windowSeconds: number): Promise<void>;
  /** As `take`, for the line that a network address belongs to; does nothing with ADDRESS_LIMITS=off. */
  takeAddress(kind: string, address: string, max: number, windowSeconds: number): Promise<void>;
  /** Counts nothing, and throws `blocked` when `takeAddress` has counted `max`. */
  checkAddress(kind: string, address: string, max: number, windowSeconds: number): Promise<void>;
}

/** Longer than any window counts. */
const keptHours = 24;
/** How an IPv4 address begins that is written as IPv6 (RFC 4291). */
const mapped = "::ffff:";

/** Forgets whoever was counted in no window that still runs. */
export async function sweepRateLimits(db: Database): Promise<void> {
  await prune(db, rateLimits, sql`window_started_at < app_now() - ${keptHours} * interval '1 hour'`);
}

/** Limits on one pool. `addressLimits` false switches those per network address off (tests from one address). */
export function createLimits(pool: pg.Pool, addressLimits: boolean): Limits {
  const take = async (key: string, max: number, windowSeconds: number) => {
    const { rows } = await pool.query<{ count: number; left: string }>(
      `insert into rate_limits as l (key, window_started_at, count) values ($1, app_now(), 1)
       on conflict (key) do update set
         count = case when l.window_started_at <= app_now() - $2 * interval '1 second' then 1 else l.count + 1 end,
         window_started_at = case when l.window_started_at <= app_now() - $2 * interval '1 second' then app_now() else l.window_started_at end
       returning count, extract(epoch from window_started_at + $2 * interval '1 second' - app_now()) as left`,
      [key, windowSeconds],
    );
    const row = rows[0]!;
    if (row.count > max) throw blockedFor(Number(row.left));
  };
  const check = async (key: string, max: number, windowSeconds: number) => {
    const { rows } = await pool.query<{ left: string }>(
      `select extract(epoch from window_started_at + $3 * interval '1 second' - app_now()) as left from rate_limits
       where key = $1 and count >= $2 and window_started_at > app_now() - $3 * interval '1 second'`,
      [key, max, windowSeconds],
    );
    if (rows[0]) throw blockedFor(Number(rows[0].left));
  };
  return {
    take,
    takeAddress: async (kind, address, max, windowSeconds) => {
      if (addressLimits) await take(`${kind}:${toLine(address)}`, max, windowSeconds);
    },
    checkAddress: async (kind, address, max, windowSeconds) => {
      if (addressLimits) await check(`${kind}:${toLine(address)}`, max, windowSeconds);
    },
  };
}

/**
 * Whom an address is counted as. A line of IPv6 has at least 2^64 addresses and takes another whenever it likes (RFC 6177,
 * RFC 8981): the first 64 bits are the line. An IPv4 address is one, also where it is written as IPv6.
 */
function toLine(address: string): string {
  if (!isIPv6(address)) return address;
  // One way to write each: small letters, the longest run of zeros left out, no zone.
  const { address: plain } = new SocketAddress({ address, family: "ipv6" });
  if (plain.startsWith(mapped)) return plain.slice(mapped.length);
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`;
}
