import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { isField, isGroup, isList, isMounted, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { FormEntry } from "#engine/core/definitions/form.ts";
import { definitionKinds, type AnyDefinition, type KindName } from "#engine/core/definitions/kinds.ts";

/** A place in a definition: its file below the folder and a JSON Pointer. */
export interface SourceLocation {
  path: string;
  pointer: string;
}
interface Source {
  path: string;
  document: AnyDefinition;
}

/** The name of a definition: "screens/home", although the screen is in the folder of its app. */
const toName = ({ path, document }: Source): string => `${path.split("/")[0]}/${String(document.id)}`;

/** The definitions in the folder, without overrides of organisations. */
export class Documents {
  readonly folder: string;
  readonly #sources: readonly Source[];

  constructor({ folder, definitions }: { folder: string; definitions: readonly Source[] }) {
    this.folder = folder;
    this.#sources = definitions;
  }

  list<K extends KindName>(kind: K): DefinitionOf<K>[] {
    return this.#sources
      .filter(({ document }) => document.kind === kind)
      .map(({ document }) => document as DefinitionOf<K>);
  }
  find<K extends KindName>(kind: K, id: string): DefinitionOf<K> | undefined {
    return this.list(kind).find((document) => document.id === id);
  }
  listRequests(orgId: string): DefinitionOf<"request">[] {
    return this.#sources
      .filter(({ path, document }) => document.kind === "request" && path.split("/")[1] === orgId)
      .map(({ document }) => document as DefinitionOf<"request">);
  }
  /** Languages other than English. */
  languages(): string[] {
    return this.list("locale").map(({ id }) => id);
  }

  /** Finds a part of a screen or a form: "screens/home" with a block's id, "forms/address" with a field's pointer. */
  findLocation(document: string, name: string): SourceLocation | undefined {
    const source = this.#sources.find((one) => toName(one) === document);
    if (!source) return undefined;
    if (source.document.kind === "form") return this.#findField(source, name, []);
    for (const [block, pointer] of walkBlocks(source.document["body"], "/body"))
      if (block.id === name) return { path: source.path, pointer };
    return { path: source.path, pointer: "" };
  }

  /** The part of a screen or a form that contains a place. */
  findPart(path: string, pointer: string): { document: string; name: string } | undefined {
    const source = this.#sources.find((one) => one.path === path);
    if (!source) return undefined;
    const parts =
      source.document.kind === "form"
        ? [...walkEntries((source.document as DefinitionOf<"form">).fields, "/fields")].flatMap(([entry, at, list]) =>
            isField(entry) ? [[list === undefined ? entry.at : `${list}/${anyRow}${entry.at}`, at] as const] : [],
          )
        : [...walkBlocks(source.document["body"], "/body")].map(([block, at]) => [block.id, at] as const);
    const nearest = parts.filter(([, at]) => pointer === at || pointer.startsWith(`${at}/`)).at(-1);
    return nearest && { document: toName(source), name: nearest[0] };
  }

  /** Overrides of an organisation for a part, with their places. */
  listOverrides(orgId: string, document: string, name: string): (SourceLocation & { target: string })[] {
    const source = this.#sources.find(({ document: { kind, id } }) => kind === "organisation" && id === orgId);
    const { overrides } = (source?.document ?? {}) as Partial<DefinitionOf<"organisation">>;
    return Object.keys(overrides ?? {})
      .filter((target) => target === `${document}#${name}`)
      .map((target) => ({ target, path: source!.path, pointer: `/overrides/${toPointerStep(target)}` }));
  }

  #findField(source: Source, name: string, trail: readonly string[]): SourceLocation | undefined {
    if (trail.includes(source.path)) return undefined;
    for (const [entry, pointer, list] of walkEntries((source.document as DefinitionOf<"form">).fields, "/fields")) {
      const own = list === undefined ? name : toRowPointer(name, list);
      if (isField(entry) && entry.at === own) return { path: source.path, pointer };
      const inner = isUsed(entry) ? entry.use : isMounted(entry) ? entry.form : undefined;
      const below = isMounted(entry) ? (own.startsWith(`${entry.at}/`) ? own.slice(entry.at.length) : "") : own;
      const file =
        inner && below && this.#sources.find(({ path }) => path === `${definitionKinds.form.folder}/${inner}.json`);
      const found = file && this.#findField(file, below, [...trail, source.path]);
      if (found) return found;
    }
    return undefined;
  }
}

function* walkBlocks(body: unknown, pointer: string): Generator<[BlockDefinition, string]> {
  for (const [index, block] of (Array.isArray(body) ? (body as BlockDefinition[]) : []).entries()) {
    yield [block, `${pointer}/${index}`];
    yield* walkBlocks(block.body, `${pointer}/${index}/body`);
  }
}

/** Every entry with its place, and with the place in the data of the list whose rows have it. */
function* walkEntries(
  entries: readonly FormEntry[],
  pointer: string,
  list?: string,
): Generator<[entry: FormEntry, pointer: string, list?: string]> {
  for (const [index, entry] of entries.entries()) {
    const at = `${pointer}/${index}`;
    yield list === undefined ? [entry, at] : [entry, at, list];
    if (isGroup(entry)) yield* walkEntries(entry.fields, `${at}/fields`, list);
    if (isList(entry)) yield* walkEntries(entry.fields, `${at}/fields`, entry.list);
  }
}

/** The place in the row of a list: "/from" for "/jobs/2/from"; empty for a place outside of the list. */
function toRowPointer(name: string, list: string): string {
  if (!name.startsWith(`${list}/`)) return "";
  const inside = name.slice(list.length + 1);
  return inside.includes("/") ? inside.slice(inside.indexOf("/")) : "";
}
