import type { Queryable } from "#server/platform/store/database.ts";

/** What follows when a candidate's identity is proved, by whichever document; joins the same transaction. */
export type IdentityVerified = (
  tx: Queryable,
  event: { candidateId: string; type: string; now: Date },
) => Promise<void>;
