import type { SourceDocument } from "#engine/check/parts/set.ts";
import { documentKinds, type AnyDocument } from "#engine/documents/kinds.ts";
import type { Compatibility } from "#engine/release/classify.ts";
import { isMap } from "#engine/rules/expression.ts";
import { readDocuments } from "../read-documents.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { withFormerSchemas } from "./former-schemas.ts";

/** More lines on a request, by its organisation and id. */
export type TellMore = (orgId: string, formId: string) => readonly string[];

/**
 * What running transactions would meet if `sources` replaced the documents of a git reference or another folder: lines
 * to print. The former documents need not check: they are read as they ran. Throws when they are not there.
 */
export async function compareAgainst(
  against: string,
  schemasDir: string,
  sources: readonly SourceDocument[],
  more: TellMore = () => [],
): Promise<string[]> {
  const former = await withFormerSchemas(against, schemasDir, async (folder) => {
    const { files } = await readDocuments(folder);
    return files.flatMap(({ path, document }) => (isDocument(document) ? [{ path, document }] : []));
  });
  return toLines(compareSchemas(former, sources, new Date().toISOString()), more);
}

const isDocument = (value: unknown): value is AnyDocument =>
  isMap(value) && typeof value["kind"] === "string" && Object.hasOwn(documentKinds, value["kind"]);

/** One line per request, `gce/education-evaluation  major  forms/bgv-degree#/course …`; each further reason below it. */
function toLines(found: readonly Compatibility[], more: TellMore): string[] {
  const width = Math.max(0, ...found.map(({ orgId, formId }) => orgId.length + 1 + formId.length));
  return found.flatMap(({ orgId, formId, class: reached, reasons }) => {
    const [first = "", ...others] = reasons.map(
      ({ document, pointer, message }) => `${document}#${pointer} ${message}`,
    );
    const head = `${`${orgId}/${formId}`.padEnd(width)}  ${reached.padEnd(5)}`;
    return [
      `${head}  ${first}`.trimEnd(),
      ...[...others, ...more(orgId, formId)].map((one) => " ".repeat(head.length + 2) + one),
    ];
  });
}
