import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { applyEdits, findNodeAtLocation, modify, parseTree, type Edit } from "jsonc-parser";
import type { Fix, Issue } from "#engine/base/issue.ts";
import { getAt, pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import { checkSchemas, type CheckedSchemas } from "#server/config/check-schemas.ts";
import { toText } from "#server/config/read-text.ts";
import { formatJson } from "./format-json.ts";

/** What one mend uncovers, the next may mend too: a rule that nothing asks may have been the only one to ask another. */
const roundsMax = 20;

/** Mends what needs no decision, in the files, until nothing of that kind is left. Answers what was mended, and the last check. */
export async function fixDocuments(folder: string): Promise<CheckedSchemas & { mended: Issue[] }> {
  const mended: Issue[] = [];
  for (let round = 0; ; round++) {
    const checked = await checkSchemas(folder);
    const fixable = checked.issues.filter(({ fix }) => fix !== undefined);
    if (fixable.length === 0 || round === roundsMax) return { ...checked, mended };
    for (const document of new Set(fixable.map((issue) => issue.document))) {
      const file = path.join(folder, document);
      const issues = fixable.filter((issue) => issue.document === document);
      await writeFile(file, await formatJson(mendText(toText(await readFile(file)), issues)));
    }
    mended.push(...fixable);
  }
}

/** A document's text with its issues mended; whatever else stands in it stays as it is. */
export function mendText(text: string, issues: readonly Issue[]): string {
  // From the end: what goes from a list moves what stands behind it.
  const inOrder = issues.toSorted((a, b) => compareSteps(pointerSteps(b.pointer), pointerSteps(a.pointer)));
  return inOrder.reduce(
    (current, { pointer, fix }) => (fix ? applyEdits(current, toEdits(current, pointer, fix)) : current),
    text,
  );
}

function toEdits(text: string, pointer: string, fix: Fix): Edit[] {
  const tree = parseTree(text);
  const way = toWay(JSON.parse(text), pointer);
  if ("put" in fix) return modify(text, way, fix.put, {});
  if ("remove" in fix) return modify(text, way, undefined, {});
  const key = tree && findNodeAtLocation(tree, way)?.parent?.children?.[0];
  return key ? [{ offset: key.offset, length: key.length, content: JSON.stringify(fix.rename) }] : [];
}

/** Steps with numbers where they count in a list. */
const toWay = (document: unknown, pointer: string): (string | number)[] =>
  pointerSteps(pointer).map((step, index, steps) => {
    const above = steps.slice(0, index).map((each) => `/${toPointerStep(each)}`);
    return Array.isArray(getAt(document, above.join(""))) ? Number(step) : step;
  });

function compareSteps(a: readonly string[], b: readonly string[]): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (step !== other) return step.localeCompare(other, "en", { numeric: true });
  }
  return a.length - b.length;
}
