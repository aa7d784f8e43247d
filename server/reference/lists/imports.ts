import { sql } from "drizzle-orm";
import { findStateCode } from "../places/gazetteer.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { pincodes } from "#server/platform/store/tables/lists.ts";
import { putEntries, toSearchText, type ListEntry, type ListName } from "./entries.ts";

type Row = Record<string, string>;
/** Imports the rows of a CSV file and returns the number of entries. Throws a sentence when a column is missing. */
type Import = (db: Queryable, rows: readonly Row[]) => Promise<number>;

const batch = 1000;

/** The lists of `npm run import -- institutes FILE`. One more: one line. */
export const imports: Readonly<Record<string, Import>> = {
  institutes: (db, rows) => importList(db, "institutes", rows),
  boards: (db, rows) => importList(db, "boards", rows),
  pincodes: importPincodes,
};

/** Columns: name; optional aliases (separated by semicolons) and value. */
async function importList(db: Queryable, list: ListName, rows: readonly Row[]): Promise<number> {
  const entries = rows.flatMap(({ name, aliases, value }): ListEntry[] =>
    name
      ? [
          {
            name,
            value: value || toSearchText(name).replaceAll(" ", "-"),
            aliases: aliases ? aliases.split(";").map((alias) => alias.trim()) : [],
          },
        ]
      : [],
  );
  if (entries.length === 0) throw new Error("The file needs a column 'name'.");
  const unique = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
  await putEntries(db, list, unique, "import");
  return unique.length;
}

/** The directory of India Post: pincode, district, statename (or state), officename. One entry per pincode. */
async function importPincodes(db: Queryable, rows: readonly Row[]): Promise<number> {
  const found = new Map<string, typeof pincodes.$inferInsert>();
  for (const row of rows) {
    const state = findStateCode(row.statename ?? row.state ?? "");
    const pincode = row.pincode ?? "";
    if (!state || !/^[1-9]\d{5}$/.test(pincode) || found.has(pincode)) continue;
    const locality = (row.officename ?? "").replace(/\s+(?:[BSH]\.?\s?O\.?|G\.?P\.?O\.?)$/i, "") || null;
    found.set(pincode, {
      pincode,
      state,
      district: toTitle(row.district ?? ""),
      town: row.town ? toTitle(row.town) : null,
      locality,
    });
  }
  if (found.size === 0) throw new Error("The file needs the columns pincode, district and statename.");
  const entries = [...found.values()];
  for (let from = 0; from < entries.length; from += batch) {
    await db
      .insert(pincodes)
      .values(entries.slice(from, from + batch))
      .onConflictDoUpdate({
        target: pincodes.pincode,
        set: {
          town: sql`excluded.town`,
          district: sql`excluded.district`,
          state: sql`excluded.state`,
          locality: sql`excluded.locality`,
        },
      });
  }
  return entries.length;
}

function toTitle(text: string): string {
  return text.toLowerCase().replace(/(^|[\s(-])\p{L}/gu, (start) => start.toUpperCase());
}
