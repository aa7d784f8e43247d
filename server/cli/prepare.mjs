// Brings a clone to the point where it can run: the machine is one that can, packages are installed, the build is fresh.
// Node built-ins only, since it runs before anything is installed.
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const installStamp = path.join(root, "node_modules/.install-stamp");
const buildStamp = path.join(root, "dist/.build-stamp");
/** What dist/ is made of. */
export const buildInputs = [
  "engine",
  "widgets",
  "renderer",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Does everything that is missing or stale. Ends the process with a sentence when it cannot. */
export async function prepare() {
  checkMachine();
  await install();
  await build();
}

/** Ends the process with a sentence when it cannot run on this machine. */
export function checkMachine() {
  const obstacle = findObstacle(process.platform, process.versions.node);
  if (obstacle) stop(obstacle);
}

/** Why it cannot run on a platform with a version of Node; undefined when it can. */
export function findObstacle(platform, node) {
  // The embedded database is held and spoken to through Unix sockets in its folder.
  if (platform === "win32")
    return "Sanad runs on Linux and macOS; on Windows it runs inside WSL (https://learn.microsoft.com/windows/wsl/install).";
  // package.json says which Node it asks for.
  const wanted = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).engines.node;
  const [major, minor] = node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted
    .replace(/^[^\d]*/, "")
    .split(".")
    .map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `Sanad needs Node ${wanted}, and this is ${node}.`;
}

/** Installs the packages of package-lock.json unless they are already there, for this Node and this platform. */
export async function install() {
  const platform = [process.versions.modules, process.platform, process.arch].join("-");
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const stamp = createHash("sha256").update(lock).update(platform).digest("hex");
  const [known, knownPlatform] = existsSync(installStamp) ? readFileSync(installStamp, "utf8").trim().split(" ") : [];
  if (known === stamp) return;
  const samePlatform = knownPlatform === undefined || knownPlatform === platform;
  if (!samePlatform || !isInstalled(JSON.parse(lock.toString()))) {
    console.log("Installing packages (the first time takes about a minute) …");
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
    const code = await run(command, [...first, "ci", "--include=dev", "--no-audit", "--no-fund"]);
    if (code !== 0) stop("The packages could not be installed: see above. Is the network there?");
  }
  writeFileSync(installStamp, `${stamp} ${platform}\n`);
}

/** Whether npm's own record in node_modules holds every package of the lock file, so that a hand-run install is not done again. */
function isInstalled(lock) {
  const record = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  return Object.entries(lock.packages).every(([place, entry]) => {
    if (place === "") return true;
    const found = installed[place];
    return found ? found.version === entry.version : Boolean(entry.optional);
  });
}

/** Builds dist/ unless it was made from exactly these sources. Documents are no input: the server reads them at start. */
export async function build() {
  await stamped(buildStamp, buildInputs, async () => {
    console.log("Building …");
    const code = await run(process.execPath, ["server/cli/build.mjs"]);
    if (code !== 0) stop("The build failed: see above.");
  });
}

/** Does something unless it was done from exactly these files and folders, which `stamp` tells of. */
export async function stamped(stamp, inputs, make) {
  const hash = sourceHash(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

function sourceHash(inputs) {
  const hash = createHash("sha256").update(process.versions.modules);
  for (const input of inputs) hash.update(inputHash(input)).update("\0");
  return hash.digest("hex");
}

/** One that several things are made of is read once; nothing of them is made here. */
const inputHashes = new Map();

function inputHash(input) {
  const known = inputHashes.get(input);
  if (known) return known;
  const hash = createHash("sha256");
  for (const file of filesUnder(path.join(root, input))) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  const found = hash.digest("hex");
  inputHashes.set(input, found);
  return found;
}

function filesUnder(place) {
  if (!existsSync(place)) return [];
  const entries = readdirSync(path.dirname(place), { withFileTypes: true });
  const own = entries.find((entry) => entry.name === path.basename(place));
  if (!own?.isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => name !== "node_modules" && !name.endsWith(".md"))
    .sort()
    .flatMap((name) => filesUnder(path.join(place, name)));
}

/**
 * Runs a command in the repository with this terminal; → its exit code (1 when it could not start or was killed). `hear` gets
 * what it prints, as it is printed.
 */
export function run(command, args, { env = process.env, hear } = {}) {
  return new Promise((resolve) => {
    const output = hear ? "pipe" : "inherit";
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", output, output] });
    const show = (from, to) =>
      from?.on("data", (text) => {
        to.write(text);
        hear(String(text));
      });
    show(child.stdout, process.stdout);
    show(child.stderr, process.stderr);
    // A child left behind by a signal would hold its port and its locks.
    const forward = (signal) => {
      child.kill(signal);
      process.exit(signal === "SIGINT" ? 130 : 143);
    };
    process.on("SIGTERM", forward).on("SIGINT", forward);
    const finish = (code) => {
      process.off("SIGTERM", forward).off("SIGINT", forward);
      resolve(code ?? 1);
    };
    child.once("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      finish(1);
    });
    // All that it said has been heard then.
    child.once("close", finish);
  });
}

/** Says why and ends the process with exit code 1. */
export function stop(why) {
  console.error(why);
  process.exit(1);
}
