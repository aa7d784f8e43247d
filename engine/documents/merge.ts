import { isField, isMounted, isNote, isSection } from "./form-entry.ts";
import type { FormEntry } from "./form.ts";
import type { BlockDocument, StepTable } from "./fragments.ts";
import { findNearest, getAt, setAt } from "./issue.ts";
import { documentKinds, type AnyDocument, type KindName } from "./kinds.ts";

/** A node that an override names, "forms/address#/landmark", and the patch for it. */
export interface Override { target: string; patch: unknown }

/** Why an override cannot be applied. */
export interface OverrideFault { target: string; code: "unknown-document" | "unknown-node" | "no-effect"; message: string }

/** JSON Merge Patch (RFC 7396); gives a new value and leaves both arguments as they are. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base: Record<string, unknown> = value !== null && typeof value === "object" && !Array.isArray(value) ? { ...(value as Record<string, unknown>) } : {};
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
export function applyOverrides(documents: readonly AnyDocument[], overrides: Record<string, unknown>): { documents: AnyDocument[]; faults: OverrideFault[] } {
  const faults: OverrideFault[] = [];
  const byPath = new Map(documents.map((document) => [toPath(document), document]));
  for (const [target, patch] of Object.entries(overrides)) {
    const [path = "", fragment = ""] = target.split(/#(.*)/s);
    const document = byPath.get(path);
    if (!document) {
      const near = findNearest(path, byPath.keys());
      faults.push({ target, code: "unknown-document", message: `There is no document ${path}${near ? `; did you mean ${near}?` : ""}` });
      continue;
    }
    const change = patchNode(document, fragment, (node) => mergePatch(node, patch));
    if (change === undefined) faults.push({ target, code: "unknown-node", message: `${path} has no node ${fragment}` });
    else if (JSON.stringify(change) === JSON.stringify(document)) faults.push({ target, code: "no-effect", message: `The override of ${target} changes nothing` });
    else byPath.set(path, change);
  }
  return { documents: documents.map((document) => byPath.get(toPath(document)) ?? document), faults };
}

const toPath = (document: AnyDocument): string => `${documentKinds[document.kind].folder}/${document.id}`;

type Patch = (node: unknown) => unknown;
/** Finds a node by the fragment that its kind understands; undefined when there is none. */
const finders: Partial<Record<KindName, (document: AnyDocument, fragment: string, patch: Patch) => AnyDocument | undefined>> = {
  form: (document, fragment, patch) => replaceIn(document, "fields", patchEntries(document["fields"] as FormEntry[], fragment, patch)),
  screen: (document, fragment, patch) => replaceIn(document, "body", patchBlocks(document["body"] as BlockDocument[], fragment, patch)),
  flow: patchRow,
};

function patchNode(document: AnyDocument, fragment: string, patch: Patch): AnyDocument | undefined {
  const found = finders[document.kind]?.(document, fragment, patch);
  if (found || !fragment.startsWith("/")) return found;
  const node = getAt(document, fragment);
  return node === undefined ? undefined : setAt(document, fragment, patch(node));
}

const replaceIn = (document: AnyDocument, key: string, list: unknown[] | undefined): AnyDocument | undefined => (list ? { ...document, [key]: list } : undefined);

function patchEntries(entries: FormEntry[], fragment: string, patch: Patch): FormEntry[] | undefined {
  for (const [i, entry] of entries.entries()) {
    if (nameOf(entry) === fragment) return entries.with(i, patch(entry) as FormEntry);
    const inside = isSection(entry) ? patchEntries(entry.fields, fragment, patch) : undefined;
    if (inside) return entries.with(i, { ...entry, fields: inside } as FormEntry);
  }
  return undefined;
}

function nameOf(entry: FormEntry): string {
  if (isSection(entry)) return entry.section;
  if (isNote(entry)) return entry.note;
  return isField(entry) || isMounted(entry) ? entry.at : "";
}

function patchBlocks(body: BlockDocument[], fragment: string, patch: Patch): BlockDocument[] | undefined {
  for (const [i, block] of body.entries()) {
    if (block.id === fragment) return body.with(i, patch(block) as BlockDocument);
    const inside = block.body ? patchBlocks(block.body, fragment, patch) : undefined;
    if (inside) return body.with(i, { ...block, body: inside });
  }
  return undefined;
}

function patchRow(document: AnyDocument, fragment: string, patch: Patch): AnyDocument | undefined {
  const [tableName = "", rowId = ""] = fragment.split("/");
  const tables = document["tables"] as Record<string, StepTable>;
  const table = Object.hasOwn(tables, tableName) ? tables[tableName] : undefined;
  const index = table?.rows.findIndex((row) => row.id === rowId) ?? -1;
  if (!table || index < 0) return undefined;
  const rows = table.rows.with(index, patch(table.rows[index]) as StepTable["rows"][number]);
  return { ...document, tables: { ...tables, [tableName]: { ...table, rows } } };
}
