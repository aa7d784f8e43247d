import { isIPv6, SocketAddress } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { blockedFor } from "#server/errors.ts";
import { prune } from "./prune.ts";
import type { Database } from "./store/database.ts";
import { rateLimits } from "./store/tables/runtime.ts";

/** Counters in the database, in fixed windows. They survive a restart and count over all servers. */
export interface RateLimits {
  /** Counts one and throws `blocked` (429) beyond `max` in `windowSeconds`. */
  consume(key: string, max: number, windowSeconds: number): Promise<void>;
  /** Like `consume`, for the network of an address. Does nothing with ADDRESS_LIMITS=off. */
  consumeForAddress(kind: string, address: string, max: number, windowSeconds: number): Promise<void>;
  /** Counts nothing; throws `blocked` when `consumeForAddress` has counted `max`. */
  checkAddress(kind: string, address: string, max: number, windowSeconds: number): Promise<void>;
}

/** Longer than any window. */
const retentionHours = 24;
/** Prefix of an IPv4 address in IPv6 notation (RFC 4291). */
const mappedPrefix = "::ffff:";

/** Deletes counters whose windows are over. */
export async function sweepRateLimits(db: Database): Promise<void> {
  await prune(db, rateLimits, sql`window_started_at < app_now() - ${retentionHours} * interval '1 hour'`);
}

/**
 * Rate limits on one pool. `addressLimits: false` switches limits per network address off, for tests from one address.
 */
export function createRateLimits(pool: pg.Pool, addressLimits: boolean): RateLimits {
  const consume = async (key: string, max: number, windowSeconds: number) => {
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
    consume,
    consumeForAddress: async (kind, address, max, windowSeconds) => {
      if (addressLimits) await consume(`${kind}:${toAddressKey(address)}`, max, windowSeconds);
    },
    checkAddress: async (kind, address, max, windowSeconds) => {
      if (addressLimits) await check(`${kind}:${toAddressKey(address)}`, max, windowSeconds);
    },
  };
}

/**
 * The key that an address is counted under. A subscriber gets at least a /64 of IPv6 and changes addresses inside it
 * (RFC 6177, RFC 8981), so the first 64 bits count. IPv4 counts as it is, in IPv6 notation too.
 */
export function toAddressKey(address: string): string {
  if (!isIPv6(address)) return address;
  // SocketAddress normalises the notation: small letters, the longest run of zeros compressed, no zone.
  const { address: plain } = new SocketAddress({ address, family: "ipv6" });
  if (plain.startsWith(mappedPrefix)) return plain.slice(mappedPrefix.length);
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`;
}
