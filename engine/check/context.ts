import type { AnyDocument, KindName } from "#engine/documents/kinds.ts";
import { documentKinds } from "#engine/documents/kinds.ts";
import type { Issue } from "#engine/documents/issue.ts";
import { findSlots, type Found, type MetaSchemas } from "#engine/documents/walk.ts";

/** One document as it was read: where it lies (below schemas/) and what it says. */
export interface SourceDocument { path: string; document: AnyDocument }

/** What the checks need to know beside the documents. */
export interface CheckContext {
  metas: MetaSchemas;
  /** The operations of engine/api, each with the names of its arguments. */
  operations: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of organisations, where only some of the documents are looked at. */
  organisations: ReadonlySet<string>;
}

/** Roots that an expression may read, wherever it stands; a screen adds none of its own. */
export const knownRoots: ReadonlySet<string> = new Set([
  "data", "item", "transaction", "verification", "request", "profile", "organisation",
  "route", "view", "session", "env", "result", "failure",
  "bill", "payment", "submissions", "regions", "providers", "mode", "transactions", "forms", "notifications", "credentials", "orders", "questions", "partners",
]);

/** Roots that a screen may load. */
export const loadableRoots: ReadonlySet<string> = new Set([
  "request", "profile", "transaction", "verification", "bill", "payment", "submissions", "regions", "providers", "mode",
  "transactions", "forms", "notifications", "credentials", "orders", "questions",
]);

/** The documents of one organisation (or of the base), with their slots found once. */
export class DocumentSet {
  readonly byKey = new Map<string, SourceDocument>();
  private readonly slots = new Map<SourceDocument, Found[]>();
  constructor(readonly sources: readonly SourceDocument[], readonly context: CheckContext) {
    for (const source of sources) this.byKey.set(`${source.document.kind}/${source.document.id}`, source);
  }
  ofKind(kind: KindName): SourceDocument[] {
    return this.sources.filter((source) => source.document.kind === kind);
  }
  ids(kind: KindName): string[] {
    return this.ofKind(kind).map((source) => source.document.id);
  }
  /** Ids of every kind that lies in schemas/catalogues. */
  catalogueIds(): string[] {
    return this.sources.filter((source) => documentKinds[source.document.kind].folder === "catalogues").map((source) => source.document.id);
  }
  found(source: SourceDocument): Found[] {
    const known = this.slots.get(source);
    if (known) return known;
    const slots = findSlots(this.context.metas, source.document.kind, source.document);
    this.slots.set(source, slots);
    return slots;
  }
  /** Every named rule with its expression, and where it was found. */
  rules(): Map<string, { expr: unknown; source: SourceDocument }> {
    const rules = new Map<string, { expr: unknown; source: SourceDocument }>();
    for (const source of this.ofKind("rules")) {
      for (const [name, { expr }] of Object.entries(source.document["rules"] as Record<string, { expr: unknown }>)) rules.set(name, { expr, source });
    }
    return rules;
  }
}

/** A check reads the documents and says what is wrong with them. */
export type Check = (set: DocumentSet) => Issue[];

export const issueAt = (source: SourceDocument, pointer: string, code: string, message: string): Issue => ({ document: source.path, pointer, code, message });
