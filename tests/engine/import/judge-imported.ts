import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkSchemas, toLine } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";

// What an author does next: words in every language, and something that names the document.
const next = ["missing-translation", "unused-document"];

/** What the check finds in the repository's documents once these lie among them, beside what an author does next. */
export async function judgeImported(
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
    return issues.filter(({ code }) => !next.includes(code)).map(toLine);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
