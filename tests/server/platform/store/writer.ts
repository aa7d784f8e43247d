/*
 * A process that opens the embedded database of argv[2] and writes rows until it is killed, named by argv[3] and a
 * number. Prints each number once its row is acknowledged.
 */
import { openStore } from "#server/platform/store/database.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

try {
  const store = await openStore({ dataDir: process.argv[2]! }, silent);
  process.stdout.write("open\n");
  for (let row = 1; ; row += 1) {
    await store.pool.query("insert into audit_log (event, detail, at) values ($1, '{}', app_now())", [
      `${process.argv[3]}-${row}`,
    ]);
    process.stdout.write(`${row}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(3);
}
