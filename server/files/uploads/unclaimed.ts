import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { blockedFor } from "#server/errors.ts";
import type { Platform } from "#server/platform/platform.ts";
import { transact } from "#server/platform/store/database.ts";
import { uploads } from "#server/platform/store/tables/files.ts";
import { maxBytes } from "../limits.ts";
import { assertRoom, lockStoredBytes } from "../storage/stored-bytes.ts";

/** Uploads that are not claimed within this time are swept. */
export const unclaimedHours = 24;
/** Incomplete uploads per candidate. */
const incompleteMax = 20;
/** Unclaimed bytes per candidate: more than documents that are photographed repeatedly. */
const unclaimedMaxBytes = incompleteMax * maxBytes;

type NewUpload = Omit<typeof uploads.$inferInsert, "createdAt">;

/**
 * Inserts an upload that begins or was checked, when the candidate's other uploads leave room on the disk. Throws
 * `blocked` (429) otherwise.
 */
export async function addUpload({ db, settings }: Pick<Platform, "db" | "settings">, upload: NewUpload): Promise<void> {
  const { candidateId } = upload;
  await transact(db, async (tx) => {
    await lockStoredBytes(tx, candidateId);
    const day = sql`${unclaimedHours} * interval '1 hour'`;
    const [held] = await tx
      .select({
        growing: sql`count(*) filter (where ${uploads.state} = 'receiving')`.mapWith(Number),
        bytes: sql`coalesce(sum(coalesce(${uploads.sizeBytes}, ${maxBytes})), 0)`.mapWith(Number),
        secondsLeft: sql`extract(epoch from min(${uploads.createdAt}) + ${day} - app_now())`.mapWith(Number),
      })
      .from(uploads)
      .where(
        and(
          eq(uploads.candidateId, candidateId),
          inArray(uploads.state, ["receiving", "finished"]),
          gt(uploads.createdAt, sql`app_now() - ${day}`),
        ),
      );
    const { growing, bytes, secondsLeft } = held!;
    const newBytes = upload.sizeBytes ?? maxBytes;
    if (upload.state === "receiving" && growing >= incompleteMax) throw blockedFor(60, "stored-bytes");
    if (bytes + newBytes > unclaimedMaxBytes) throw blockedFor(secondsLeft, "stored-bytes");
    await assertRoom(tx, settings.budgets, candidateId, newBytes);
    await tx.insert(uploads).values({ ...upload, createdAt: sql`app_now()` });
  });
}
