/**
 * `npm run check [folder] [-- --against <git ref or folder>]`: checks the documents and says what is wrong and where;
 * ends with 1 when anything is, and says how long it took. With --against also what each request's transactions would meet.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { checkSchemas, toLine } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { against: { type: "string" } } });
const folder = path.resolve(positionals[0] ?? process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));
const started = performance.now();
const { issues, sources } = await checkSchemas(folder);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
for (const issue of issues) console.error(toLine(issue));
const count = (kind: string) => sources.filter(({ document }) => document.kind === kind).length;
const what = `${sources.length} documents, ${count("organisation")} organisations, ${count("locale") + 1} languages`;
console.log(`${what}: ${issues.length === 0 ? "all good" : `${issues.length} to mend`} (${seconds} s)`);
process.exitCode = issues.length === 0 ? 0 : 1;

if (values.against !== undefined && issues.length === 0) {
  // Loaded only when asked for: the plain check starts without it.
  const { compareAgainst } = await import("#server/config/compare/compare-against.ts");
  try {
    for (const line of await compareAgainst(values.against, folder, sources)) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
