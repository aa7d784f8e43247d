import { getAppOperation, isAppOperationId } from "#engine/contract/all-operations.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { externalUrl, getPropertyType, type JsonSchema, keysOf, kindsOf } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { Step, Steps } from "#engine/core/definitions/steps.ts";
import { findRoot } from "#engine/core/scope/index.ts";
import { below, check, elsewhere, type Check } from "./check.ts";
import type { DefinitionSet, SourceDefinition } from "./support/definition-set.ts";
import { stepsIn } from "./support/find-scopes.ts";
import { listCalls } from "./support/operations.ts";
import { definitions, findCatalogue, listSteps, type PlacedStep } from "./support/places.ts";
import type { ScopeShape } from "./support/scopes.ts";
import { stepsOfScreen } from "./support/screens.ts";
import { findMisfits, scopesAt, typeValue } from "./support/sites.ts";
import { didYouMean } from "./support/suggestion.ts";

const flows = definitions("flow");

const tablesOf = ({ document }: SourceDefinition): string[] =>
  document.kind === "flow" ? Object.keys((document as DefinitionOf<"flow">).tables) : [];

/** A table of a flow, while circles are searched. */
interface OpenTable {
  readonly name: string;
  readonly source: SourceDefinition;
  readonly pending: { source: SourceDefinition; table: string }[];
}

/** Finds tables that lead to each other in a circle, along `run`, `then` and `failed`. */
class CircleFinder {
  readonly circles: { source: SourceDefinition; pointer: string; circle: readonly string[] }[] = [];
  readonly #done = new Set<string>();

  constructor(readonly set: DefinitionSet) {
    for (const source of set.ofKind("flow")) for (const table of tablesOf(source)) this.#visit(source, table);
  }

  #visit(start: SourceDefinition, table: string): void {
    const trail: OpenTable[] = [];
    const enter = (source: SourceDefinition, name: string): void => {
      const id = `${source.document.id}#${name}`;
      const steps = (source.document as DefinitionOf<"flow">).tables[name];
      if (!steps || this.#done.has(id)) return;
      const from = trail.findIndex((open) => open.name === id);
      if (from < 0) trail.push({ name: id, source, pending: this.#nextOf(source, steps) });
      else {
        const circle = [...trail.slice(from).map((open) => open.name), id];
        this.circles.push({ source, pointer: `/tables/${toPointerStep(name)}`, circle });
      }
    };
    enter(start, table);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.pending.pop();
      if (next) enter(next.source, next.table);
      else this.#done.add(trail.pop()!.name);
    }
  }

  /** The tables that steps lead to, those of nested steps included. */
  #nextOf(source: SourceDefinition, steps: Steps): { source: SourceDefinition; table: string }[] {
    return stepsIn(steps, "").flatMap(({ step }) => {
      const flow = typeof step["run"] === "string" ? this.set.source("flow", step["run"]) : undefined;
      const inner = [step["then"], step["failed"]].flatMap((next) => {
        if (typeof next === "string") return [{ source, table: next }];
        return next === undefined ? [] : this.#nextOf(source, next as Steps);
      });
      return [...(flow ? [{ source: flow, table: "start" }] : []), ...inner];
    });
  }
}

/** Returns whether a step leaves the screen or hands over, so that no step can follow. */
const isFinal = (step: Step, set: DefinitionSet): boolean =>
  "then" in step || Object.keys(step).some((key) => set.definition(`action-${key}`)["x-ends"] === true);

const finalSteps = (set: DefinitionSet): ReadonlySet<string> =>
  new Set(
    listSteps(set).flatMap(({ source, pointer, step }) => (isFinal(step, set) ? [`${source.path}${pointer}`] : [])),
  );

/** The values that steps write, by what they write to. */
const writes = (set: DefinitionSet) =>
  listSteps(set).flatMap(({ source, pointer, step }) =>
    Object.entries((step["set"] ?? {}) as Record<string, unknown>).map(([target, value]) => {
      const scopes = scopesAt(set, source, pointer);
      return { source, pointer: `${pointer}/set/${toPointerStep(target)}`, target, value, scopes };
    }),
  );

/** Why a step cannot write to a target. */
function findTargetFault(target: string, { roots, where }: ScopeShape): string | undefined {
  const [root = "", key = "", ...more] = target.split(".");
  if (more.length > 0) return `set writes a key of view or session as a whole, not ${target}`;
  if (root === "session") {
    const writable = findRoot("session")?.writable ?? [];
    return writable.includes(key)
      ? undefined
      : `Definitions may not write session.${key}, only ${writable.join(", ")}${didYouMean(key, writable)}`;
  }
  if (root !== "view") return `set writes view.* and session.* and nothing else, not ${target}`;
  const view = roots["view"];
  if (view && getPropertyType(view, key)) return undefined;
  return `view.${key} is not declared on ${where}${didYouMean(key, view ? keysOf(view) : [])}`;
}

/** Flows that run after something other than a screen's needs, loads and entering, or that such a flow runs. */
function flowsAfterPress(set: DefinitionSet): ReadonlySet<SourceDefinition> {
  const flows = new Set<SourceDefinition>();
  for (let before = -1; before < flows.size;) {
    before = flows.size;
    for (const placed of listSteps(set)) {
      const run = placed.step["run"];
      const flow = typeof run === "string" && isAfterPress(placed, flows) ? set.source("flow", run) : undefined;
      if (flow) flows.add(flow);
    }
  }
  return flows;
}

function isAfterPress({ source, pointer }: PlacedStep, flows: ReadonlySet<SourceDefinition>): boolean {
  if (source.document.kind === "flow") return flows.has(source);
  return source.document.kind !== "screen" || !/^\/(needs|load|on)\//.test(pointer);
}

/** Actors of transitions, by "transaction payments.init". */
const actors = (set: DefinitionSet): ReadonlySet<string> | undefined => {
  const transitions = findCatalogue(set, "states")?.document.transitions;
  return transitions && new Set(transitions.flatMap(({ of, by }) => [by].flat().map((actor) => `${of} ${actor}`)));
};

/** Returns whether an address is a path of this server, and not what a browser takes for another host. */
const isOwnPath = (target: unknown): boolean => typeof target === "string" && /^\/(?![/\\])\S*$/.test(target);

/** A value that is not a text has its own finding. */
const canBeText = (schema: JsonSchema): boolean => kindsOf(schema).has("text") || kindsOf(schema).has("any");

/** Faults of the arguments of calls: of steps, loads, fills and searched lists. */
const callChecks: readonly Check[] = [
  check({
    code: "call/unknown-argument",
    why: "The operation takes no such argument, so the server would refuse the call",
    at: listCalls,
    test: ({ what, arguments: known, values }) =>
      Object.keys(values)
        .filter((name) => !known.has(name))
        .map((name) => {
          const message = `${what} takes no "${name}"${didYouMean(name, known.keys())}`;
          return below(`/with/${toPointerStep(name)}`, message);
        }),
  }),
  check({
    code: "call/missing-argument",
    why: "The operation requires the argument and the client does not fill it in, so the server would refuse the call",
    at: listCalls,
    test: ({ what, arguments: known, values }) =>
      [...known]
        .filter(([name, { required }]) => required && !Object.hasOwn(values, name))
        .map(([name]) => below("", `${what} needs "${name}"`)),
  }),
  check({
    code: "call/wrong-argument",
    why: "The operation does not accept the value, so the server would refuse the call",
    at: listCalls,
    test: ({ source, pointer, what, arguments: known, values }, set) =>
      Object.entries(values).flatMap(([name, value]) => {
        const argument = known.get(name);
        if (!argument) return [];
        const misfits = findMisfits(set, argument.schema, source, `${pointer}/with/${toPointerStep(name)}`, value);
        return misfits.map((misfit) => elsewhere(misfit.pointer, `"${name}" of ${what}: ${misfit.message}`));
      }),
  }),
];

/** Faults of single steps. */
const stepChecks: readonly Check[] = [
  check({
    code: "step/unknown-target",
    why: "Nothing keeps what the step writes",
    at: writes,
    test: ({ target, scopes }) =>
      scopes.map((scope) => findTargetFault(target, scope)).find((fault) => fault !== undefined),
  }),
  check({
    code: "step/wrong-value",
    why: "The screen or the session keeps another type of value",
    at: writes,
    test: ({ source, pointer, target, value, scopes }, set) => {
      const [root = "", key = ""] = target.split(".");
      const schemas = scopes.flatMap(({ roots }) => {
        const known = roots[root] && getPropertyType(roots[root], key);
        return known ? [known.schema] : [];
      });
      const misfit = schemas.flatMap((schema) => findMisfits(set, schema, source, pointer, value))[0];
      return misfit && elsewhere(misfit.pointer, `${target}: ${misfit.message}`);
    },
  }),
  check({
    code: "step/unreachable",
    why: "The step before leaves the screen or hands over, so this one never runs",
    at: listSteps,
    test: ({ source, pointer }, set) => {
      const [, list = "", index = ""] = /^(.*)\/(\d+)$/.exec(pointer) ?? [];
      const isAfterFinal = set.once(finalSteps).has(`${source.path}${list}/${Number(index) - 1}`);
      return isAfterFinal ? "No step may follow one that leaves the screen or hands over" : undefined;
    },
  }),
  check({
    code: "step/unnecessary-replace",
    why: "What a screen does without a press always replaces the screen",
    at: listSteps,
    test: (placed, set) =>
      placed.step["replace"] !== undefined && !isAfterPress(placed, set.once(flowsAfterPress))
        ? below("/replace", "This runs without a press, so it replaces the screen anyway: remove replace")
        : undefined,
  }),
  check({
    code: "step/operation-never-allowed",
    why: "No transition allows the operation, so the server would always refuse it",
    at: listSteps,
    test: ({ step: { call } }, set) => {
      const known = set.once(actors);
      if (!known || typeof call !== "string" || !isAppOperationId(call)) return undefined;
      const { guard } = getAppOperation(call);
      if (guard === undefined || known.has(`${guard} ${call}`)) return undefined;
      return below("/call", `No transition of catalogues/states is by "${call}", so it would always be refused`);
    },
  }),
  check({
    code: "step/unsafe-address",
    why: "An address that no operation confirms could lead people to a stranger's page",
    at: (set) => listSteps(set).filter(({ step }) => step["redirect"] !== undefined),
    test: ({ source, pointer, step }, set) => {
      const unsafe = typeValue(set, source, `${pointer}/redirect`, step["redirect"]).filter(
        ({ expr, known }) => !isOwnPath(expr) && canBeText(known.schema) && known.schema["$comment"] !== externalUrl,
      );
      const message =
        "A page may leave for a path of this server, or for an address that an operation just answered and marks as external";
      return [...new Set(unsafe.map((value) => value.pointer))].map((at) => elsewhere(at, message));
    },
  }),
];

/** Faults of flows and their tables. */
const tableChecks: readonly Check[] = [
  check({
    code: "flow/missing-start",
    why: "A flow begins with its table start, so this one never does",
    at: (set) => set.ofKind("flow").map((source) => ({ source, pointer: "/tables" })),
    test: ({ source }) => {
      const names = tablesOf(source);
      return names.includes("start") ? undefined : `A flow begins with its table "start"${didYouMean("start", names)}`;
    },
  }),
  check({
    code: "flow/unknown-table",
    why: "The flow stops there, because it has no such table",
    at: listSteps,
    test: ({ source, step }) =>
      (["then", "failed"] as const).flatMap((key) => {
        const table = step[key];
        if (typeof table !== "string" || tablesOf(source).includes(table)) return [];
        const what = source.document.kind === "flow" ? "This flow" : "Only a flow has tables: this screen";
        return [below(`/${key}`, `${what} has no table "${table}"${didYouMean(table, tablesOf(source))}`)];
      }),
  }),
  check({
    code: "flow/endless",
    why: "The tables lead to each other without an event, so the page would hang",
    at: (set) => new CircleFinder(set).circles,
    test: ({ circle }) => `This flow never ends: ${circle.join(" → ")}`,
  }),
];

/** Faults of flows, their steps and calls. Screens have steps and calls, too. */
export const flowChecks: readonly Check[] = [...callChecks, ...stepChecks, ...tableChecks];

const namedTables = (set: DefinitionSet): ReadonlySet<string> =>
  new Set(
    listSteps(set).flatMap(({ source, step }) =>
      [step["then"], step["failed"]].flatMap((table) => (typeof table === "string" ? [`${source.path} ${table}`] : [])),
    ),
  );

const runFlows = (set: DefinitionSet): ReadonlySet<string> =>
  new Set(
    set.ofKind("screen").flatMap((screen) => stepsOfScreen(set, screen).map(({ step }) => String(step["run"] ?? ""))),
  );

/** Flows and tables that nothing leads to. */
export const unusedFlowChecks: readonly Check[] = [
  check({
    code: "flow/unreachable-table",
    why: "No then and no failed names the table, so it never runs",
    allowable: true,
    unused: true,
    removable: true,
    at: (set) =>
      set
        .ofKind("flow")
        .flatMap((source) =>
          tablesOf(source).map((table) => ({ source, pointer: `/tables/${toPointerStep(table)}`, table })),
        ),
    test: ({ source, table }, set) =>
      table === "start" || set.once(namedTables).has(`${source.path} ${table}`)
        ? undefined
        : `Nothing leads to the table "${table}"`,
  }),
  check({
    code: "flow/unreachable",
    why: "No screen runs the flow",
    allowable: true,
    unused: true,
    at: flows,
    test: ({ document: { id } }, set) => (set.once(runFlows).has(id) ? undefined : `No screen leads to the flow ${id}`),
  }),
];
