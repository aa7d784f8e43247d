import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

/** Creates keys one after the other until the garbage collector has run many times, also during an export. */
const makeMany = `
  const { makeKeyPair } = await import("#server/wallet/credentials/issuer-keys.ts");
  for (let made = 0; made < 15_000; made += 1) await makeKeyPair();
  console.log("all made");
`;

test("makeKeyPair does not deadlock when the garbage collector runs", async () => {
  const args = ["--import", "tsx", "--input-type=module", "--eval", makeMany];
  // A deadlocked process reacts to SIGKILL only.
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: appRoot,
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  expect(stdout).toBe("all made\n");
});
