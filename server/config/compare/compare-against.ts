import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { definitionKinds, type AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { Compatibility } from "#engine/authoring/release/classify.ts";
import { upgradeDefinition } from "#engine/authoring/release/upgrade-definition.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { readDefinitions } from "../read-definitions.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { withPreviousSchemas } from "./previous-schemas.ts";

/** More lines about a request, by its organisation and id. */
export type DescribeRunning = (orgId: string, formId: string) => readonly string[];

/**
 * The effect on running transactions if `sources` replaced the definitions of a git reference or of another folder, as
 * lines to print. The previous definitions may have former names and need not pass the check. Throws when they do not
 * exist.
 */
export async function compareAgainst(
  against: string,
  schemasDir: string,
  sources: readonly SourceDefinition[],
  more: DescribeRunning = () => [],
): Promise<string[]> {
  const former = await withPreviousSchemas(against, schemasDir, async (folder) => {
    const { files } = await readDefinitions(folder);
    return files.flatMap(({ path, document }) =>
      isDocument(document) ? [{ path, document: upgradeDefinition(document) }] : [],
    );
  });
  return toLines(compareSchemas(former, sources, new Date().toISOString()), more);
}

const isDocument = (value: unknown): value is AnyDefinition =>
  isMap(value) && typeof value["kind"] === "string" && Object.hasOwn(definitionKinds, value["kind"]);

/**
 * One line per request, `gce/education-evaluation major forms/bgv-degree#/course …`, with further reasons below it.
 */
function toLines(found: readonly Compatibility[], more: DescribeRunning): string[] {
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
