// `npm run licences`: writes dist/third-party-licences.txt, the licence of each package that the product runs with.
// Ends with 1 where a package names no licence or one that the list below does not allow.
import { mkdirSync, readFileSync, readdirSync, existsSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { install, root } from "./prepare.mjs";

/** SPDX identifiers that may be shipped together with MIT code. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);
/** Packages whose package.json names no licence, and where they name it. */
const statedElsewhere = { "combine-errors": "MIT" }; // Readme.md, section "License"

await install();
const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
const found = Object.entries(packages)
  .filter(([place, entry]) => place !== "" && !entry.dev && existsSync(path.join(root, place, "package.json")))
  .map(([place]) => readPackage(place))
  .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));

const file = path.join(root, "dist/third-party-licences.txt");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(`${file}.new`, found.map(toEntry).join("\n\n" + "-".repeat(80) + "\n\n"));
renameSync(`${file}.new`, file);

const counts = new Map();
for (const { licence } of found) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${count}\t${licence}`);
console.log(`${found.length} packages; texts in ${path.relative(root, file)}`);

const refused = found.filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of refused) console.error(`${name} ${version}: ${licence} is not on the list`);
if (refused.length > 0) process.exitCode = 1;

function readPackage(place) {
  const folder = path.join(root, place);
  const { name, version, license, licenses, homepage } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const old = Array.isArray(licenses) ? licenses.map(({ type }) => type).join(" OR ") : undefined;
  const texts = readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry) && !/\.(m?js|ts)$/.test(entry))
    .map((entry) => readFileSync(path.join(folder, entry), "utf8").trim());
  const licence =
    typeof license === "string" ? license : (license?.type ?? old ?? statedElsewhere[name] ?? "none stated");
  return { name, version, homepage, licence, texts };
}

/** An SPDX expression holds if one of its alternatives does, with all of its parts. */
function isAllowed(licence) {
  return licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowed.has(part.trim())));
}

function toEntry({ name, version, homepage, licence, texts }) {
  return [`${name} ${version} (${licence})`, homepage, ...texts].filter(Boolean).join("\n\n");
}
