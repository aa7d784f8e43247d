import { getAt, pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { findNearest } from "#engine/core/base/nearest.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { definitionKinds, toDefinitionKey, type AnyDefinition, type KindName } from "./kinds.ts";

/** The reason why an override cannot be applied. */
export interface OverrideFault {
  target: string;
  code: "override/unknown-definition" | "override/unknown-target" | "override/no-effect" | "override/changed-id";
  message: string;
}

/** Place of an applied override: its definition and the pointer of the node. */
export interface OverridePlace {
  target: string;
  key: string;
  pointer: string;
}

/** JSON Merge Patch (RFC 7396); changes neither argument. */
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
 * Applies an organisation's overrides. Each is a merge patch on one node: in a form by pointer, in a screen by block
 * id, in a flow by table/row, elsewhere by JSON Pointer.
 */
export function applyOverrides(
  documents: readonly AnyDefinition[],
  overrides: Readonly<Record<string, unknown>>,
): { documents: AnyDefinition[]; faults: OverrideFault[]; places: OverridePlace[] } {
  const faults: OverrideFault[] = [];
  const places: OverridePlace[] = [];
  const byPath = new Map(documents.map((document) => [toPath(document), document]));
  for (const [target, patch] of Object.entries(overrides)) {
    const [path, fragment] = splitTarget(target);
    const addFault = (code: OverrideFault["code"], message: string) => void faults.push({ target, code, message });
    const document = byPath.get(path);
    if (!document) {
      addFault("override/unknown-definition", `There is no definition ${path}${toSuggestion(path, byPath.keys())}`);
      continue;
    }
    const pointer = findNode(document, fragment);
    if (pointer === undefined) {
      addFault(
        "override/unknown-target",
        `${path} has no node ${fragment}${toSuggestion(fragment, listNodes(document))}`,
      );
      continue;
    }
    const node = getAt(document, pointer);
    const patched = mergePatch(node, patch);
    const change = replaceAt(document, pointer, patched) as AnyDefinition;
    if (isSame(patched, node)) addFault("override/no-effect", `The override of ${target} changes nothing`);
    else if (change.id !== document.id || change.kind !== document.kind)
      addFault("override/changed-id", "An override cannot change the id or the kind of a definition");
    else {
      byPath.set(path, change);
      places.push({ target, key: toDefinitionKey(document.kind, document.id), pointer });
    }
  }
  return { documents: documents.map((document) => byPath.get(toPath(document)) ?? document), faults, places };
}

/** Returns the overrides without those of the given definitions. */
export function withoutOverridesOf(
  documents: readonly AnyDefinition[],
  overrides: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const paths = new Set(documents.map(toPath));
  return Object.fromEntries(Object.entries(overrides).filter(([target]) => !paths.has(splitTarget(target)[0])));
}

/** Splits the target of an override into definition and node. */
function splitTarget(target: string): [path: string, fragment: string] {
  const [path = "", fragment = ""] = target.split(/#(.*)/s);
  return [path, fragment];
}

const toPath = (document: AnyDefinition): string => `${definitionKinds[document.kind].folder}/${document.id}`;
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
function toSuggestion(word: string, known: Iterable<string>): string {
  const near = findNearest(word, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** Returns a copy with the value at an existing pointer replaced; lists stay lists. */
function replaceAt(value: unknown, pointer: string, next: unknown): unknown {
  const [step, ...rest] = pointerSteps(pointer);
  if (step === undefined) return next;
  const below = rest.map((part) => `/${toPointerStep(part)}`).join("");
  const child = replaceAt((value as Record<string, unknown>)[step], below, next);
  if (Array.isArray(value)) return value.with(Number(step), child);
  return { ...(value as Record<string, unknown>), [step]: child };
}

/** Names of the nodes of a definition, each with its pointer. */
const namers: Partial<
  Record<KindName, (document: AnyDefinition) => Iterable<readonly [name: string, pointer: string]>>
> = {
  form: ({ fields }) => nameEntries(fields, "/fields"),
  screen: ({ body }) => nameBlocks(body, "/body"),
  flow: ({ tables }) => nameRows(tables),
};

/** Returns the pointer of the node that a fragment names, or undefined. */
function findNode(document: AnyDefinition, fragment: string): string | undefined {
  for (const [name, pointer] of namers[document.kind]?.(document) ?? []) if (name === fragment) return pointer;
  return fragment.startsWith("/") && getAt(document, fragment) !== undefined ? fragment : undefined;
}

/** Lists the targets that an override of a definition may have, each with the heading or the purpose of its node. */
export function listTargets(document: AnyDefinition): { target: string; line: string }[] {
  return listNodes(document).map((name) => {
    const node = getAt(document, findNode(document, name) ?? "");
    const texts = isMap(node) ? ["label", "title", "heading"].map((key) => node[key]) : [];
    const line = texts.find((text) => typeof text === "string") ?? document.description;
    return { target: `${toPath(document)}#${name}`, line: String(line) };
  });
}

const listNodes = (document: AnyDefinition): string[] => {
  const named = [...(namers[document.kind]?.(document) ?? [])].map(([name]) => name);
  return [...named, ...Object.keys(document).map((key) => `/${toPointerStep(key)}`)];
};

// An earlier override may leave a wrong shape, so these functions test every value that they read.

/** Entries in the rows of a list are named through it: "/jobs/-/from". */
function* nameEntries(entries: unknown, pointer: string, row = ""): Generator<readonly [string, string]> {
  if (!Array.isArray(entries)) return;
  for (const [index, entry] of (entries as unknown[]).entries()) {
    if (!isMap(entry)) continue;
    const at = `${pointer}/${index}`;
    const place = entry["at"] ?? entry["list"];
    const name =
      entry["section"] ?? entry["page"] ?? entry["note"] ?? (typeof place === "string" ? row + place : entry["use"]);
    if (typeof name === "string") yield [name, at];
    yield* nameEntries(entry["fields"], `${at}/fields`, typeof entry["list"] === "string" ? `${entry["list"]}/-` : row);
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
