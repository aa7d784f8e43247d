import { eq } from "drizzle-orm";
import type { ReportCheck } from "#engine/contract/protocol-endpoints.ts";
import { toOrganisationName } from "#server/config/release.ts";
import { reportFiles, reports } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The first letter of each name: enough to compare, too little to learn a name from. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ""}•••`)
    .join(" ");

/**
 * Whether a report was issued here, and whether this hash is its own: that of report.json, which the PDF shows, or that
 * of any of its files. Without a hash there is nothing to compare: a copied number proves nothing.
 */
export async function checkReport(
  { db, config }: Pick<Services, "db" | "config">,
  id: string,
  hash: string | undefined,
): Promise<ReportCheck> {
  const [row] = await db.select().from(reports).where(eq(reports.id, id));
  if (!row) return { status: "unknown", id };
  if (!hash) return { status: "unchecked", id };
  const files = await db.select({ sha256: reportFiles.sha256 }).from(reportFiles).where(eq(reportFiles.reportId, id));
  const known = [row.hash, ...files.map(({ sha256 }) => sha256)];
  if (!known.includes(hash.trim().toLowerCase())) return { status: "changed", id };
  return {
    status: "genuine",
    id,
    holder: maskName(row.holder),
    issuedAt: row.issuedAt.toISOString(),
    organisation: toOrganisationName(config, row.orgId),
    receiver: row.receiver,
  };
}
