import { isMap } from "#engine/rules/expression.ts";
import { getAt, pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { documentKinds, toKey, type AnyDocument, type KindName } from "./kinds.ts";

/** Why an override cannot be applied. */
export interface OverrideFault {
  target: string;
  code: "unknown-document" | "unknown-node" | "no-effect" | "renamed-document";
  message: string;
}

/** Where an override that was applied stands: its document and the node in it, as a JSON Pointer. */
export interface OverridePlace {
  target: string;
  key: string;
  pointer: string;
}

/** JSON Merge Patch (RFC 7396); gives a new value and leaves both arguments as they are. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base: Record<string, unknown> =
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? { ...(value as Record<string, unknown>) }
      : {};
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete base[key];
    else base[key] = mergePatch(base[key], part);
  }
  return base;
}

/**
 * The documents of one organisation: each override is a merge patch on one node, found in a form by its pointer,
 * in a screen by the block's id, in a flow by table/row, elsewhere by JSON Pointer.
 */
export function applyOverrides(
  documents: readonly AnyDocument[],
  overrides: Readonly<Record<string, unknown>>,
): { documents: AnyDocument[]; faults: OverrideFault[]; places: OverridePlace[] } {
  const faults: OverrideFault[] = [];
  const places: OverridePlace[] = [];
  const byPath = new Map(documents.map((document) => [toPath(document), document]));
  for (const [target, patch] of Object.entries(overrides)) {
    const [path, fragment] = splitTarget(target);
    const tell = (code: OverrideFault["code"], message: string) => void faults.push({ target, code, message });
    const document = byPath.get(path);
    if (!document) {
      tell("unknown-document", `There is no document ${path}${toMeant(path, byPath.keys())}`);
      continue;
    }
    const pointer = findNode(document, fragment);
    if (pointer === undefined) {
      tell("unknown-node", `${path} has no node ${fragment}${toMeant(fragment, listNodes(document))}`);
      continue;
    }
    const node = getAt(document, pointer);
    const patched = mergePatch(node, patch);
    const change = replaceAt(document, pointer, patched) as AnyDocument;
    if (isSame(patched, node)) tell("no-effect", `The override of ${target} changes nothing`);
    else if (change.id !== document.id || change.kind !== document.kind)
      tell("renamed-document", "An override cannot make another document of this one: its id and kind stay");
    else {
      byPath.set(path, change);
      places.push({ target, key: toKey(document.kind, document.id), pointer });
    }
  }
  return { documents: documents.map((document) => byPath.get(toPath(document)) ?? document), faults, places };
}

/** The overrides but for those of these documents. */
export function withoutOverridesOf(
  documents: readonly AnyDocument[],
  overrides: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const paths = new Set(documents.map(toPath));
  return Object.fromEntries(Object.entries(overrides).filter(([target]) => !paths.has(splitTarget(target)[0])));
}

/** The document that an override changes, and the node in it. */
function splitTarget(target: string): [path: string, fragment: string] {
  const [path = "", fragment = ""] = target.split(/#(.*)/s);
  return [path, fragment];
}

const toPath = (document: AnyDocument): string => `${documentKinds[document.kind].folder}/${document.id}`;
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
function toMeant(word: string, known: Iterable<string>): string {
  const near = findNearest(word, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** A copy of a value with another one at a pointer that it has; lists stay lists. */
function replaceAt(value: unknown, pointer: string, next: unknown): unknown {
  const [step, ...rest] = pointerSteps(pointer);
  if (step === undefined) return next;
  const below = rest.map((part) => `/${toPointerStep(part)}`).join("");
  const child = replaceAt((value as Record<string, unknown>)[step], below, next);
  if (Array.isArray(value)) return value.with(Number(step), child);
  return { ...(value as Record<string, unknown>), [step]: child };
}

/** The names under which the nodes of a document are found, each with its pointer. */
const namers: Partial<Record<KindName, (document: AnyDocument) => Iterable<readonly [name: string, pointer: string]>>> =
  {
    form: ({ fields }) => nameEntries(fields, "/fields"),
    screen: ({ body }) => nameBlocks(body, "/body"),
    flow: ({ tables }) => nameRows(tables),
  };

/** The node of a fragment: in a form by its place or name, in a screen by the block's id, in a flow by table/row, elsewhere by JSON Pointer. */
function findNode(document: AnyDocument, fragment: string): string | undefined {
  for (const [name, pointer] of namers[document.kind]?.(document) ?? []) if (name === fragment) return pointer;
  return fragment.startsWith("/") && getAt(document, fragment) !== undefined ? fragment : undefined;
}

const listNodes = (document: AnyDocument): string[] => {
  const named = [...(namers[document.kind]?.(document) ?? [])].map(([name]) => name);
  return [...named, ...Object.keys(document).map((key) => `/${toPointerStep(key)}`)];
};

// What an earlier override left behind need not have the shape that it should: only what is there is named.

function* nameEntries(entries: unknown, pointer: string): Generator<readonly [string, string]> {
  if (!Array.isArray(entries)) return;
  for (const [index, entry] of (entries as unknown[]).entries()) {
    if (!isMap(entry)) continue;
    const at = `${pointer}/${index}`;
    const name = entry["section"] ?? entry["note"] ?? entry["at"] ?? entry["use"];
    if (typeof name === "string") yield [name, at];
    yield* nameEntries(entry["fields"], `${at}/fields`);
  }
}

function* nameBlocks(body: unknown, pointer: string): Generator<readonly [string, string]> {
  if (!Array.isArray(body)) return;
  for (const [index, block] of (body as unknown[]).entries()) {
    if (!isMap(block)) continue;
    const at = `${pointer}/${index}`;
    if (typeof block["id"] === "string") yield [block["id"], at];
    yield* nameBlocks(block["body"], `${at}/body`);
  }
}

function* nameRows(tables: unknown): Generator<readonly [string, string]> {
  if (!isMap(tables)) return;
  for (const [name, table] of Object.entries(tables)) {
    const rows = isMap(table) ? table["rows"] : undefined;
    if (!Array.isArray(rows)) continue;
    for (const [index, row] of (rows as unknown[]).entries()) {
      if (isMap(row) && typeof row["id"] === "string")
        yield [`${name}/${row["id"]}`, `/tables/${toPointerStep(name)}/rows/${index}`];
    }
  }
}
