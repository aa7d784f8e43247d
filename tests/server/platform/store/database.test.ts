import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NoDatabase, openExistingStore, openStore, transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { builtPath } from "#server/root.ts";
import { bundleForNode } from "../../../support/bundle-for-node.ts";
import { buildWorker, makeTemplate } from "../../../support/database-template.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { testFlags } from "../../../support/node-flags.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const writer = builtPath(`tests/writer-${process.pid}.js`);
const folders: string[] = [];
const newFolder = () => {
  const folder = makeTemporaryFolder();
  folders.push(folder);
  return folder;
};
/** A folder with an empty database. */
const newDatabase = async () => {
  const folder = newFolder();
  cpSync(await makeTemplate(), `${folder}/postgres`, { recursive: true });
  return folder;
};
beforeAll(() => bundleForNode(fileURLToPath(new URL("writer.ts", import.meta.url)), writer));
afterAll(() => {
  rmSync(writer, { force: true });
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("the embedded database", () => {
  beforeAll(buildWorker);

  test("refuses a second process, survives kill -9 and keeps every acknowledged row", async () => {
    const folder = await newDatabase();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const first = spawnWriter(folder, `round-${round}`);
      await first.acknowledged(1);
      if (round === 0) {
        const second = spawnWriter(folder, "second");
        expect(await second.exit).toBe(3);
        expect(second.errors()).toContain(`process ${first.child.pid}`);
      }
      await first.acknowledged(200);
      first.child.kill("SIGKILL");
      await first.exit;
      for (let row = 1; row <= first.count(); row += 1) acknowledged.push(`round-${round}-${row}`);
      const store = await openStore({ dataDir: folder }, silent);
      const { rows } = await store.pool.query<{ event: string }>("select event from audit_log");
      const kept = new Set(rows.map(({ event }) => event));
      expect(acknowledged.filter((event) => !kept.has(event))).toEqual([]);
      expect(await transact(store.db, (tx) => checkLedger(tx))).toMatchObject({ faults: [] });
      await store.close();
    }
  });

  test("restarts when it hangs, and the pool reconnects", async () => {
    const store = await openStore({ dataDir: await newDatabase() }, silent);
    await expect(store.pool.query("select pg_sleep(60)")).rejects.toThrow(/connection|reset|closed|EPIPE/i);
    while (!(await store.isAnswering())) await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await store.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await store.close();
  });

  test("neither makes nor changes a database that it only opens", async () => {
    const [folder, missing] = [newFolder(), path.join(newFolder(), "mistyped")];
    chmodSync(folder, 0o755);
    for (const place of [folder, missing]) {
      await expect(openExistingStore(place, silent)).rejects.toBeInstanceOf(NoDatabase);
      await expect(openExistingStore(place, silent)).rejects.toThrow(`There is no database in ${place}.`);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(missing)).toBe(false);
  });

  test("makes a private folder, even inside a public one", async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    await (await openStore({ dataDir: folder }, silent)).close();
    const isOpen = (name: string) => (statSync(path.join(folder, name)).mode & 0o077) !== 0;
    expect(readdirSync(folder).filter(isOpen)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    await (await openExistingStore(folder, silent)).close();
  });

  test("shows rows that were written before the close to a server on a copy", async () => {
    const folder = newFolder();
    const store = await openStore({ dataDir: folder }, silent);
    await store.pool.query("insert into secrets (name, value) values ('one', 'kept')");
    await store.close();
    const copy = newFolder();
    cpSync(`${folder}/postgres`, `${copy}/postgres`, { recursive: true });
    const again = await openStore({ dataDir: copy }, silent);
    expect((await again.pool.query("select value from secrets where name = 'one'")).rows).toEqual([{ value: "kept" }]);
    await again.close();
  });
});

interface Writer {
  child: ChildProcess;
  exit: Promise<number | null>;
  /** Resolves when this many rows are acknowledged; rejects when the process ends before. */
  acknowledged(rows: number): Promise<void>;
  count(): number;
  errors(): string;
}

function spawnWriter(folder: string, name: string): Writer {
  const child = spawn(process.execPath, [...testFlags, writer, folder, name], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (err += part.toString()));
  const exit = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  /** Counts whole lines only, because the kill may cut the last one. */
  const count = () => Math.max(0, out.slice(0, out.lastIndexOf("\n") + 1).split("\n").length - 2);
  return {
    child,
    exit,
    count,
    errors: () => err,
    acknowledged: async (rows) => {
      while (count() < rows) {
        if (child.exitCode !== null) throw new Error(`The writer ended: ${err}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
