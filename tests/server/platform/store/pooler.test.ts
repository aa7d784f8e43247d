import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAsItIs, openStore, type Store } from "#server/platform/store/database.ts";
import { eventually } from "../../../eventually.ts";
import { makeDatabase } from "../../app.ts";

const server = process.env["DATABASE_URL"];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
/** With what PgBouncer lets a connection start, unless it is told to overlook more (`ignore_startup_parameters`). */
const known: ReadonlySet<string> = new Set(["user", "database", "client_encoding", "application_name"]);

/** The names in a connection's first message: its length, the protocol's number, then names and values with a zero behind each. */
const readNames = (first: Buffer): string[] =>
  first
    .toString("latin1", 8, first.readInt32BE(0) - 2)
    .split("\0")
    .filter((_part, at) => at % 2 === 0);

/** What a server says that does not take a connection. */
function toFatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Stands in front of a database as a pooler that keeps sessions does. */
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

describe.skipIf(!server)("behind a pooler that keeps sessions", () => {
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

  test("every connection of a server is bounded from its first statement on, also the one that brought the schema up to date", async () => {
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

  test("a server hears what others change", async () => {
    await eventually(() => expect(store.changes.isHeard).toBe(true));
  });

  test("a database is opened as it is", async () => {
    const { db, close } = await openAsItIs(databaseUrl, silent);
    const { rows } = await db.execute(sql`show lock_timeout`);
    await close();
    expect(rows).toEqual([{ lock_timeout: "4s" }]);
  });
});
