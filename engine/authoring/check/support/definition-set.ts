import type { Issue } from "#engine/core/base/issue.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { type AnyDefinition, definitionKinds, type KindName } from "#engine/core/definitions/kinds.ts";
import { findSlots, type MetaSchemas, type Slot } from "#engine/core/definitions/find-slots.ts";
import type { Expr } from "#engine/core/rules/expression.ts";

/** A definition and its path below schemas/. */
export interface SourceDefinition {
  path: string;
  document: AnyDefinition;
}

/** Context of the checks beside the documents. */
export interface CheckContext {
  metas: MetaSchemas;
  /** Paths of unreadable or invalid documents. A name that one of them may define is not reported as unknown. */
  unreadable?: readonly string[];
  /** The values of the lists that the server searches, by the operation; absent where they are not known. */
  listed?: Readonly<Record<string, ReadonlySet<string>>>;
  /** The files that the server sends to pages, by their paths; absent where they are not known. */
  files?: ReadonlySet<string>;
  /** The definitions whose expressions are checked; all by default. In a variant, those that an override affects. */
  affected?: ReadonlySet<SourceDefinition>;
  /** The organisation of a variant. */
  organisation?: string;
}

/** A named rule and its place. */
export interface NamedRule {
  expr: Expr;
  why: unknown;
  source: SourceDefinition;
  pointer: string;
}

// The slots depend on the definition alone, so a definition that no override changes is walked once for all sets.
const slotsByDocument = new WeakMap<MetaSchemas, WeakMap<AnyDefinition, Slot[]>>();

/** The definitions of one organisation, or all definitions before overrides, with indexes by kind, id and rule. */
export class DefinitionSet {
  readonly byKey = new Map<string, SourceDefinition>();
  readonly #byKind = new Map<string, SourceDefinition[]>();
  readonly #rules = new Map<string, NamedRule>();
  /** The expressions of the named rules. */
  readonly rules: Record<string, Expr> = {};
  readonly #results = new Map<(set: DefinitionSet) => unknown, unknown>();

  constructor(
    readonly sources: readonly SourceDefinition[],
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
      for (const [name, { expr, why }] of Object.entries((source.document as DefinitionOf<"rules">).rules)) {
        this.#rules.set(name, { expr: expr as Expr, why, source, pointer: `/rules/${toPointerStep(name)}` });
        this.rules[name] = expr as Expr;
      }
    }
  }

  ofKind(kind: KindName): readonly SourceDefinition[] {
    return this.#byKind.get(kind) ?? [];
  }
  ids(kind: KindName): string[] {
    return this.ofKind(kind).map((source) => source.document.id);
  }
  source(kind: KindName, id: string): SourceDefinition | undefined {
    return this.byKey.get(`${kind}/${id}`);
  }
  find<K extends KindName>(kind: K, id: string): DefinitionOf<K> | undefined {
    return this.source(kind, id)?.document as DefinitionOf<K> | undefined;
  }
  /** Ids of every kind whose folder is schemas/catalogues. */
  catalogueIds(): string[] {
    return this.sources
      .filter(({ document }) => definitionKinds[document.kind].folder === "catalogues")
      .map(({ document }) => document.id);
  }
  /** Returns whether an unreadable definition may define a name. Rules and catalogues can define any name. */
  isUnreadable(kind: string, name: string): boolean {
    const paths = this.context.unreadable ?? [];
    const folder = Object.hasOwn(irregularFolders, kind) ? irregularFolders[kind] : `${kind}s`;
    const isAnyName = kind === "rule" || kind === "catalogue";
    return paths.some((path) => path.startsWith(`${folder}/`) && (isAnyName || path.includes(`/${name}`)));
  }
  hasUnreadable(): boolean {
    return (this.context.unreadable ?? []).length > 0;
  }
  findRule(name: string): NamedRule | undefined {
    return this.#rules.get(name);
  }
  namedRules(): ReadonlyMap<string, NamedRule> {
    return this.#rules;
  }
  /** Every slot, reference and typed place of a document. */
  found(source: SourceDefinition): Slot[] {
    const known = slotsByDocument.get(this.context.metas) ?? new WeakMap<AnyDefinition, Slot[]>();
    slotsByDocument.set(this.context.metas, known);
    const slots = known.get(source.document) ?? findSlots(this.context.metas, source.document.kind, source.document);
    known.set(source.document, slots);
    return slots;
  }
  /** The result of a function of this set. It is computed once and shared by all checks. */
  once<T>(compute: (set: DefinitionSet) => T): T {
    if (!this.#results.has(compute)) this.#results.set(compute, compute(this));
    return this.#results.get(compute) as T;
  }
  /** A definition that the meta-schemas of all kinds share, for example "block-list". */
  definition(name: string): Readonly<Record<string, unknown>> {
    const common = this.context.metas["common.schema.json"]?.["definitions"] as Record<string, Record<string, unknown>>;
    return common?.[name] ?? {};
  }
}

/** Folders whose name is not the kind with an "s". */
const irregularFolders: Readonly<Record<string, string>> = {
  rules: "rules",
  rule: "rules",
  options: "options",
  article: "catalogues",
  catalogue: "catalogues",
};

/** An issue of a definition, at a pointer into it. */
export const issueAt = (source: SourceDefinition, pointer: string, code: string, message: string): Issue => ({
  document: source.path,
  pointer,
  code,
  message,
});
