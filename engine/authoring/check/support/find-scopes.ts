import { isAppOperationId } from "#engine/contract/all-operations.ts";
import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { anyValue, followPath, getElementType, type JsonSchema, type ValueType } from "#engine/core/base/value-type.ts";
import type { AppDefinition } from "#engine/core/definitions/app.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { isField, isGroup, isList, isMounted, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { FormEntry } from "#engine/core/definitions/form.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { type Step, type Steps, toStepTable } from "#engine/core/definitions/steps.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { toDataShape } from "./forms.ts";
import { answerOf } from "./operations.ts";
import { followScreen, type ScreenVisitor } from "./screen-scopes.ts";
import {
  articleScope,
  emptyScope,
  extendScope,
  failureRoot,
  formOfVerification,
  guardScope,
  menuScope,
  migrationScope,
  organisationScope,
  reportScope,
  ScopeMap,
  tileGroupScope,
  verificationScope,
  type ScopeShape,
} from "./scopes.ts";

/** The scopes of every part of every document. A flow or form that nothing leads to has none. */
export function findScopes(set: DefinitionSet): ScopeMap {
  const finder = new ScopeFinder(set);
  for (const source of set.ofKind("screen")) followScreen(set, source, finder);
  for (const source of set.ofKind("verification")) finder.verification(source);
  for (const source of set.ofKind("migration"))
    finder.scopes.add(source, "", migrationScope(`the migration ${source.document.id}`));
  for (const source of set.ofKind("request"))
    finder.scopes.add(source, "", organisationScope(`the request ${source.document.id}`));
  for (const source of set.ofKind("organisation")) finder.scopes.add(source, "", organisationScope(source.document.id));
  for (const source of set.ofKind("states")) finder.states(source);
  for (const source of set.ofKind("report")) finder.report(source);
  finder.catalogues();
  return finder.scopes;
}

class ScopeFinder implements ScreenVisitor {
  readonly scopes = new ScopeMap();
  readonly #done = new Set<string>();

  constructor(readonly set: DefinitionSet) {}

  scope(source: SourceDefinition, pointer: string, scope: ScopeShape): void {
    this.scopes.add(source, pointer, scope);
  }

  /** Follows the rows and steps at a pointer to the tables and flows that they lead to. */
  steps(source: SourceDefinition, pointer: string, steps: Steps | undefined, scope: ScopeShape): void {
    if (steps === undefined) return;
    this.scope(source, pointer, scope);
    for (const { step, at } of stepsIn(steps, pointer)) this.#step(source, at, step, scope);
  }

  #step(source: SourceDefinition, pointer: string, step: Step, scope: ScopeShape): void {
    if (typeof step["run"] === "string") {
      const flow = this.set.source("flow", step["run"]);
      if (flow) this.#table(flow, "start", scope);
    }
    this.#next(source, `${pointer}/then`, step["then"], () => extendScope(scope, { result: toResult(step["call"]) }));
    this.#next(source, `${pointer}/failed`, step["failed"], () => extendScope(scope, { failure: failureRoot() }));
  }

  #next(source: SourceDefinition, pointer: string, next: unknown, toScope: () => ScopeShape): void {
    if (next === undefined) return;
    if (typeof next === "string") this.#table(source, next, toScope());
    else this.steps(source, pointer, next as Steps, toScope());
  }

  #table(source: SourceDefinition, name: string, scope: ScopeShape): void {
    if (source.document.kind !== "flow") return;
    const { tables } = source.document as DefinitionOf<"flow">;
    if (!Object.hasOwn(tables, name) || !this.#isNew(source, name, scope)) return;
    this.steps(source, `/tables/${name}`, tables[name], scope);
  }

  /** Follows a table once for each different scope, so that circles end. */
  #isNew(source: SourceDefinition, name: string, scope: ScopeShape): boolean {
    const key = `${source.path} ${name} ${scope.where} ${Object.entries(scope.roots)
      .map(([root, known]) => `${root}${known.canBeAbsent}${this.#idOf(known)}`)
      .join(" ")}`;
    if (this.#done.has(key)) return false;
    this.#done.add(key);
    return true;
  }

  readonly #schemaIds = new Map<JsonSchema, number>();
  #idOf({ schema }: ValueType): number {
    const id = this.#schemaIds.get(schema) ?? this.#schemaIds.size;
    this.#schemaIds.set(schema, id);
    return id;
  }

  /** A form that a screen names has the scope of the screen; one that a verification names, that of verifications. */
  form(id: string | undefined, scope: ScopeShape): ValueType {
    return id === undefined ? anyValue : this.#form(id, scope);
  }

  verification(source: SourceDefinition): void {
    const { id, form } = source.document as DefinitionOf<"verification">;
    this.scope(source, "", organisationScope(`the verification ${id}`));
    if (form !== undefined) this.#form(form, verificationScope(formOfVerification(id)));
  }

  #form(id: string, outer: ScopeShape, trail: readonly string[] = []): ValueType {
    const data = toDataShape(id, this.set);
    const source = this.set.source("form", id);
    if (!source || trail.includes(id)) return anyValue;
    const scope = extendScope(outer, { data });
    this.scope(source, "", scope);
    const { fields, checks = [] } = source.document as DefinitionOf<"form">;
    for (const { entry, pointer, list } of placedEntries(fields, "/fields")) {
      const own = list === undefined ? scope : rowScope(scope, data, list);
      if (list !== undefined) this.scope(source, pointer, own);
      if (isMounted(entry)) this.#form(entry.form, outer, [...trail, id]);
      else if (isUsed(entry)) this.#usedFields(entry.use, own);
      else if (isField(entry) && entry.options !== undefined) this.#options(entry.options, own);
    }
    checks.forEach(({ at }, index) => {
      const [list, inRow] = at.split(`/${anyRow}/`);
      if (inRow !== undefined) this.scope(source, `/checks/${index}`, rowScope(scope, data, list!));
    });
    return data;
  }

  /** Shared fields read the data of the form that uses them. */
  #usedFields(id: string, scope: ScopeShape): void {
    const source = this.set.source("form", id);
    if (!source) return;
    this.scope(source, "", scope);
    for (const { entry } of placedEntries((source.document as DefinitionOf<"form">).fields, "/fields")) {
      if (isField(entry) && entry.options !== undefined) this.#options(entry.options, scope);
    }
  }

  #options(id: string, scope: ScopeShape): void {
    const source = this.set.source("options", id);
    if (!source || !this.#isNew(source, "", scope)) return;
    this.scope(source, "", scope);
    const { from } = source.document as DefinitionOf<"options">;
    if (from !== undefined) this.#options(from, scope);
  }

  report(source: SourceDefinition): void {
    const { id, sections } = source.document as DefinitionOf<"report">;
    this.scope(source, "", reportScope(id, false));
    sections.forEach(({ of }, index) => this.scope(source, `/sections/${index}`, reportScope(id, of !== undefined)));
  }

  states(source: SourceDefinition): void {
    (source.document as DefinitionOf<"states">).transitions.forEach(({ of, by, unless = [] }, index) => {
      const where = `${[by].flat().join(", ")} of ${of === "item" ? "a verification" : "a transaction"}`;
      const scope = guardScope(of, where);
      this.scope(source, `/transitions/${index}`, scope);
      for (const name of unless) this.#refusalTexts(name, scope);
    });
  }

  /** The texts of a rule are read where the rule forbids something. */
  #refusalTexts(name: string, scope: ScopeShape): void {
    const rule = this.set.findRule(name);
    if (!rule) return;
    this.scope(rule.source, `${rule.pointer}/why`, scope);
    this.scope(rule.source, `${rule.pointer}/remaining`, scope);
  }

  catalogues(): void {
    for (const source of this.set.ofKind("menu")) {
      const app = this.set
        .ofKind("app")
        .find(({ document }) => (document as AppDefinition).menu === source.document.id);
      this.scope(source, "", menuScope((app?.document as AppDefinition | undefined)?.signIn));
    }
    const failed: ScopeShape = { roots: { failure: failureRoot() }, where: "the catalogue of failures" };
    for (const source of this.set.ofKind("failures")) this.scope(source, "", failed);
    for (const kind of catalogueOfPlainTexts)
      for (const source of this.set.ofKind(kind)) this.scope(source, "", emptyScope(`the catalogue ${kind}`));
    for (const source of this.set.ofKind("articles")) this.scope(source, "", articleScope());
    for (const source of this.set.ofKind("categories")) {
      this.scope(source, "", tileGroupScope());
      for (const name of Object.keys((source.document as DefinitionOf<"categories">).categories))
        this.scope(
          source,
          `/categories/${toPointerStep(name)}/heading`,
          emptyScope("a heading, which bills show too,"),
        );
    }
  }
}

/** Catalogues whose texts appear in many places: they read nothing, and only code fills their placeholders. */
const catalogueOfPlainTexts = [
  "texts",
  "messages",
  "titles",
  "providers",
  "states",
  "partners",
  "roles",
  "reasons",
  "retention",
  "support",
  "verifiers",
] as const;

/** Every step of a list or a table with its pointer, without the steps of `then` and `failed`. */
export function stepsIn(steps: Steps, pointer: string): { step: Step; at: string }[] {
  if (Array.isArray(steps)) return steps.map((step, index) => ({ step, at: `${pointer}/${index}` }));
  if (!("otherwise" in steps)) return [{ step: steps as Step, at: pointer }];
  const { rows, otherwise } = toStepTable(steps);
  return [
    ...rows.flatMap((row, index) => stepsIn(row.do, `${pointer}/rows/${index}/do`)),
    ...stepsIn(otherwise, `${pointer}/otherwise`),
  ];
}

/** Every entry with its place; `list` is the place in the data of the list whose rows have it. */
function placedEntries(
  entries: readonly FormEntry[],
  pointer: string,
  list?: string,
): { entry: FormEntry; pointer: string; list?: string | undefined }[] {
  return entries.flatMap((entry, index) => {
    const at = `${pointer}/${index}`;
    const within = isList(entry) ? entry.list : list;
    const inner = isGroup(entry) || isList(entry) ? placedEntries(entry.fields, `${at}/fields`, within) : [];
    return [{ entry, pointer: at, list }, ...inner];
  });
}

/** The scope of a row: the row, and the one before it, which the first row has not. */
function rowScope(scope: ScopeShape, data: ValueType, list: string): ScopeShape {
  const found = followPath(data, pointerSteps(list));
  const row = ("known" in found ? getElementType(found.known) : undefined) ?? anyValue;
  return extendScope(scope, { row: { ...row, canBeAbsent: false }, previous: { ...row, canBeAbsent: true } });
}

/** The answer of a call; anyValue for an unknown operation. */
const toResult = (operation: unknown): ValueType =>
  typeof operation === "string" && isAppOperationId(operation) ? answerOf(operation) : anyValue;
