// `npm run sbom`: writes dist/sbom.cdx.json (CycloneDX), the packages of package-lock.json that the product runs with.
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
  const { stdout } = await npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only");
  const bom = withoutDevelopment(JSON.parse(stdout));
  const file = path.join(root, "dist/sbom.cdx.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(bom, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  console.log(`${bom.components.length} packages; CycloneDX ${bom.specVersion} in ${path.relative(root, file)}`);
}

/** `npm sbom --omit dev` also drops packages that both the product and a development package use, such as react. */
function withoutDevelopment(bom) {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const used = new Set();
  for (const [place, { version, dev, devOptional }] of Object.entries(packages))
    if (place !== "" && !dev && !devOptional)
      used.add(`${place.slice(place.lastIndexOf("node_modules/") + 13)}@${version}`);
  const components = bom.components.filter(({ name, version }) => used.has(`${name}@${version}`));
  const refs = new Set([bom.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...bom, components, dependencies };
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
