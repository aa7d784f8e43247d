import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

test("lists every table with its class and retention in server/DATA.md, and no other", () => {
  const folder = path.join(appRoot, "server/platform/store/tables");
  const sources = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  const tables = sources.flatMap((source) => [...source.matchAll(/pgTable\(\s*"(\w+)"/g)].map(([, name]) => name!));
  expect(tables.length).toBeGreaterThan(40);
  const rows = readFileSync(path.join(appRoot, "server/DATA.md"), "utf8").match(/^\| `.*$/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(listed.toSorted()).toEqual(tables.toSorted());
  const classes = new Set(["secret", "identity", "personal", "pseudonymous", "operational", "public"]);
  for (const row of rows) expect(classes, row).toContain(row.split("|")[2]?.trim());
});
