// Prepares a clone: checks the machine, installs packages, builds. Uses Node built-ins only, because it runs before the
// installation.
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const installStamp = path.join(root, "node_modules/.install-stamp");
const buildStamp = path.join(root, "dist/.build-stamp");
/** Inputs of the build. */
export const buildInputs = [
  "engine",
  "widgets",
  "renderer",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Does everything that is missing or stale. Exits with a message on failure. */
export async function prepare() {
  checkMachine();
  await install();
  await build();
}

/** Exits with a message when this machine is not supported. */
export function checkMachine() {
  const obstacle = findObstacle(process.platform, process.versions.node);
  if (obstacle) stop(obstacle);
}

/** The reason why a platform or a version of Node is not supported; undefined when it is. */
export function findObstacle(platform, node) {
  // The embedded database uses Unix sockets in its folder.
  if (platform === "win32")
    return "Sanad runs on Linux and macOS; on Windows it runs inside WSL (https://learn.microsoft.com/windows/wsl/install).";
  // package.json states the required version.
  const wanted = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).engines.node;
  const [major, minor] = node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted
    .replace(/^[^\d]*/, "")
    .split(".")
    .map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `Sanad needs Node ${wanted}, and this is ${node}.`;
}

/** Installs the packages of package-lock.json unless they are installed for this Node and this platform. */
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
    if (code !== 0) stop("The packages could not be installed: see above. Is there a network connection?");
  }
  writeFileSync(installStamp, `${stamp} ${platform}\n`);
}

/** Returns whether npm's record in node_modules has every package of the lock file, as after a manual install. */
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

/** Builds dist/ unless it was built from the same sources. Definitions are no input: the server reads them at start. */
export async function build() {
  await unlessUnchanged(buildStamp, buildInputs, async () => {
    console.log("Building …");
    const code = await run(process.execPath, ["server/cli/build.mjs"]);
    if (code !== 0) stop("The build failed: see above.");
  });
}

/** Runs `make` unless it ran for the same files and folders before. `stamp` is the file that records this. */
export async function unlessUnchanged(stamp, inputs, make) {
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

/** Several targets share inputs, so each is read once. Nothing in them changes meanwhile. */
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
 * Runs a command in the repository with this terminal. Resolves with its exit code (1 when it was killed or did not
 * start). `onOutput` gets the output as it is printed.
 */
export function run(command, args, { env = process.env, onOutput } = {}) {
  return new Promise((resolve) => {
    const output = onOutput ? "pipe" : "inherit";
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", output, output] });
    const show = (from, to) =>
      from?.on("data", (text) => {
        to.write(text);
        onOutput(String(text));
      });
    show(child.stdout, process.stdout);
    show(child.stderr, process.stderr);
    // A child that outlives a signal would keep its port and its locks.
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
    // `close` comes after all output.
    child.once("close", finish);
  });
}

/** Prints the reason and exits with code 1. */
export function stop(why) {
  console.error(why);
  process.exit(1);
}
