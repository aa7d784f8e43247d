import type { Issue } from "#engine/base/issue.ts";
import { documentKinds, type KindName } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { meantOf } from "./parts/meant.ts";
import { quote } from "./parts/shape-faults.ts";
import { wrongShape } from "./wrong-shape.ts";

/** The kind, the id and the place of a document fit each other, and its shape is that of its kind. */
export function checkShape(path: string, document: unknown, metas: MetaSchemas): Issue[] {
  const at = (pointer: string, code: string, message: string): Issue[] => [{ document: path, pointer, code, message }];
  if (document === null || typeof document !== "object" || Array.isArray(document))
    return at("", "wrong-type", "A document is a JSON object");
  if (isTooDeep(document)) return at("", "too-deep", `A document is at most ${deepest} levels deep`);
  const { kind, id } = document as { kind?: unknown; id?: unknown };
  if (typeof kind !== "string" || !Object.hasOwn(documentKinds, kind)) {
    const near = typeof kind === "string" ? meantOf(kind, Object.keys(documentKinds)) : "";
    return at("/kind", "unknown-kind", `There is no kind ${quote(kind)}${near}`);
  }
  const { folder } = documentKinds[kind as KindName];
  const [top, ...rest] = path.split("/");
  const name = rest.at(-1)?.replace(/\.json$/, "");
  const expected = kind === "organisation" ? rest[0] : name;
  if (top !== folder) return at("/kind", "wrong-folder", `A document of kind ${kind} lies in ${folder}/`);
  if (id !== expected) {
    const issues = at("/id", "wrong-id", `The id is ${quote(id)} but the file says "${expected ?? ""}"`);
    return issues.map((issue) => ({ ...issue, ...(expected && id !== undefined && { fix: { put: expected } }) }));
  }
  return wrongShape(path, kind as KindName, document, metas);
}

/** More than any sound document needs, and little enough for everything that goes down with the levels. */
const deepest = 60;

/** Whether a value nests too deep; found out without going down with it. */
function isTooDeep(document: object): boolean {
  const left: { value: object; depth: number }[] = [{ value: document, depth: 1 }];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.depth > deepest) return true;
    for (const child of Object.values(next.value) as unknown[])
      if (typeof child === "object" && child !== null) left.push({ value: child, depth: next.depth + 1 });
  }
  return false;
}
