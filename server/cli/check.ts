/** `npm run check [folder]`: checks the documents and says what is wrong and where. Ends with 1 when anything is. */
import path from "node:path";
import { checkSchemas, toLine } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";

const folder = path.resolve(process.argv[2] ?? process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));
const { issues, sources } = await checkSchemas(folder);
for (const issue of issues) console.error(toLine(issue));
console.log(issues.length === 0 ? `${sources.length} documents, all good` : `${issues.length} to mend`);
process.exitCode = issues.length === 0 ? 0 : 1;
