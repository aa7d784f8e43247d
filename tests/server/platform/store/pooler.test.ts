import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExistingStore, openStore, type Store } from "#server/platform/store/database.ts";
import { eventually } from "../../../support/eventually.ts";
import { makeDatabase } from "../../app.ts";

const server = process.env["DATABASE_URL"];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
/** The startup parameters that PgBouncer accepts by default (`ignore_startup_parameters` adds more). */
const known: ReadonlySet<string> = new Set(["user", "database", "client_encoding", "application_name"]);

/** The parameter names in a startup message: length, protocol number, then zero-terminated names and values. */
const readNames = (first: Buffer): string[] =>
  first
    .toString("latin1", 8, first.readInt32BE(0) - 2)
    .split("\0")
    .filter((_part, at) => at % 2 === 0);

/** The error of a server that refuses a connection. */
function toFatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A stand-in for a pooler in session mode. */
async function startPooler(to: URL): Promise<{ port: number; end(): void }> {
  const sockets = new Set<Socket>();
  const pooler = createServer((near) => {
    sockets.add(near.on("error", () => undefined));
    near.once("data", (first: Buffer) => {
      const unknown = readNames(first).find((name) => !known.has(name));
      if (unknown !== undefined) return near.end(toFatal(`unsupported startup parameter: ${unknown}`));
      const far = connect(Number(to.port || 5432), to.hostname, () => far.write(first));
      sockets.add(far.on("error", () => near.destroy()));
      return near.pipe(far).pipe(near);
    });
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  return {
    port: (pooler.address() as AddressInfo).port,
    end: () => {
      pooler.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.skipIf(!server)("behind a pooler in session mode", () => {
  let place: Awaited<ReturnType<typeof makeDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let databaseUrl: string;
  let store: Store;

  beforeAll(async () => {
    place = await makeDatabase();
    pooler = await startPooler(new URL(place.databaseUrl!));
    databaseUrl = Object.assign(new URL(place.databaseUrl!), { port: String(pooler.port) }).href;
    store = await openStore({ dataDir: place.dataDir, databaseUrl }, silent);
  });
  afterAll(async () => {
    await store?.close();
    pooler?.end();
    await place?.remove();
  });

  test("limits every connection from its first statement on, the migrating one too", async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => store.pool.connect()));
    const ask =
      "select name, setting from pg_settings where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$' order by 1";
    const answers = await Promise.all(clients.map((client) => client.query(ask)));
    for (const client of clients) client.release();
    for (const { rows } of answers)
      expect(rows).toEqual([
        { name: "idle_in_transaction_session_timeout", setting: "10000" },
        { name: "lock_timeout", setting: "4000" },
        { name: "statement_timeout", setting: "5000" },
      ]);
  });

  test("gets changes of other servers", async () => {
    await eventually(() => expect(store.changeFeed.isListening).toBe(true));
  });

  test("opens an existing database", async () => {
    const { db, close } = await openExistingStore(databaseUrl, silent);
    const { rows } = await db.execute(sql`show lock_timeout`);
    await close();
    expect(rows).toEqual([{ lock_timeout: "4s" }]);
  });
});
