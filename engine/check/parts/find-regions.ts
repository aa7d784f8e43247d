import { anything, type JsonSchema, type Known } from "#engine/base/known.ts";
import { isOperationId } from "#engine/api/operations.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { isField, isMounted, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { FormEntry } from "#engine/documents/form.ts";
import { toStepTable, type Step, type Steps } from "#engine/documents/steps.ts";
import { extend, type Environment } from "./environment.ts";
import { toDataShape } from "./form-shape.ts";
import { answerOf } from "./operations.ts";
import { Regions } from "./regions.ts";
import { followScreen, type Followers } from "./screen-worlds.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";
import {
  failureRoot,
  formOfVerification,
  guardWorld,
  organisationWorld,
  articleWorld,
  bareWorld,
  groupWorld,
  menuWorld,
  migrationWorld,
  verificationWorld,
} from "./worlds.ts";

/** Every document with the worlds in which its parts are read. A flow or form that nothing reaches has none. */
export function findRegions(set: DocumentSet): Regions {
  const finder = new Finder(set);
  for (const source of set.ofKind("screen")) followScreen(set, source, finder);
  for (const source of set.ofKind("verification")) finder.verification(source);
  for (const source of set.ofKind("migration"))
    finder.regions.add(source, "", migrationWorld(`the migration ${source.document.id}`));
  for (const source of set.ofKind("request"))
    finder.regions.add(source, "", organisationWorld(`the request ${source.document.id}`));
  for (const source of set.ofKind("organisation"))
    finder.regions.add(source, "", organisationWorld(source.document.id));
  for (const source of set.ofKind("states")) finder.states(source);
  finder.catalogues();
  return finder.regions;
}

class Finder implements Followers {
  readonly regions = new Regions();
  readonly #done = new Set<string>();

  constructor(readonly set: DocumentSet) {}

  region(source: SourceDocument, pointer: string, env: Environment): void {
    this.regions.add(source, pointer, env);
  }

  /** The rows and steps at a pointer, and what they lead to: other tables, other flows. */
  steps(source: SourceDocument, pointer: string, steps: Steps | undefined, env: Environment): void {
    if (steps === undefined) return;
    this.region(source, pointer, env);
    for (const { step, at } of listSteps(steps, pointer)) this.#step(source, at, step, env);
  }

  #step(source: SourceDocument, pointer: string, step: Step, env: Environment): void {
    if (typeof step["run"] === "string") {
      const flow = this.set.source("flow", step["run"]);
      if (flow) this.#table(flow, "start", env);
    }
    this.#next(source, `${pointer}/then`, step["then"], () => extend(env, { result: toResult(step["call"]) }));
    this.#next(source, `${pointer}/failed`, step["failed"], () => extend(env, { failure: failureRoot() }));
  }

  #next(source: SourceDocument, pointer: string, next: unknown, toEnv: () => Environment): void {
    if (next === undefined) return;
    if (typeof next === "string") this.#table(source, next, toEnv());
    else this.steps(source, pointer, next as Steps, toEnv());
  }

  #table(source: SourceDocument, name: string, env: Environment): void {
    if (source.document.kind !== "flow") return;
    const { tables } = source.document as DocumentOf<"flow">;
    if (!Object.hasOwn(tables, name) || !this.#isNew(source, name, env)) return;
    this.steps(source, `/tables/${name}`, tables[name], env);
  }

  /** A table is followed once for each world that differs; circles through a candidate's hand end here. */
  #isNew(source: SourceDocument, name: string, env: Environment): boolean {
    const key = `${source.path} ${name} ${env.where} ${Object.entries(env.roots)
      .map(([root, known]) => `${root}${known.absent}${this.#idOf(known)}`)
      .join(" ")}`;
    if (this.#done.has(key)) return false;
    this.#done.add(key);
    return true;
  }

  readonly #shapes = new Map<JsonSchema, number>();
  #idOf({ schema }: Known): number {
    const id = this.#shapes.get(schema) ?? this.#shapes.size;
    this.#shapes.set(schema, id);
    return id;
  }

  /** A form that a screen names is read in the world of the screen; one that a verification chooses, in that of verifications. */
  form(id: string | undefined, env: Environment): Known {
    if (id === undefined) return anything;
    return this.#form(id, env);
  }

  verification(source: SourceDocument): void {
    const { id, form } = source.document as DocumentOf<"verification">;
    this.region(source, "", organisationWorld(`the verification ${id}`));
    if (form !== undefined) this.#form(form, verificationWorld(formOfVerification(id)));
  }

  #form(id: string, env: Environment, trail: readonly string[] = []): Known {
    const data = toDataShape(id, this.set);
    const source = this.set.source("form", id);
    if (!source || trail.includes(id)) return anything;
    const world = extend(env, { data });
    this.region(source, "", world);
    const { fields } = source.document as DocumentOf<"form">;
    for (const entry of listEntries(fields)) {
      if (isMounted(entry)) this.#form(entry.form, env, [...trail, id]);
      else if (isUsed(entry)) this.#used(entry.use, world);
      else if (isField(entry) && entry.options !== undefined) this.#options(entry.options, world);
    }
    return data;
  }

  /** Fields that stand in several forms see the data of the one that uses them. */
  #used(id: string, world: Environment): void {
    const source = this.set.source("form", id);
    if (!source) return;
    this.region(source, "", world);
    for (const entry of listEntries((source.document as DocumentOf<"form">).fields)) {
      if (isField(entry) && entry.options !== undefined) this.#options(entry.options, world);
    }
  }

  #options(id: string, world: Environment): void {
    const source = this.set.source("options", id);
    if (!source || !this.#isNew(source, "", world)) return;
    this.region(source, "", world);
    const { from } = source.document as DocumentOf<"options">;
    if (from !== undefined) this.#options(from, world);
  }

  states(source: SourceDocument): void {
    (source.document as DocumentOf<"states">).transitions.forEach(({ of, by, unless = [] }, index) => {
      const where = `${[by].flat().join(", ")} of ${of === "item" ? "a verification" : "a transaction"}`;
      const world = guardWorld(of, where);
      this.region(source, `/transitions/${index}`, world);
      for (const name of unless) this.#refusing(name, world);
    });
  }

  /** What a rule says of its refusal is read where it refuses. */
  #refusing(name: string, world: Environment): void {
    const rule = this.set.findRule(name);
    if (!rule) return;
    this.region(rule.source, `${rule.pointer}/why`, world);
    this.region(rule.source, `${rule.pointer}/remaining`, world);
  }

  catalogues(): void {
    for (const source of this.set.ofKind("menu")) this.region(source, "", menuWorld());
    const failed: Environment = { roots: { failure: failureRoot() }, where: "the map of failures" };
    for (const source of this.set.ofKind("failures")) this.region(source, "", failed);
    for (const kind of saidAlone)
      for (const source of this.set.ofKind(kind)) this.region(source, "", bareWorld(`the catalogue ${kind}`));
    for (const source of this.set.ofKind("articles")) this.region(source, "", articleWorld());
    for (const source of this.set.ofKind("categories")) {
      this.region(source, "", groupWorld());
      for (const name of Object.keys((source.document as DocumentOf<"categories">).categories))
        this.region(source, `/categories/${toPointerStep(name)}/heading`, bareWorld("a heading, which bills say too,"));
    }
  }
}

/** Catalogues whose words are said wherever they are needed: they read nothing but what code fills in. */
const saidAlone = ["texts", "messages", "titles", "providers", "states", "partners"] as const;

/** Every step of a list or a table with its pointer; steps of `then` and `failed` are not among them. */
export function listSteps(steps: Steps, pointer: string): { step: Step; at: string }[] {
  if (Array.isArray(steps)) return steps.map((step, index) => ({ step, at: `${pointer}/${index}` }));
  if (!("otherwise" in steps)) return [{ step: steps as Step, at: pointer }];
  const { rows, otherwise } = toStepTable(steps);
  return [
    ...rows.flatMap((row, index) => listSteps(row.do, `${pointer}/rows/${index}/do`)),
    ...listSteps(otherwise, `${pointer}/otherwise`),
  ];
}

/** Every entry of a form, sections opened. */
export function listEntries(entries: readonly FormEntry[]): FormEntry[] {
  return entries.flatMap((entry) => (isSection(entry) ? [entry, ...listEntries(entry.fields)] : [entry]));
}

/** What a call answers; anything for an operation that there is not. */
const toResult = (operation: unknown): Known =>
  typeof operation === "string" && isOperationId(operation) ? answerOf(operation) : anything;
