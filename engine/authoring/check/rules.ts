import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { listRuleNames } from "#engine/core/rules/visit-expression.ts";
import { below, check, type Check, type Finding, type Place } from "./check.ts";
import type { DefinitionSet, SourceDefinition } from "./support/definition-set.ts";
import { definitions, listReferences, listSlots, type PlacedValue } from "./support/places.ts";
import { findRuleCostFault, listForbiddingRules, walkRules } from "./support/rules.ts";
import { findSmallest } from "./support/smallest-set.ts";
import { canAllHold } from "./support/truth.ts";

const ruleFiles = definitions("rules");

const namedRules = (set: DefinitionSet) => [...set.namedRules()].map(([name, rule]) => ({ ...rule, name }));

const circles = (set: DefinitionSet) =>
  walkRules(set).circles.flatMap((circle) => {
    const rule = set.findRule(circle[0] ?? "");
    return rule ? [{ source: rule.source, pointer: rule.pointer, circle }] : [];
  });

/** The path of the first definition that defines each rule. */
const firstPaths = (set: DefinitionSet): ReadonlyMap<string, string> =>
  new Map(
    ruleFiles(set)
      .reverse()
      .flatMap(({ source, document }) => Object.keys(document.rules).map((name) => [name, source.path] as const)),
  );

const calledRules = (set: DefinitionSet): ReadonlySet<string> => {
  const named = listReferences(set, "rule").map(({ value }) => String(value));
  const read = ["rule", "value", "text"].flatMap((slot) =>
    listSlots(set, slot).flatMap(({ value }) => listRuleNames(value)),
  );
  return new Set([...named, ...read]);
};

/** Conditions of rows, with the row and its table. */
const rowConditions = (set: DefinitionSet): readonly RowCondition[] =>
  listSlots(set, "rule").flatMap((place) => {
    const [, row, table] = /^((.*)\/rows\/\d+)\/when$/.exec(place.pointer) ?? [];
    if (row === undefined || table === undefined) return [];
    const holder = getAt(place.source.document, row);
    const id = isMap(holder) ? holder["id"] : undefined;
    return [{ ...place, pointer: row, table: `${place.source.path}${table}`, id }];
  });

interface RowCondition extends PlacedValue {
  readonly table: string;
  readonly id: unknown;
}

/** Rows whose id or condition an earlier row of the table has. */
const repeatedRows = (set: DefinitionSet): readonly (RowCondition & { readonly key: "id" | "when" })[] => {
  const seen = new Set<string>();
  return set.once(rowConditions).flatMap((row) => {
    const [name, condition] = [`${row.table} ${String(row.id)}`, `${row.table} ${JSON.stringify(row.value)}`];
    const key = row.id !== undefined && seen.has(name) ? "id" : seen.has(condition) ? "when" : undefined;
    seen.add(name).add(condition);
    return key === undefined ? [] : [{ ...row, key }];
  });
};

/** The rows of each table of a set, in order. */
interface Table extends Place {
  readonly rows: readonly unknown[];
}

const tables = (set: DefinitionSet): readonly Table[] => {
  const found = new Map<string, { source: SourceDefinition; pointer: string; rows: unknown[] }>();
  for (const { source, pointer, value } of listSlots(set, "rule")) {
    const [, table, index] = /^(.*\/rows)\/(\d+)\/when$/.exec(pointer) ?? [];
    if (table === undefined || set.context.affected?.has(source) === false) continue;
    const key = `${source.path} ${table}`;
    const known = found.get(key) ?? { source, pointer: table, rows: [] };
    known.rows[Number(index)] = value;
    found.set(key, known);
  }
  // The rows of a block are no alternatives, and a row without a condition is chosen always.
  return [...found.values()].filter(({ source, pointer, rows }) => {
    const holder = getAt(source.document, pointer.slice(0, -"/rows".length));
    return isMap(holder) && holder["block"] === undefined && !rows.includes(undefined);
  });
};

/** The only result of a rule; undefined where it has both. */
function findConstantResult(rule: unknown, rules: DefinitionSet["rules"]): boolean | undefined {
  if (!isMap(rule)) return undefined;
  if (canAllHold([{ rule, wanted: true }], rules) === false) return false;
  return canAllHold([{ rule, wanted: false }], rules) === false ? true : undefined;
}

/** The named rules without those that have one result: these have findings, and not what calls them. */
const decidingRules = ({ rules }: DefinitionSet): DefinitionSet["rules"] =>
  Object.fromEntries(Object.entries(rules).filter(([, rule]) => findConstantResult(rule, rules) === undefined));

/** Rows that other rows or their own condition exclude. Equal and literal conditions have other checks. */
function findNeverChosen({ rows }: Table, set: DefinitionSet): Finding[] {
  const rules = set.once(decidingRules);
  return rows.flatMap((rule, index) => {
    const earlier = rows.slice(0, index);
    if (!isMap(rule) || earlier.some((one) => JSON.stringify(one) === JSON.stringify(rule))) return [];
    const at = `/${index}/when`;
    if (canAllHold([{ rule, wanted: true }], rules) === false)
      return [below(at, "This condition contradicts itself, so the row is never chosen")];
    const conditions = [...earlier.map((one) => ({ rule: one, wanted: false })), { rule, wanted: true }];
    if (canAllHold(conditions, rules) !== false) return [];
    const reasons = findSmallest(earlier, (kept) => {
      const others = kept.map((one) => ({ rule: one, wanted: false }));
      return canAllHold([...others, { rule, wanted: true }], rules) === false;
    });
    const places = reasons.map((one) => `row ${rows.indexOf(one) + 1}`).join(" or ");
    return [below(at, `Wherever this is true ${places} is chosen, so this row is never chosen`)];
  });
}

export const ruleChecks: readonly Check[] = [
  check({
    code: "rules/constant-result",
    why: "A rule that is always or never true decides nothing",
    at: namedRules,
    test: ({ source, expr }, set) => {
      if (set.context.affected?.has(source) === false) return undefined;
      const result = findConstantResult(expr, set.once(decidingRules));
      if (result === undefined) return undefined;
      return result
        ? "One part or its opposite holds: this is always true"
        : "The parts contradict: this is never true";
    },
  }),
  check({
    code: "table/row-never-chosen",
    why: "The row has no effect, because of its condition or of the rows before it",
    at: (set) => set.once(tables),
    test: findNeverChosen,
  }),
  check({
    code: "rules/duplicate",
    why: "Only one of the rules would be used",
    at: ruleFiles,
    test: ({ source, document }, set) =>
      Object.keys(document.rules).flatMap((name) => {
        const first = set.once(firstPaths).get(name);
        if (first === source.path) return [];
        return [below(`/rules/${toPointerStep(name)}`, `${first} already has a rule "${name}"`)];
      }),
  }),
  check({
    code: "rules/circular",
    why: "A rule that calls itself, through others or at once, cannot be evaluated",
    at: circles,
    test: ({ circle }) => {
      const [name = ""] = circle;
      const shown = circle.length > 12 ? [...circle.slice(0, 10), "…", name] : circle;
      return `This rule calls itself: ${shown.join(" → ")}`;
    },
  }),
  check({
    code: "rules/too-costly",
    why: "Page and server stop evaluating a rule that calls too many rules, or rules that are too deep",
    at: namedRules,
    test: ({ name, expr }, set) => findRuleCostFault(set, name, expr),
  }),
  check({
    code: "table/constant-condition",
    why: "A row that is always chosen hides the rows after it; one that is never chosen has no effect",
    at: (set) => listSlots(set, "rule"),
    test: ({ pointer, value }) => {
      if (typeof value !== "boolean" || !/\/rows\/\d+\/when$/.test(pointer)) return undefined;
      return value ? "This row is always chosen: write it as otherwise" : "This row is never chosen: remove it";
    },
  }),
  check({
    code: "table/duplicate-row",
    why: "An override, the trace and events find a row by its id",
    at: (set) => set.once(repeatedRows),
    test: ({ key, id }) => (key === "id" ? below("/id", `This table already has a row "${String(id)}"`) : undefined),
  }),
  check({
    code: "table/unreachable-row",
    why: "An earlier row is chosen whenever this one could be",
    at: (set) => set.once(repeatedRows),
    test: ({ key }) => (key === "when" ? below("/when", "An earlier row has the same condition") : undefined),
  }),
];

/** Rules, and reasons of rules, that nothing uses. */
export const unusedRuleChecks: readonly Check[] = [
  check({
    code: "rules/unused-reason",
    why: "People never read the reason, because the rule forbids nothing",
    allowable: true,
    unused: true,
    removable: true,
    at: ruleFiles,
    test: ({ document }, set) => {
      const forbidding = listForbiddingRules(set);
      return Object.entries(document.rules).flatMap(([name, rule]) =>
        (["reason", "remaining"] as const)
          .filter((key) => rule[key] !== undefined && !forbidding.has(name))
          .map((key) => {
            const message = `The rule "${name}" forbids nothing: no transition names it under unless`;
            return below(`/rules/${toPointerStep(name)}/${key}`, message);
          }),
      );
    },
  }),
  check({
    code: "rules/unused",
    why: "Nothing calls the rule, so it has no effect",
    allowable: true,
    unused: true,
    removable: true,
    at: namedRules,
    test: ({ name }, set) => (set.once(calledRules).has(name) ? undefined : `Nothing calls the rule "${name}"`),
  }),
];
