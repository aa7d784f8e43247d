import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

/** Made one after the other until the garbage collector has come many times, also while a key is exported. */
const makeMany = `
  const { makeKeyPair } = await import("#server/wallet/credentials/issuer-keys.ts");
  for (let made = 0; made < 15_000; made += 1) await makeKeyPair();
  console.log("all made");
`;

test("key pairs are made without end, however often the garbage collector comes", async () => {
  const args = ["--import", "tsx", "--input-type=module", "--eval", makeMany];
  // A process that waits for itself hears nothing but the end of it.
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: appRoot,
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  expect(stdout).toBe("all made\n");
});
