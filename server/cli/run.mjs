// `npm run check`, `new`, `import` and others: prepares the clone, then runs the built command of that name in this
// process.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare, root, stop } from "./prepare.mjs";

const [name, ...args] = process.argv.slice(2);
await prepare();
const folder = path.join(root, "dist/server/cli");
const file = path.join(folder, `${name}.js`);
if (!existsSync(file)) {
  const known = existsSync(folder) ? readdirSync(folder).filter((entry) => entry.endsWith(".js")) : [];
  stop(`There is no command '${name}'. Known: ${known.map((entry) => entry.slice(0, -3)).join(", ")}.`);
}
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
