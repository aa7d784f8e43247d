import { readFile } from "node:fs/promises";
import path from "node:path";
import { and, asc, count, desc, eq, inArray, like, sql } from "drizzle-orm";
import type { Option } from "#engine/contract/places.ts";
import { appRoot } from "#server/root.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { listEntries } from "#server/platform/store/tables/lists.ts";

export type ListName = (typeof listEntries.$inferSelect)["list"];

/** One entry of the seed data or of an import. */
export interface ListEntry {
  value: string;
  name: string;
  aliases?: string[];
}

/** A search by the beginnings of words, in any order. `descending` sorts by name. */
export interface ListSearch {
  search?: string;
  seed: number;
  count: number;
  descending: boolean;
}

/** The `source` of seed data; imports have another. */
const seedSource = "seed";
const batch = 500;

/** One page of the entries that match: 'iit del' finds the Indian Institute of Technology Delhi. */
export async function searchEntries(
  db: Queryable,
  list: ListName,
  search: ListSearch,
): Promise<{ list: Option[]; total: number }> {
  const words = toSearchText(search.search ?? "")
    .split(" ")
    .filter(Boolean);
  const filter = and(eq(listEntries.list, list), ...words.map((word) => like(listEntries.searchText, `% ${word}%`)));
  // Byte order, so that every database sorts alike.
  const order = search.descending
    ? desc(sql`lower(${listEntries.name}) collate "C"`)
    : asc(sql`lower(${listEntries.name}) collate "C"`);
  const rows = await db
    .select({ name: listEntries.name, value: listEntries.value })
    .from(listEntries)
    .where(filter)
    .orderBy(order, asc(listEntries.value))
    .limit(search.count)
    .offset(search.seed);
  const [all] = await db.select({ total: count() }).from(listEntries).where(filter);
  return { list: rows, total: all?.total ?? 0 };
}

/** The names of the values that this list contains. */
export async function findNames(
  db: Queryable,
  list: ListName,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .select({ value: listEntries.value, name: listEntries.name })
    .from(listEntries)
    .where(and(eq(listEntries.list, list), inArray(listEntries.value, [...new Set(values)])));
  return new Map(rows.map(({ value, name }) => [value, name]));
}

/** The names of values in any list, for callers that do not know which list a value is from. */
export async function findAnyNames(db: Queryable, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .select({ value: listEntries.value, name: listEntries.name })
    .from(listEntries)
    .where(inArray(listEntries.value, [...new Set(values)]));
  return new Map(rows.map(({ value, name }) => [value, name]));
}

/** Adds entries, and replaces those with the same value. */
export async function putEntries(
  db: Queryable,
  list: ListName,
  entries: readonly ListEntry[],
  source: string,
): Promise<void> {
  for (let from = 0; from < entries.length; from += batch) {
    const values = entries.slice(from, from + batch).map(({ value, name, aliases = [] }) => ({
      list,
      value,
      name,
      searchText: ` ${toSearchText([name, ...aliases].join(" "))}`,
      source,
    }));
    await db
      .insert(listEntries)
      .values(values)
      .onConflictDoUpdate({
        target: [listEntries.list, listEntries.value],
        set: { name: sql`excluded.name`, searchText: sql`excluded.search_text`, source: sql`excluded.source` },
      });
  }
}

/** Inserts the seed data. Imported entries with the same value stay. */
export async function seedEntries(db: Database): Promise<void> {
  for (const list of ["institutes", "boards"] as const) {
    const entries = JSON.parse(
      await readFile(path.join(appRoot, "server/reference/lists", `${list}.json`), "utf8"),
    ) as ListEntry[];
    const imported = await db
      .select({ value: listEntries.value })
      .from(listEntries)
      .where(and(eq(listEntries.list, list), sql`${listEntries.source} <> ${seedSource}`));
    const importedValues = new Set(imported.map((row) => row.value));
    await putEntries(
      db,
      list,
      entries.filter((entry) => !importedValues.has(entry.value)),
      seedSource,
    );
  }
}

/** Lower-case letters and digits, one space between words. Without accents and signs, so LIKE needs no escaping. */
export function toSearchText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\./g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
