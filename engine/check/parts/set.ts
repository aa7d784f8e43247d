import { documentKinds, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { once } from "#engine/base/once.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findSlots, type Found, type MetaSchemas } from "#engine/documents/walk.ts";
import type { Expr } from "#engine/rules/expression.ts";

/** One document as it was read: where it lies (below schemas/) and what it says. */
export interface SourceDocument {
  path: string;
  document: AnyDocument;
}

/** What the checks need to know beside the documents. */
export interface CheckContext {
  metas: MetaSchemas;
  /** Paths of documents that could not be read or have no good shape: what only dangles because of them is not told. */
  leftOut?: readonly string[];
  /** Documents whose expressions are read; all without it. Those of the base that an organisation cannot have changed are not read twice. */
  again?: ReadonlySet<SourceDocument>;
}

/** A rule with the place where it stands. */
export interface NamedRule {
  expr: Expr;
  why: unknown;
  source: SourceDocument;
  pointer: string;
}

// What a walk finds depends on the document alone; documents that no override touches are walked once.
const walked = new WeakMap<MetaSchemas, WeakMap<AnyDocument, Found[]>>();

/** The documents of one organisation (or all of them, before overrides), with what was found in them. */
export class DocumentSet {
  readonly byKey = new Map<string, SourceDocument>();
  readonly #byKind = new Map<string, SourceDocument[]>();
  readonly #rules = new Map<string, NamedRule>();
  /** The expressions of the named rules. */
  readonly rules: Record<string, Expr> = {};
  readonly #made = new Map<(set: DocumentSet) => unknown, unknown>();

  constructor(
    readonly sources: readonly SourceDocument[],
    readonly context: CheckContext,
  ) {
    for (const source of sources) {
      const { kind, id } = source.document;
      this.byKey.set(`${kind}/${id}`, source);
      const others = this.#byKind.get(kind);
      if (others) others.push(source);
      else this.#byKind.set(kind, [source]);
    }
    for (const source of this.ofKind("rules")) {
      for (const [name, { expr, why }] of Object.entries(getRules(source))) {
        this.#rules.set(name, { expr: expr as Expr, why, source, pointer: `/rules/${toPointerStep(name)}` });
        this.rules[name] = expr as Expr;
      }
    }
  }

  ofKind(kind: KindName): readonly SourceDocument[] {
    return this.#byKind.get(kind) ?? [];
  }
  ids(kind: KindName): string[] {
    return this.ofKind(kind).map((source) => source.document.id);
  }
  source(kind: KindName, id: string): SourceDocument | undefined {
    return this.byKey.get(`${kind}/${id}`);
  }
  find<K extends KindName>(kind: K, id: string): DocumentOf<K> | undefined {
    return this.source(kind, id)?.document as DocumentOf<K> | undefined;
  }
  /** Ids of every kind that lies in schemas/catalogues. */
  catalogueIds(): string[] {
    return this.sources
      .filter(({ document }) => documentKinds[document.kind].folder === "catalogues")
      .map(({ document }) => document.id);
  }
  /** Whether a name may belong to a document that was left out. A broken file of rules or a catalogue may hold any name. */
  isLeftOut(kind: string, name: string): boolean {
    const paths = this.context.leftOut ?? [];
    const folder = Object.hasOwn(foldersOf, kind) ? foldersOf[kind] : `${kind}s`;
    const whole = kind === "rule" || kind === "catalogue";
    return paths.some((path) => path.startsWith(`${folder}/`) && (whole || path.includes(`/${name}`)));
  }
  findRule(name: string): NamedRule | undefined {
    return this.#rules.get(name);
  }
  namedRules(): ReadonlyMap<string, NamedRule> {
    return this.#rules;
  }
  /** Every slot, reference and typed place of a document. */
  found(source: SourceDocument): Found[] {
    const known = walked.get(this.context.metas) ?? new WeakMap<AnyDocument, Found[]>();
    walked.set(this.context.metas, known);
    const slots = known.get(source.document) ?? findSlots(this.context.metas, source.document.kind, source.document);
    known.set(source.document, slots);
    return slots;
  }
  /** What one check makes of the documents, for the others too: made once. */
  once<T>(make: (set: DocumentSet) => T): T {
    if (!this.#made.has(make)) this.#made.set(make, make(this));
    return this.#made.get(make) as T;
  }
  /** The meta-schema of a definition that all kinds share, "block-list". */
  definition(name: string): Readonly<Record<string, unknown>> {
    const common = this.context.metas["common.schema.json"]?.["definitions"] as Record<string, Record<string, unknown>>;
    return common?.[name] ?? {};
  }
}

/** Where documents of a name lie when the folder is not the kind with an s. */
const foldersOf: Readonly<Record<string, string>> = {
  rules: "rules",
  rule: "rules",
  options: "options",
  article: "catalogues",
  catalogue: "catalogues",
};

const getRules = (source: SourceDocument) => (source.document as DocumentOf<"rules">).rules;

/** A check reads the documents and says what is wrong with them. */
export type Check = (set: DocumentSet) => Issue[];

/** An issue of something that can go, as it is. */
export const idleAt = (...at: Parameters<typeof issueAt>): Issue => ({ ...issueAt(...at), fix: { remove: true } });

/** The same, whose words are looked for when somebody reads them: what nothing in the base says, a variant mostly does. */
export function idleOnceTold(source: SourceDocument, pointer: string, code: string, say: () => string): Issue {
  const said = once(say);
  return {
    document: source.path,
    pointer,
    code,
    get message() {
      return said();
    },
    fix: { remove: true },
  };
}

/** An issue of a document, at a pointer into it. */
export const issueAt = (source: SourceDocument, pointer: string, code: string, message: string): Issue => ({
  document: source.path,
  pointer,
  code,
  message,
});
