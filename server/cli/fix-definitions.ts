import { readFile } from "node:fs/promises";
import path from "node:path";
import { applyEdits, findNodeAtLocation, modify, parseTree, type Edit } from "jsonc-parser";
import type { Fix, Issue } from "#engine/core/base/issue.ts";
import { getAt, pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { checkSchemas, type CheckedSchemas } from "#server/config/check-schemas.ts";
import { decodeUtf8 } from "#server/config/read-text.ts";
import { writeAtomically } from "#server/platform/atomic-files.ts";
import { formatJson } from "./json-style.ts";

/** A fix may reveal another: an unused rule may have been the only user of a second one. */
const roundsMax = 20;

/** Fixes the files until no fixable issue is left. Returns the fixed issues and the last check. */
export async function fixDefinitions(folder: string): Promise<CheckedSchemas & { fixed: Issue[] }> {
  const fixed: Issue[] = [];
  for (let round = 0; ; round++) {
    const checked = await checkSchemas(folder);
    const fixable = checked.issues.filter(({ fix }) => fix !== undefined);
    if (fixable.length === 0 || round === roundsMax) return { ...checked, fixed };
    for (const document of new Set(fixable.map((issue) => issue.document))) {
      const file = path.join(folder, document);
      const issues = fixable.filter((issue) => issue.document === document);
      await writeAtomically(file, await formatJson(fixText(decodeUtf8(await readFile(file)), issues)));
    }
    fixed.push(...fixable);
  }
}

/** The text of a definition with its issues fixed. Everything else keeps its format. */
export function fixText(text: string, issues: readonly Issue[]): string {
  // From the end, because a removed list item shifts the items after it.
  const inOrder = issues.toSorted((a, b) => compareSteps(pointerSteps(b.pointer), pointerSteps(a.pointer)));
  return inOrder.reduce(
    (current, { pointer, fix }) => (fix ? applyEdits(current, toEdits(current, pointer, fix)) : current),
    text,
  );
}

function toEdits(text: string, pointer: string, fix: Fix): Edit[] {
  const tree = parseTree(text);
  const jsonPath = toJsonPath(JSON.parse(text), pointer);
  if ("put" in fix) return modify(text, jsonPath, fix.put, {});
  if ("remove" in fix) return modify(text, jsonPath, undefined, {});
  const key = tree && findNodeAtLocation(tree, jsonPath)?.parent?.children?.[0];
  return key ? [{ offset: key.offset, length: key.length, content: JSON.stringify(fix.rename) }] : [];
}

/** The steps of a pointer, with numbers for list indexes. */
const toJsonPath = (document: unknown, pointer: string): (string | number)[] =>
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
