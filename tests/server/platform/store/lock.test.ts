import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DataDirectoryInUse, lockDataDirectory } from "#server/platform/store/lock.ts";
import { builtPath } from "#server/root.ts";
import { bundleForNode } from "../../../support/bundle-for-node.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { testFlags } from "../../../support/node-flags.ts";

/** Commands that give a process its own network or mounts, like a container. */
const ownNetwork = ["unshare", "--net"];
const ownDisk = ["unshare", "--mount"];
const canUnshare = [ownNetwork, ownDisk].every(
  ([command, ...args]) => spawnSync(command!, [...args, "true"]).status === 0,
);
const isLinux = process.platform === "linux";

const locker = builtPath(`tests/locker-${process.pid}.js`);
const folders: string[] = [];
const children: ChildProcess[] = [];
const newFolder = () => {
  const folder = makeTemporaryFolder();
  folders.push(folder);
  return folder;
};
beforeAll(() => bundleForNode(fileURLToPath(new URL("locker.ts", import.meta.url)), locker));
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => {
  rmSync(locker, { force: true });
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The result of a process that tries to lock the folder: `held`, or the reason. */
interface Locker {
  child: ChildProcess;
  outcome: Promise<string>;
}

function startLocker(folder: string, within: readonly string[] = []): Locker {
  const [command, ...args] = [...within, process.execPath, ...testFlags, locker, folder];
  const child = spawn(command!, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const outcome = new Promise<string>((resolve) => {
    let err = "";
    child.stdout.once("data", (part: Buffer) => resolve(part.toString().trim()));
    child.stderr.on("data", (part: Buffer) => (err += part.toString()));
    child.once("close", () => resolve(err));
  });
  return { child, outcome };
}

async function kill({ child }: Locker): Promise<void> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

test("refuses a second holder and names the first, by another path too", async () => {
  const folder = newFolder();
  const lock = await lockDataDirectory(folder);
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${process.pid}`);
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  folders.push(link);
  await expect(lockDataDirectory(link)).rejects.toBeInstanceOf(DataDirectoryInUse);
  await lock.release();
  await (await lockDataDirectory(folder)).release();
});

test.skipIf(!canUnshare)("refuses a process in another network, like a second container on the volume", async () => {
  const folder = newFolder();
  const first = startLocker(folder);
  expect(await first.outcome).toBe("held");
  const second = startLocker(folder, ownNetwork);
  expect(await second.outcome).toContain(`process ${first.child.pid}`);
  await kill(first);
  expect(await startLocker(folder, ownNetwork).outcome).toBe("held");
});

test.skipIf(!canUnshare)("locks two volumes that two containers mount at the same path separately", async () => {
  const [place, volume] = [newFolder(), newFolder()];
  const mounted = [...ownDisk, "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', volume, place];
  expect(await startLocker(place).outcome).toBe("held");
  expect(await startLocker(place, mounted).outcome).toBe("held");
  expect(await startLocker(volume).outcome).toContain("is in use by");
});

test("keeps the lock of a blocked holder", async () => {
  const folder = newFolder();
  const first = startLocker(folder);
  expect(await first.outcome).toBe("held");
  first.child.kill("SIGSTOP");
  await expect(lockDataDirectory(folder)).rejects.toBeInstanceOf(DataDirectoryInUse);
  first.child.kill("SIGCONT");
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${first.child.pid}`);
});

test("gives the lock to one of many simultaneous processes after others were killed", async () => {
  const folder = newFolder();
  for (let round = 0; round < 3; round += 1) {
    const killed = startLocker(folder);
    expect(await killed.outcome).toBe("held");
    await kill(killed);
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(folder)));
    const locks = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(locks).toHaveLength(1);
    for (const one of attempts) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(DataDirectoryInUse);
    await locks[0]!.release();
  }
  // No socket is left.
  expect(readdirSync(folder, { recursive: true })).toEqual(["lock"]);
});

test("gives the lock to one of several simultaneous processes", async () => {
  const folder = newFolder();
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => startLocker(folder).outcome));
  expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.includes("is in use by"))).toHaveLength(3);
});

test("locks a folder whose path is longer than a socket address", async () => {
  const folder = path.join(newFolder(), "x".repeat(120));
  const lock = await lockDataDirectory(folder);
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${process.pid}`);
  await lock.release();
  await (await lockDataDirectory(folder)).release();
});

test("keeps the mode of an existing folder, and makes a new one private", async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const made = path.join(folder, "made");
  for (const place of [folder, made]) await (await lockDataDirectory(place)).release();
  expect([folder, made].map((place) => statSync(place).mode & 0o777)).toEqual([0o755, 0o700]);
});

test.skipIf(!isLinux)("refuses to start beside a server of an older release, which locks by the path", async () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
  const older = net.createServer((socket) => socket.end("process 1, started long ago"));
  await new Promise<void>((resolve) => older.listen(`\0sanad-${name}`, resolve));
  await expect(lockDataDirectory(folder)).rejects.toThrow("process 1, started long ago");
  await new Promise((resolve) => older.close(resolve));
  await (await lockDataDirectory(folder)).release();
});
