import { readFile } from "node:fs/promises";
import path from "node:path";
import { and, asc, count, desc, eq, inArray, like, sql } from "drizzle-orm";
import type { Option } from "#engine/api/places.ts";
import { appRoot } from "#server/root.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { listEntries } from "#server/platform/store/tables/lists.ts";

export type ListName = (typeof listEntries.$inferSelect)["list"];

/** One entry as it stands in a seed or an import. */
export interface ListEntry {
  value: string;
  name: string;
  aliases?: string[];
}

/** Which entries: words by their beginnings, in any order; `descending` by name. */
export interface ListSearch {
  search?: string;
  seed: number;
  count: number;
  descending: boolean;
}

/** The seed's mark: an operator's import has its own. */
const seedSource = "seed";
const batch = 500;

/** One page of a list whose words begin as the searched ones do: 'iit del' finds the Indian Institute of Technology Delhi. */
export async function searchEntries(
  db: Queryable,
  list: ListName,
  search: ListSearch,
): Promise<{ list: Option[]; total: number }> {
  const words = toWords(search.search ?? "")
    .split(" ")
    .filter(Boolean);
  const wanted = and(eq(listEntries.list, list), ...words.map((word) => like(listEntries.words, `% ${word}%`)));
  // By plain words, so that every database sorts alike.
  const order = search.descending
    ? desc(sql`lower(${listEntries.name}) collate "C"`)
    : asc(sql`lower(${listEntries.name}) collate "C"`);
  const rows = await db
    .select({ name: listEntries.name, value: listEntries.value })
    .from(listEntries)
    .where(wanted)
    .orderBy(order, asc(listEntries.value))
    .limit(search.count)
    .offset(search.seed);
  const [all] = await db.select({ total: count() }).from(listEntries).where(wanted);
  return { list: rows, total: all?.total ?? 0 };
}

/** The names of values, for those that the list knows. */
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

/** The names of values in whichever list knows them: where it is not told which one they were chosen from. */
export async function findAnyNames(db: Queryable, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .select({ value: listEntries.value, name: listEntries.name })
    .from(listEntries)
    .where(inArray(listEntries.value, [...new Set(values)]));
  return new Map(rows.map(({ value, name }) => [value, name]));
}

/** Adds or corrects entries; those of the same value are replaced. */
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
      words: ` ${toWords([name, ...aliases].join(" "))}`,
      source,
    }));
    await db
      .insert(listEntries)
      .values(values)
      .onConflictDoUpdate({
        target: [listEntries.list, listEntries.value],
        set: { name: sql`excluded.name`, words: sql`excluded.words`, source: sql`excluded.source` },
      });
  }
}

/** Puts our seed into the database; what an operator imported under the same value stays. */
export async function seedEntries(db: Database): Promise<void> {
  for (const list of ["institutes", "boards"] as const) {
    const entries = JSON.parse(
      await readFile(path.join(appRoot, "server/reference/lists", `${list}.json`), "utf8"),
    ) as ListEntry[];
    const imported = await db
      .select({ value: listEntries.value })
      .from(listEntries)
      .where(and(eq(listEntries.list, list), sql`${listEntries.source} <> ${seedSource}`));
    const taken = new Set(imported.map((row) => row.value));
    await putEntries(
      db,
      list,
      entries.filter((entry) => !taken.has(entry.value)),
      seedSource,
    );
  }
}

/** Lower-case letters and digits, one space between words; accents and signs go, so LIKE has nothing to escape. */
export function toWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\./g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
