import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import type { PasskeyOwners } from "#server/platform/passkeys.ts";
import type { Queryable } from "#server/platform/store/database.ts";

/** Tokens have 256 random bits, so their hash needs no key. */
export const toHash = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Appends a row about an act of staff; `detail` has ids and names from fixed lists. */
export const writeStaffAudit = (
  tx: Queryable,
  event: string,
  detail: Record<string, string | number | boolean> & { staffId: string },
): Promise<void> => writeAudit(tx, event, null, detail);

/** The passkeys of staff. */
export const staffOwners: PasskeyOwners = {
  table: sql`staff_passkeys`,
  owner: sql`staff_id`,
  residentKey: "required",
  audit: (tx, event, staffId, detail) => writeStaffAudit(tx, event, { staffId, ...detail }),
};
