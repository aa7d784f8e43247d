import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isField, isMounted, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { FormEntry } from "#engine/documents/form.ts";
import { documentKinds, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";

/** Where something stands: a file below the folder and a JSON Pointer into it. */
export interface SourcePlace {
  path: string;
  pointer: string;
}
interface Source {
  path: string;
  document: AnyDocument;
}

/** The documents of the folder, before any organisation's overrides. */
export class Documents {
  readonly folder: string;
  readonly #sources: readonly Source[];

  constructor({ folder, documents }: { folder: string; documents: readonly Source[] }) {
    this.folder = folder;
    this.#sources = documents;
  }

  list<K extends KindName>(kind: K): DocumentOf<K>[] {
    return this.#sources
      .filter(({ document }) => document.kind === kind)
      .map(({ document }) => document as DocumentOf<K>);
  }
  find<K extends KindName>(kind: K, id: string): DocumentOf<K> | undefined {
    return this.list(kind).find((document) => document.id === id);
  }
  /** The requests of one organisation. */
  requestsOf(orgId: string): DocumentOf<"request">[] {
    return this.#sources
      .filter(({ path, document }) => document.kind === "request" && path.split("/")[1] === orgId)
      .map(({ document }) => document as DocumentOf<"request">);
  }
  /** Languages beside English. */
  languages(): string[] {
    return this.list("locale").map(({ id }) => id);
  }

  /** Where a part of a screen or a form stands: "screens/home" and a block's id, "forms/address" and a field's place. */
  findPlace(document: string, name: string): SourcePlace | undefined {
    const source = this.#sources.find(({ path }) => path === `${document}.json`);
    if (!source) return undefined;
    if (source.document.kind === "form") return this.#findField(source, name, []);
    for (const [block, pointer] of walkBlocks(source.document["body"], "/body"))
      if (block.id === name) return { path: source.path, pointer };
    return { path: source.path, pointer: "" };
  }

  /** The part of a screen or a form that a place of its document belongs to. */
  findPart(path: string, pointer: string): { document: string; name: string } | undefined {
    const source = this.#sources.find((one) => one.path === path);
    if (!source) return undefined;
    const parts =
      source.document.kind === "form"
        ? [...walkEntries((source.document as DocumentOf<"form">).fields, "/fields")].flatMap(([entry, at]) =>
            isField(entry) ? [[entry.at, at] as const] : [],
          )
        : [...walkBlocks(source.document["body"], "/body")].map(([block, at]) => [block.id, at] as const);
    const nearest = parts.filter(([, at]) => pointer === at || pointer.startsWith(`${at}/`)).at(-1);
    return nearest && { document: path.replace(/\.json$/, ""), name: nearest[0] };
  }

  /** What an organisation changes at a part: the target of each override, and where it is written. */
  listOverrides(orgId: string, document: string, name: string): (SourcePlace & { target: string })[] {
    const source = this.#sources.find(({ document: { kind, id } }) => kind === "organisation" && id === orgId);
    const { overrides } = (source?.document ?? {}) as Partial<DocumentOf<"organisation">>;
    return Object.keys(overrides ?? {})
      .filter((target) => target === `${document}#${name}`)
      .map((target) => ({ target, path: source!.path, pointer: `/overrides/${toPointerStep(target)}` }));
  }

  #findField(source: Source, name: string, trail: readonly string[]): SourcePlace | undefined {
    if (trail.includes(source.path)) return undefined;
    for (const [entry, pointer] of walkEntries((source.document as DocumentOf<"form">).fields, "/fields")) {
      if (isField(entry) && entry.at === name) return { path: source.path, pointer };
      const inner = isUsed(entry) ? entry.use : isMounted(entry) ? entry.form : undefined;
      const below = isMounted(entry) ? (name.startsWith(`${entry.at}/`) ? name.slice(entry.at.length) : "") : name;
      const file =
        inner && below && this.#sources.find(({ path }) => path === `${documentKinds.form.folder}/${inner}.json`);
      const found = file && this.#findField(file, below, [...trail, source.path]);
      if (found) return found;
    }
    return undefined;
  }
}

function* walkBlocks(body: unknown, pointer: string): Generator<[BlockDocument, string]> {
  for (const [index, block] of (Array.isArray(body) ? (body as BlockDocument[]) : []).entries()) {
    yield [block, `${pointer}/${index}`];
    yield* walkBlocks(block.body, `${pointer}/${index}/body`);
  }
}

function* walkEntries(entries: readonly FormEntry[], pointer: string): Generator<[FormEntry, string]> {
  for (const [index, entry] of entries.entries()) {
    yield [entry, `${pointer}/${index}`];
    if (isSection(entry)) yield* walkEntries(entry.fields, `${pointer}/${index}/fields`);
  }
}
