// `npm run replay [name] [--headless | --browser]`: prepares the clone, then plays the fixtures (fixtures/README.md).
import { prepare, root, run } from "./prepare.mjs";

await prepare();
// The runner is test code: it is not built, and reads TypeScript through tsx.
process.chdir(root);
process.exitCode = await run(process.execPath, ["--import", "tsx", "tests/replay/main.ts", ...process.argv.slice(2)]);
