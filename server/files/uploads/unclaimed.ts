import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { blockedFor } from "#server/errors.ts";
import { transact, type Database } from "#server/platform/store/database.ts";
import { uploads } from "#server/platform/store/tables/files.ts";
import { maxBytes } from "../limits.ts";

/** What nobody claims for so long is swept. */
export const unclaimedHours = 24;
/** One candidate's uploads under way; more are refused. */
const growingMax = 20;
/** As many bytes of one candidate may wait to be claimed: papers that are taken again and again never come near it. */
const unclaimedMaxBytes = growingMax * maxBytes;

type NewUpload = Omit<typeof uploads.$inferInsert, "createdAt">;

/**
 * Writes down an upload that begins or was checked, where the candidate's others leave room for it on the disk. Throws
 * `blocked` (429) until some of them are claimed or swept.
 */
export async function addUpload(db: Database, upload: NewUpload): Promise<void> {
  const { candidateId } = upload;
  await transact(db, async (tx) => {
    // Those that begin at once are counted one after the other: none sees another's row before it is committed.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${candidateId}`}, 0))`);
    const day = sql`${unclaimedHours} * interval '1 hour'`;
    const [held] = await tx
      .select({
        growing: sql`count(*) filter (where ${uploads.state} = 'growing')`.mapWith(Number),
        bytes: sql`coalesce(sum(coalesce(${uploads.sizeBytes}, ${maxBytes})), 0)`.mapWith(Number),
        secondsLeft: sql`extract(epoch from min(${uploads.createdAt}) + ${day} - app_now())`.mapWith(Number),
      })
      .from(uploads)
      .where(
        and(
          eq(uploads.candidateId, candidateId),
          inArray(uploads.state, ["growing", "finished"]),
          gt(uploads.createdAt, sql`app_now() - ${day}`),
        ),
      );
    const { growing, bytes, secondsLeft } = held!;
    if (upload.state === "growing" && growing >= growingMax) throw blockedFor(60);
    if (bytes + (upload.sizeBytes ?? maxBytes) > unclaimedMaxBytes) throw blockedFor(secondsLeft);
    await tx.insert(uploads).values({ ...upload, createdAt: sql`app_now()` });
  });
}
