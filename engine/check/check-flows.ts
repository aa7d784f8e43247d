import type { Issue } from "#engine/documents/issue.ts";
import type { Step, StepTable } from "#engine/documents/fragments.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./context.ts";

type Tables = Record<string, StepTable>;
const tablesOf = (source: SourceDocument): Tables => source.document["tables"] as Tables;
/** Steps after which nothing of the row may stand: they leave the screen or hand over. */
const isEnd = (step: Step): boolean => "navigate" in step || "leave" in step || "run" in step || "submit" in step || "signOut" in step || ("call" in step && "then" in step);

/** Flows: tables exist, nothing stands after an end, and every flow ends. */
export const checkFlows: Check = (set) => {
  const issues: Issue[] = [];
  for (const source of set.ofKind("flow")) {
    const tables = tablesOf(source);
    if (!tables["start"]) issues.push(issueAt(source, "/tables", "missing-table", 'A flow begins in its table "start"'));
    for (const [name, table] of Object.entries(tables)) {
      table.rows.forEach((row, i) => issues.push(...checkSteps(source, tables, row.do, `/tables/${name}/rows/${i}/do`)));
      issues.push(...checkSteps(source, tables, table.otherwise, `/tables/${name}/otherwise`));
    }
  }
  return [...issues, ...checkEnds(set), ...checkUnreached(set)];
};

function checkSteps(source: SourceDocument, tables: Tables, steps: Step[], pointer: string): Issue[] {
  const issues: Issue[] = [];
  steps.forEach((step, i) => {
    if (isEnd(step) && i < steps.length - 1) issues.push(issueAt(source, `${pointer}/${i + 1}`, "unreachable-step", "Nothing may follow a step that leaves or hands over"));
    for (const key of ["then", "failed"] as const) {
      const table = step[key];
      if (typeof table === "string" && !tables[table]) issues.push(issueAt(source, `${pointer}/${i}/${key}`, "missing-table", `This flow has no table "${table}"`));
    }
  });
  return issues;
}

/** Tables may reach each other in a circle only through a candidate's hand: `run`, `then`, `failed` are followed here. */
function checkEnds(set: DocumentSet): Issue[] {
  const issues: Issue[] = [];
  const state = new Map<string, "open" | "done">();
  const flows = new Map(set.ofKind("flow").map((source) => [source.document.id, source]));

  function visit(flow: string, table: string, trail: string[]): void {
    const name = `${flow}#${table}`;
    const source = flows.get(flow);
    if (!source || state.get(name) === "done") return;
    if (state.get(name) === "open") {
      issues.push(issueAt(source, `/tables/${table}`, "endless-flow", `This flow never ends: ${[...trail.slice(trail.indexOf(name)), name].join(" → ")}`));
      return;
    }
    state.set(name, "open");
    const { rows = [], otherwise = [] } = tablesOf(source)[table] ?? {};
    for (const step of [...rows.flatMap((row) => row.do), ...otherwise]) {
      if (typeof step["run"] === "string") visit(step["run"], "start", [...trail, name]);
      for (const next of [step["then"], step["failed"]]) if (typeof next === "string") visit(flow, next, [...trail, name]);
    }
    state.set(name, "done");
  }

  for (const [flow, source] of flows) for (const table of Object.keys(tablesOf(source))) visit(flow, table, []);
  return issues;
}

/** A table that nothing leads to, and a row behind one that always holds, are mistakes. */
function checkUnreached(set: DocumentSet): Issue[] {
  const issues: Issue[] = [];
  for (const source of set.ofKind("flow")) {
    const tables = tablesOf(source);
    const steps = Object.values(tables).flatMap((table) => [...table.rows.flatMap((row) => row.do), ...table.otherwise]);
    const reached = new Set(["start", ...steps.flatMap((step) => [step["then"], step["failed"]])]);
    for (const [name, table] of Object.entries(tables)) {
      if (!reached.has(name)) issues.push(issueAt(source, `/tables/${name}`, "unreached-table", `Nothing leads to the table "${name}"`));
      const always = table.rows.findIndex((row) => row.when === true);
      if (always >= 0) issues.push(issueAt(source, `/tables/${name}/rows/${always}`, "unreachable-row", "A row that always holds is an otherwise"));
    }
  }
  return issues;
}
