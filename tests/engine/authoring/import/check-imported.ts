import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkSchemas, toIssueLine } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";

// The author's next steps: translations, and a reference to the definition.
const next = ["text/missing-translation", "definition/unused"];

/** Checks imported definitions together with the repository's; ignores the author's next steps. */
export async function checkImported(
  documents: readonly { readonly path: string; readonly document: object }[],
): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-import-"));
  try {
    cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
    for (const { path: place, document } of documents) {
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      writeFileSync(path.join(folder, place), JSON.stringify(document));
    }
    const { issues } = await checkSchemas(folder);
    return issues.filter(({ code }) => !next.includes(code)).map(toIssueLine);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
