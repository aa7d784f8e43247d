import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import type { Steps } from "#engine/documents/steps.ts";
import { listSteps } from "./parts/find-regions.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

/** Tables that lead to each other in a circle without a candidate's hand: `run`, `then` and `failed` are followed. */
export const endlessFlow: Check = (set) => {
  const walk = new Walk(set);
  for (const source of set.ofKind("flow")) {
    for (const table of Object.keys((source.document as DocumentOf<"flow">).tables)) walk.visit(source, table);
  }
  return walk.issues;
};

interface Table {
  readonly name: string;
  readonly source: SourceDocument;
  readonly left: { source: SourceDocument; table: string }[];
}

class Walk {
  readonly issues: Issue[] = [];
  readonly #done = new Set<string>();

  constructor(readonly set: DocumentSet) {}

  visit(start: SourceDocument, table: string): void {
    const trail: Table[] = [];
    const enter = (source: SourceDocument, name: string): void => {
      const id = `${source.document.id}#${name}`;
      const steps = (source.document as DocumentOf<"flow">).tables[name];
      if (!steps || this.#done.has(id)) return;
      const from = trail.findIndex((open) => open.name === id);
      if (from >= 0) return this.#tell(source, name, [...trail.slice(from).map((open) => open.name), id]);
      trail.push({ name: id, source, left: this.#nextOf(source, steps) });
    };
    enter(start, table);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.left.pop();
      if (next) enter(next.source, next.table);
      else this.#done.add(trail.pop()!.name);
    }
  }

  /** Tables that steps lead to, those of steps in place too. */
  #nextOf(source: SourceDocument, steps: Steps): { source: SourceDocument; table: string }[] {
    return listSteps(steps, "").flatMap(({ step }) => {
      const flow = typeof step["run"] === "string" ? this.set.source("flow", step["run"]) : undefined;
      const inner = [step["then"], step["failed"]].flatMap((next) => {
        if (typeof next === "string") return [{ source, table: next }];
        return next === undefined ? [] : this.#nextOf(source, next as Steps);
      });
      return [...(flow ? [{ source: flow, table: "start" }] : []), ...inner];
    });
  }

  #tell(source: SourceDocument, table: string, circle: readonly string[]): void {
    const message = `This flow never ends: ${circle.join(" → ")}`;
    this.issues.push(issueAt(source, `/tables/${toPointerStep(table)}`, "endless-flow", message));
  }
}
