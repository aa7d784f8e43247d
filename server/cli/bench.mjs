// `npm run bench [name] [its arguments]`: prepares the clone, then runs every file of tests/bench, or the one that is named, one after another.
import { readdirSync } from "node:fs";
import path from "node:path";
import { prepare, root, run, stop } from "./prepare.mjs";

const [wanted, ...given] = process.argv.slice(2);
await prepare();
const names = readdirSync(path.join(root, "tests/bench")).filter((name) => /\.(ts|mjs)$/.test(name));
const chosen = wanted ? names.filter((name) => path.parse(name).name === wanted) : names.sort();
if (chosen.length === 0)
  stop(`There is no bench '${wanted}'. Known: ${names.map((name) => path.parse(name).name).join(", ")}.`);
for (const name of chosen) {
  console.log(`\n── ${name}`);
  const code = await run(process.execPath, ["--import", "tsx", path.join("tests/bench", name), ...given]);
  if (code !== 0) process.exitCode = 1;
}
