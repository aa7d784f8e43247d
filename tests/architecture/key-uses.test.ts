import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { CasingCache } from "drizzle-orm/casing";
import { describe, expect, it } from "vitest";
import { keyUses, keyedProofs, sealedColumns, type KeyUse } from "#server/platform/keys/key-uses.ts";
import { secretNames } from "#server/platform/secret-lists.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = readdirSync(path.join(root, "server"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name: `server/${name}`, text: readFileSync(path.join(root, "server", name), "utf8") }));
const uses = Object.entries(keyUses) as [string, KeyUse][];

/** The calls of `Secrets`, with their first argument. A type parameter may stand before it. */
const call =
  /\b(?:secrets|services\.secrets)\s*\.(seal|unseal|reseal|hmac|hmacs|findKeyId|key|keys)(?:<[^;]*?>)?\(\s*("[\w-]+"|[^\s,)]+)/gi;
const calls = files.flatMap(({ name, text }) =>
  [...text.matchAll(call)].map(([, method, argument]) => ({ name, method: method!, argument: argument! })),
);

const columns = (await readTables()).flatMap(({ table, names, key }) =>
  names.map((column) => ({ table, column, isKey: column === key })),
);

/** Every table of the database, with the names that its columns have there. */
async function readTables() {
  const folder = path.join(root, "server/platform/store/tables");
  const modules = await Promise.all(
    readdirSync(folder).map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
  );
  const casing = new CasingCache("snake_case");
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is PgTable => is(value, PgTable))
    .map((value) => {
      const config = getTableConfig(value);
      const toName = (column: (typeof config.columns)[number]) => casing.getColumnCasing(column);
      const key = config.columns.find(({ primary }) => primary);
      return { table: config.name, names: config.columns.map(toName), key: key && toName(key) };
    });
}

describe("the list of key uses", () => {
  it("names every use that code seals, hashes or signs with", () => {
    const unknown = calls.filter(
      ({ name, argument }) =>
        // These go through the whole list.
        !name.startsWith("server/platform/keys/") && !uses.some(([use]) => argument === `"${use}"`),
    );
    expect(unknown).toEqual([]);
    expect(calls.length).toBeGreaterThan(30);
  });

  it("has no use without code", () => {
    const unused = uses.filter(([use]) => !calls.some(({ argument }) => argument === `"${use}"`));
    expect(unused.map(([use]) => use)).toEqual([]);
  });

  it("has every sealed column, by the unique id of its rows", () => {
    const sealed = columns.filter(({ column }) => /^sealed_|^holder_key$/.test(column));
    const named = sealedColumns.map(([, { table, column }]) => `${table}.${column}`);
    expect(sealed.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([...named].sort());
    for (const [use, { table, row }] of sealedColumns)
      expect(columns.find((one) => one.table === table && one.column === row)?.isKey, use).toBe(true);
  });

  it("has every column of a keyed hash, and no column that does not exist", () => {
    const named = keyedProofs.flatMap(([, { table, column }]) => (table && column ? [`${table}.${column}`] : []));
    const hashes = columns.filter(({ column }) => /_hmac$|^number_hash$|^visit_hash$/.test(column));
    for (const { table, column } of hashes) expect(named).toContain(`${table}.${column}`);
    for (const name of named) expect(columns.map(({ table, column }) => `${table}.${column}`)).toContain(name);
  });

  it("has an index of key ids for every sealed column", () => {
    const indexed = files
      .filter(({ name }) => name.startsWith("server/platform/store/tables/"))
      .flatMap(({ text }) => [...text.matchAll(/indexKeyIds\("(\w+)"/g)].map(([, name]) => name!));
    expect(new Set(indexed).size).toBe(sealedColumns.length);
  });

  it("has a use of every secret", () => {
    expect([...new Set(uses.map(([, { secret }]) => secret))].sort()).toEqual([...secretNames].sort());
  });

  it("leaves encryption and keyed hashes to secrets.ts, except those of payment providers and backups", () => {
    const own = files.filter(
      ({ name, text }) =>
        name !== "server/platform/secrets.ts" &&
        // Derives its key from SEAL_SECRET, so that a restore needs no database.
        name !== "server/cli/backup-file/mac.ts" &&
        !name.startsWith("server/checkout/providers/") &&
        /\b(?:createHmac|createCipheriv|createDecipheriv|CompactEncrypt)\b/.test(text),
    );
    expect(own.map(({ name }) => name)).toEqual([]);
  });
});
