// `npm run bench [name] [arguments]`: prepares the clone, then runs every file of tests/tools/bench, or the named one.
import { readdirSync } from "node:fs";
import path from "node:path";
import { prepare, root, run, stop } from "./prepare.mjs";

const [wanted, ...given] = process.argv.slice(2);
await prepare();
const names = readdirSync(path.join(root, "tests/tools/bench")).filter((name) => /\.(ts|mjs)$/.test(name));
const chosen = wanted ? names.filter((name) => path.parse(name).name === wanted) : names.sort();
if (chosen.length === 0)
  stop(`There is no bench '${wanted}'. Known: ${names.map((name) => path.parse(name).name).join(", ")}.`);
for (const name of chosen) {
  console.log(`\n── ${name}`);
  const code = await run(process.execPath, ["--import", "tsx", path.join("tests/tools/bench", name), ...given]);
  if (code !== 0) process.exitCode = 1;
}
