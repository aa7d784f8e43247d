import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DataDirectoryInUse, lockDataDirectory } from "#server/platform/store/lock.ts";
import { builtPath } from "#server/root.ts";
import { bundleForNode } from "../../../bundle-for-node.ts";
import { makeFolder } from "../../../make-folder.ts";
import { shortLived } from "../../../short-lived.ts";

/** What gives a command a network, or a view of the disk, of its own, as a container has one. */
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
  const folder = makeFolder();
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

/** What became of a process that wants the folder: `held`, or why not. */
interface Locker {
  child: ChildProcess;
  outcome: Promise<string>;
}

function startLocker(folder: string, within: readonly string[] = []): Locker {
  const [command, ...args] = [...within, process.execPath, ...shortLived, locker, folder];
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
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

test("refuses a second holder and names the first, also by another path to it", async () => {
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

test.skipIf(!canUnshare)(
  "refuses a process that has another network, as a second container on the volume has",
  async () => {
    const folder = newFolder();
    const first = startLocker(folder);
    expect(await first.outcome).toBe("held");
    const second = startLocker(folder, ownNetwork);
    expect(await second.outcome).toContain(`process ${first.child.pid}`);
    await kill(first);
    expect(await startLocker(folder, ownNetwork).outcome).toBe("held");
  },
);

test.skipIf(!canUnshare)("two volumes that lie at one path, each for its own container, are two", async () => {
  const [place, volume] = [newFolder(), newFolder()];
  const mounted = [...ownDisk, "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', volume, place];
  expect(await startLocker(place).outcome).toBe("held");
  expect(await startLocker(place, mounted).outcome).toBe("held");
  expect(await startLocker(volume).outcome).toContain("is in use by");
});

test("a holder that stands still holds it", async () => {
  const folder = newFolder();
  const first = startLocker(folder);
  expect(await first.outcome).toBe("held");
  first.child.kill("SIGSTOP");
  await expect(lockDataDirectory(folder)).rejects.toBeInstanceOf(DataDirectoryInUse);
  first.child.kill("SIGCONT");
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${first.child.pid}`);
});

test("of many that start at once where others were killed, one holds it", async () => {
  const folder = newFolder();
  for (let round = 0; round < 3; round += 1) {
    const killed = startLocker(folder);
    expect(await killed.outcome).toBe("held");
    await kill(killed);
    const taken = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(folder)));
    const locks = taken.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(locks).toHaveLength(1);
    for (const one of taken) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(DataDirectoryInUse);
    await locks[0]!.release();
  }
  // Nothing of all these is left behind.
  expect(readdirSync(folder, { recursive: true })).toEqual(["lock"]);
});

test("of processes that start at once, one holds it", async () => {
  const folder = newFolder();
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => startLocker(folder).outcome));
  expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.includes("is in use by"))).toHaveLength(3);
});

test("holds where the path is longer than the address of a socket may be", async () => {
  const folder = path.join(newFolder(), "x".repeat(120));
  const lock = await lockDataDirectory(folder);
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${process.pid}`);
  await lock.release();
  await (await lockDataDirectory(folder)).release();
});

test("a folder that was there keeps its mode, one that is made is this user's alone", async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const made = path.join(folder, "made");
  for (const place of [folder, made]) await (await lockDataDirectory(place)).release();
  expect([folder, made].map((place) => statSync(place).mode & 0o777)).toEqual([0o755, 0o700]);
});

test.skipIf(!isLinux)("a server of the release before, which holds it by its path, is not started beside", async () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
  const older = net.createServer((socket) => socket.end("process 1, started long ago"));
  await new Promise<void>((resolve) => older.listen(`\0sanad-${name}`, resolve));
  await expect(lockDataDirectory(folder)).rejects.toThrow("process 1, started long ago");
  await new Promise((resolve) => older.close(resolve));
  await (await lockDataDirectory(folder)).release();
});
