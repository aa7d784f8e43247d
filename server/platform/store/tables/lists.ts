import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Institutes and boards that are searched: our seed, and what an operator imported. */
export const listEntries = pgTable(
  "list_entries",
  {
    list: text().$type<"institutes" | "boards">().notNull(),
    value: text().notNull(),
    name: text().notNull(),
    /** Name and aliases in plain lower-case words, a space before each. */
    words: text().notNull(),
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.value] }),
    index("list_entries_name").on(table.list, table.name),
  ],
);

/** The postal directory that an operator imported; without it a small one of our own answers. */
export const pincodes = pgTable("pincodes", {
  pincode: text().primaryKey(),
  town: text(),
  district: text().notNull(),
  /** Two letters. */
  state: text().notNull(),
  locality: text(),
});
