// `npm run sbom`: writes dist/sbom.cdx.json, the packages that the product runs with, from package-lock.json (CycloneDX).
// `npm run sbom -- --ages [NAME…]` asks the registry for the age of direct dependencies, or of the named ones.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./prepare.mjs";

const run = promisify(execFile);
const dayMs = 86_400_000;
/** A release older than this is worth a look: its project may have ended. */
const oldDays = 730;
const limitMs = 20_000;
const npm = (...args) => run("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024, timeout: limitMs });

const [option, ...names] = process.argv.slice(2);
if (option === undefined) await writeBom();
else if (option === "--ages") await printAges(names);
else {
  console.error("Usage: npm run sbom [-- --ages [NAME…]]");
  process.exitCode = 2;
}

async function writeBom() {
  const { stdout } = await npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev");
  const { components, specVersion } = JSON.parse(stdout);
  const file = path.join(root, "dist/sbom.cdx.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, stdout);
  renameSync(`${file}.new`, file);
  console.log(`${components.length} packages; CycloneDX ${specVersion} in ${path.relative(root, file)}`);
}

/** Prints the days since the locked version and since the newest one, the oldest first. */
async function printAges(asked) {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const chosen = asked.length > 0 ? asked : Object.keys(packages[""].dependencies);
  const ages = [];
  for (const name of chosen) {
    const version = packages[`node_modules/${name}`]?.version;
    if (version === undefined) throw new Error(`${name} is not in package-lock.json.`);
    const times = await readTimes(name);
    // The first failure tells: without a registry every further question would wait in vain.
    if (times === undefined) {
      console.log(`The registry does not answer for ${name}, and the lock file has no dates: the ages are not known.`);
      process.exitCode = 1;
      break;
    }
    const published = Object.entries(times).filter(([entry]) => /^\d/.test(entry) && !entry.includes("-"));
    const newest = Math.max(...published.map(([, at]) => Date.parse(at)));
    ages.push({ name, version, days: toDays(Date.parse(times[version])), newestDays: toDays(newest) });
  }
  for (const { name, version, days, newestDays } of ages.sort((a, b) => b.days - a.days))
    console.log(
      `${days}\t${newestDays}\t${name} ${version}${newestDays > oldDays ? "\tno release for two years" : ""}`,
    );
  if (ages.length > 0) console.log("days since: the version in use, the newest version");
}

function toDays(at) {
  return Math.floor((Date.now() - at) / dayMs);
}

async function readTimes(name) {
  try {
    const times = JSON.parse((await npm("view", name, "time", "--json", "--fetch-retries=0")).stdout);
    return Array.isArray(times) ? times.at(-1) : times;
  } catch {
    return undefined;
  }
}
