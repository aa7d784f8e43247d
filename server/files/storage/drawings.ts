import { writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { padHeight, padWidth, toInk, type PadPoint } from "#engine/core/base/strokes.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import type { FileServices } from "../file-services.ts";
import { hashFile } from "../uploads/receive.ts";
import { toFileUrl } from "./file-access.ts";
import { assertRoom, lockStoredBytes } from "./stored-bytes.ts";
import { discard, toUploadFolders } from "./upload-folders.ts";

/** Draws strokes as a PNG on white paper; the page draws the same curves. */
export function drawStrokes(strokes: readonly (readonly PadPoint[])[]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${padWidth}" height="${padHeight}">
<rect width="100%" height="100%" fill="#fff"/>
<path d="${toInk(strokes)}" fill="none" stroke="#12234a" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, colours: 16 }).toBuffer();
}

/**
 * Stores the image of a signature in the caller's transaction and returns its address. Without a commit the bytes have
 * no row, and the sweep removes them. Throws 108 above a budget.
 */
export async function storeDrawing(
  tx: Queryable,
  { settings, ports }: Pick<FileServices, "settings" | "ports">,
  candidateId: string,
  strokes: readonly (readonly PadPoint[])[],
): Promise<string> {
  const bytes = await drawStrokes(strokes);
  const path = toUploadFolders(settings.dataDir).incoming();
  const id = newId();
  await lockStoredBytes(tx, candidateId);
  await assertRoom(tx, settings.budgets, candidateId, bytes.length);
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: "wx" });
    const facts = { contentType: "image/png", sizeBytes: bytes.length, sha256: await hashFile(path) } as const;
    await ports.storage.put(id, { path, ...facts });
    await tx.insert(files).values({
      id,
      candidateId,
      ...facts,
      fileName: "signature.png",
      category: "signature",
      createdAt: sql`app_now()`,
    });
  } finally {
    await discard(path);
  }
  return toFileUrl(id);
}
