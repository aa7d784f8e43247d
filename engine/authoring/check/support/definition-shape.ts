import type { Issue } from "#engine/core/base/issue.ts";
import { definitionKinds, type KindName } from "#engine/core/definitions/kinds.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { quote, type SchemaCode, type SchemaFault } from "./schema-faults.ts";
import { validateDefinition } from "./schema-validation.ts";
import { didYouMean } from "./suggestion.ts";

/** The codes of faults in the head and the shape of a document. */
export type ShapeCode =
  | SchemaCode
  | "definition/not-an-object"
  | "definition/too-deep"
  | "definition/unknown-kind"
  | "definition/wrong-folder"
  | "definition/wrong-id";

/** Checks that kind, id and path of a definition fit each other, and that it has the shape of its kind. */
export function checkShape(path: string, document: unknown, metas: MetaSchemas): Issue[] {
  const at = (pointer: string, code: ShapeCode, message: string): Issue[] => [
    { document: path, pointer, code, message },
  ];
  if (document === null || typeof document !== "object" || Array.isArray(document))
    return at("", "definition/not-an-object", "A definition is a JSON object");
  if (isTooDeep(document)) return at("", "definition/too-deep", `A definition is at most ${maxDepth} levels deep`);
  const { kind, id } = document as { kind?: unknown; id?: unknown };
  if (typeof kind !== "string" || !Object.hasOwn(definitionKinds, kind)) {
    const near = typeof kind === "string" ? didYouMean(kind, Object.keys(definitionKinds)) : "";
    return at("/kind", "definition/unknown-kind", `There is no kind ${quote(kind)}${near}`);
  }
  const { folder } = definitionKinds[kind as KindName];
  const [top, ...rest] = path.split("/");
  const name = rest.at(-1)?.replace(/\.json$/, "");
  const expected = kind === "organisation" ? rest[0] : name;
  if (top !== folder)
    return at("/kind", "definition/wrong-folder", `A definition of kind ${kind} belongs in the folder ${folder}/`);
  if (id !== expected) {
    const message = `The id is ${quote(id)}, but the file name requires "${expected ?? ""}"`;
    const issues = at("/id", "definition/wrong-id", message);
    return issues.map((issue) => ({ ...issue, ...(expected && id !== undefined && { fix: { put: expected } }) }));
  }
  return checkKind(path, kind as KindName, document, metas);
}

/** Validates a definition against the meta-schema of its kind. Reports each message once per place. */
export function checkKind(path: string, kind: KindName, document: unknown, metas: MetaSchemas): Issue[] {
  const faults = validateDefinition(metas, kind, document);
  const unknownWords = faults.filter(({ code }) => code === "definition/unknown-word");
  const kept = faults.filter((fault) => !isSecondary(fault, unknownWords));
  const unique = new Map(kept.map((fault) => [`${fault.pointer} ${fault.message}`, fault]));
  return [...unique.values()].map((fault) => ({ document: path, ...fault }));
}

/** When the word that selects an alternative is unknown, what else the object lacks follows from it. */
const isSecondary = ({ code, pointer }: SchemaFault, unknownWords: readonly SchemaFault[]): boolean =>
  code !== "definition/unknown-word" && unknownWords.some((other) => other.pointer === pointer);

/** More than any definition needs. Functions that recurse into a definition stay far below the stack limit. */
const maxDepth = 60;

/** Returns whether a value nests too deep, without recursion. */
function isTooDeep(document: object): boolean {
  const pending: { value: object; depth: number }[] = [{ value: document, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > maxDepth) return true;
    for (const child of Object.values(next.value) as unknown[])
      if (typeof child === "object" && child !== null) pending.push({ value: child, depth: next.depth + 1 });
  }
  return false;
}
