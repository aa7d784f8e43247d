import { inArray } from "drizzle-orm";
import { findFileId } from "#server/files/storage/file-url.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { leafPaths } from "./leaf-paths.ts";

/** How two values are told apart: files in them, at any depth, stand for their bytes. */
export async function identifyFiles(db: Queryable, ...data: unknown[]): Promise<(value: unknown) => unknown> {
  const ids = data.flatMap((one) => leafPaths(one).flatMap(({ value }) => findFileId(value) ?? []));
  if (ids.length === 0) return (value) => value;
  const rows = await db
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(inArray(files.id, [...new Set(ids)]));
  const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  const identify = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(identify);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, identify(child)]));
    const id = findFileId(value);
    return id === undefined ? value : (hashes.get(id) ?? value);
  };
  return identify;
}
