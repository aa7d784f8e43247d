// `npm run meta`: writes the generated files: schemas/meta, schemas/LANGUAGE.md, the browser's operation table,
// server/SETTINGS.md and .env.example. Needs no build, because the sources of a build may wait for these files.
import { checkMachine, install, root, run } from "./prepare.mjs";

checkMachine();
await install();
process.chdir(root);
process.exitCode = await run(process.execPath, ["--import", "tsx", "tests/tools/meta/main.ts"]);
