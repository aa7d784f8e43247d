/*
 * `npm run meta`: writes the files that code generates from its contracts, and the names for editors. Writes only what
 * differs.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Window } from "happy-dom";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { writeNamesSchema } from "#server/config/names-schema.ts";
import { writeAtomically } from "#server/platform/atomic-files.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

// Modules of the page read browser storage on import.
Object.assign(globalThis, { window: new Window({ url: "http://localhost" }) });
const { toGeneratedFiles } = await import("./generated-files.ts");

for (const [name, text] of await toGeneratedFiles()) {
  const file = path.join(root, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
  await writeAtomically(file, text);
  console.log(`wrote ${name}`);
}
const folder = path.join(root, "schemas");
const error = await writeNamesSchema(folder, await checkSchemas(folder));
if (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// happy-dom keeps timers.
process.exit();
