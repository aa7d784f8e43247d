import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { notFound } from "#server/errors.ts";
import type { files } from "#server/platform/store/tables/files.ts";
import type { FileServices } from "../file-services.ts";
import type { Inspection } from "../detection/inspection.ts";
import { inspect } from "../detection/inspector.ts";
import { discard, toUploadFolders } from "./upload-folders.ts";

type StoredFile = Pick<typeof files.$inferSelect, "id" | "contentType">;
type Needed = Pick<FileServices, "ports" | "settings">;

/** The number of pages of a stored PDF; 0 when it cannot be read. `person` takes turns with others. */
export async function countPages(services: Needed, file: StoredFile, person: string): Promise<number> {
  return (await draw(services, file, person)).pageCount ?? 0;
}

/** A picture of a page of a stored PDF, a JPEG. Throws 404 when it has no such page or cannot be drawn. */
export async function drawStoredPage(
  services: Needed,
  file: StoredFile,
  { page, person }: { page: number; person: string },
): Promise<Buffer> {
  const { image } = await draw(services, file, person, page);
  if (!image) throw notFound("file");
  return Buffer.from(image);
}

async function draw(
  { ports, settings }: Needed,
  { id, contentType }: StoredFile,
  person: string,
  page?: number,
): Promise<Inspection> {
  const stored = await ports.storage.open(id);
  if (!stored) throw notFound("file");
  const path = toUploadFolders(settings.dataDir).incoming();
  try {
    await pipeline(stored.bytes, createWriteStream(path, { mode: 0o600, flags: "wx" }));
    return await inspect(
      { path, contentType, assessQuality: false, draw: { ...(page !== undefined && { page }) } },
      person,
    );
  } finally {
    await discard(path);
  }
}
