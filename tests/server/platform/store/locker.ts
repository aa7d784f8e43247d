/* A process that locks the data directory argv[2] until it ends. Exit code 3 and the reason when it cannot. */
import { lockDataDirectory } from "#server/platform/store/lock.ts";

try {
  await lockDataDirectory(process.argv[2]!);
  process.stdout.write("held\n");
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(3);
}
