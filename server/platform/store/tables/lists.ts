import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Institutes and boards for searching: the seed data and the operator's imports. */
export const listEntries = pgTable(
  "list_entries",
  {
    list: text().$type<"institutes" | "boards">().notNull(),
    value: text().notNull(),
    name: text().notNull(),
    /** Name and aliases in plain lower-case words, a blank before each word. */
    searchText: text().notNull(),
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.value] }),
    index("list_entries_name").on(table.list, table.name),
  ],
);

/** The postal directory imported by an operator. Without it, a small built-in one applies. */
export const pincodes = pgTable("pincodes", {
  pincode: text().primaryKey(),
  town: text(),
  district: text().notNull(),
  /** Two letters. */
  state: text().notNull(),
  locality: text(),
});
