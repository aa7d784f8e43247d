import { putAt, putField, readAt, type DataTree } from "#engine/core/form/data-tree.ts";
import type { DerivedForm } from "#engine/core/form/derive.ts";
import type { FieldModel } from "#engine/core/form/form-model.ts";
import { isInSampleRow } from "#engine/core/form/lists.ts";
import { findPage } from "#engine/core/form/pages.ts";
import { judgeData, type Fault, type FormJudge } from "#engine/authoring/release/accepts-stored-data.ts";
import { visitExpression } from "#engine/core/rules/visit-expression.ts";
import { findConstants, listDecidingExpressions } from "#engine/authoring/release/parts/constants.ts";
import { createRandom, type Random } from "#engine/authoring/release/parts/random.ts";
import { FieldValues } from "./field-values.ts";
import { solveFault, solveGoal, type Goal } from "./repair.ts";
import type { Move, Situation } from "./solve.ts";

/** What to search: a form with its fixed roots, and what its answer must have beside being valid. */
export interface AnswerSearch {
  readonly judge: FormJudge;
  /** The day (yyyy-MM-dd) of the dates that are tried. */
  readonly now: string;
  readonly goal?: Goal;
  /** Paths of other roots without a fixed value may have any; none by default. */
  readonly freeRoots?: boolean;
  /** Another answer of the form to begin with. */
  readonly from?: FoundAnswer;
}

/** A valid answer, and the form with it. */
export interface FoundAnswer {
  readonly answer: DataTree;
  readonly derived: DerivedForm;
  readonly roots: DataTree;
}

/** Number of starts and of corrections after each. */
const starts = 6;
const rounds = 40;
/** Values of a root's path that no rule compares with. */
const plainValues: readonly unknown[] = ["Asha Verma", true, false, 1, 0, 2, undefined, ["a"]];

/**
 * Searches a valid answer, with all fields where possible: fills in the form, then corrects what is invalid. The result
 * is deterministic. Undefined without success.
 */
export function findAnswer(search: AnswerSearch): FoundAnswer | undefined {
  const { judge } = search;
  const constants = findConstants([{ model: judge.model, rules: judge.scope.rules, known: judge.scope.roots }]);
  const values = new FieldValues(judge, constants, search.now);
  for (let seed = 1; seed <= starts; seed += 1) {
    const found = new Attempt(search, values, constants.roots, seed).run();
    if (found) return found;
  }
  for (const count of listRowCounts(judge)) {
    const found = new Attempt(search, values, constants.roots, 1, count).run();
    if (found) return found;
  }
  return undefined;
}

/** Other numbers of rows that rules may want: none, one, the most, and the numbers in the rules themselves. */
function listRowCounts({ model }: FormJudge): readonly number[] {
  if (model.lists.length === 0) return [];
  const numbers = [...listDecidingExpressions(model)].flatMap(({ value }) =>
    [...visitExpression(value)].flatMap(({ operands }) => operands.filter((one) => typeof one === "number")),
  );
  const wanted = [...new Set(numbers)].flatMap((n) => [n, n + 1, n - 1]);
  const most = model.lists.map(({ max }) => max);
  return [...new Set([...wanted, 0, 1, ...most])]
    .filter((count) => Number.isInteger(count) && count >= 0 && count <= Math.max(...most))
    .slice(0, mostCounts);
}
const mostCounts = 12;

/** Returns whether a field is in no list, or in one of the first rows: so many, within the bounds of the list. */
const isInRows = ({ row }: FieldModel, count: number): boolean =>
  !row || row.index < Math.min(row.list.max, Math.max(row.list.min, count));

/** One start of a search, and its corrections. */
class Attempt {
  readonly #search: AnswerSearch;
  readonly #values: FieldValues;
  readonly #constants: ReadonlyMap<string, ReadonlySet<unknown>>;
  readonly #random: Random;
  readonly #typed: readonly FieldModel[];
  readonly #chosen = new Map<string, unknown>();
  readonly #roots: DataTree;
  readonly #isFirst: boolean;

  constructor(
    search: AnswerSearch,
    values: FieldValues,
    constants: ReadonlyMap<string, ReadonlySet<unknown>>,
    seed: number,
    /** The number of rows; that of sample answers without it. */
    rows?: number,
  ) {
    this.#search = search;
    this.#values = values;
    this.#constants = constants;
    this.#random = createRandom(seed);
    this.#isFirst = seed === 1;
    this.#typed = search.judge.model.fields.filter(
      (one) => one.field.value === undefined && (rows === undefined ? isInSampleRow(one) : isInRows(one, rows)),
    );
    const from = this.#isFirst ? search.from : undefined;
    const roots = from?.roots ?? search.judge.scope.roots;
    this.#roots = search.freeRoots ? copyTree(roots) : (roots as DataTree);
    if (search.freeRoots) this.#start();
    for (const field of this.#typed) {
      if (from) {
        this.#chosen.set(field.pointer, readAt(from.answer, field.steps));
        continue;
      }
      const value = this.#isFirst || seed === 2 ? values.first(field) : this.#random.pick(values.some(field));
      if (this.#isFirst || this.#random.chance(seed === 2 ? 0 : 70)) this.#chosen.set(field.pointer, value);
    }
  }

  /** Gives a value to every free path, so that rules see one object per root during the whole attempt. */
  #start(): void {
    for (const path of this.#constants.keys()) {
      const [root = ""] = path.split(".");
      if (!Object.hasOwn(this.#roots, root)) this.#roots[root] = {};
      const options = this.#toRootValues(path);
      if (options && !this.#isFirst) putAt(this.#roots, path.split("."), this.#random.pick(options));
    }
  }

  #toRootValues(path: string): readonly unknown[] | undefined {
    if (!this.#search.freeRoots || !path.includes(".")) return undefined;
    const isFixed = readAt(this.#search.judge.scope.roots, path.split(".")) !== undefined;
    return isFixed ? undefined : [...(this.#constants.get(path) ?? []), ...plainValues];
  }

  run(): FoundAnswer | undefined {
    const { judge, goal } = this.#search;
    const scope = { ...judge.scope, roots: this.#roots };
    for (let round = 0; round < rounds; round += 1) {
      const { faults, derived } = judgeData({ ...judge, scope }, this.#toData());
      const situation = this.#toSituation(derived);
      const towards = goal && solveGoal(goal, situation);
      if (faults.length === 0 && towards === undefined)
        return { answer: derived.submitted, derived, roots: this.#roots };
      const changed = this.#apply(towards ?? [], new Set());
      if (!this.#correct(faults, situation, changed)) return undefined;
    }
    return undefined;
  }

  /** Corrects the faults. Returns false when nothing can be changed. */
  #correct(faults: readonly Fault[], situation: Situation, changed: Set<string>): boolean {
    for (const fault of faults) {
      // One field a time breaks circles of corrections that undo each other.
      if (!this.#isFirst && changed.size > 0 && this.#random.chance(50)) continue;
      this.#apply(solveFault(fault, this.#search.judge, situation), changed);
    }
    return changed.size > 0;
  }

  #apply(moves: readonly Move[], changed: Set<string>): Set<string> {
    const open = moves.filter(({ input, value }) => !changed.has(input) && this.#isOther(input, value));
    const move = this.#isFirst && this.#random.chance(70) ? open[0] : this.#random.pick(open);
    if (!move) return changed;
    changed.add(move.input);
    if (move.input.startsWith("/")) this.#chosen.set(move.input, move.value);
    else putAt(this.#roots, move.input.split("."), move.value);
    return changed;
  }

  #isOther(input: string, value: unknown): boolean {
    return (input.startsWith("/") ? this.#chosen.get(input) : readAt(this.#roots, input.split("."))) !== value;
  }

  #toSituation(derived: DerivedForm): Situation {
    const { model } = this.#search.judge;
    const { fields, byPointer, bases } = model;
    return {
      derived,
      fields,
      byPointer,
      bases,
      pageOf: (pointer) => findPage(model, pointer),
      values: this.#values,
      chosen: this.#chosen,
      roots: this.#roots,
      toRootValues: (path) => this.#toRootValues(path),
      now: this.#search.now,
    };
  }

  #toData(): DataTree {
    const tree: DataTree = {};
    for (const field of this.#typed) {
      const value = this.#chosen.get(field.pointer);
      if (value !== undefined) putField(tree, field, value);
    }
    return tree;
  }
}

const copyTree = (tree: Readonly<Record<string, unknown>>): DataTree => JSON.parse(JSON.stringify(tree)) as DataTree;
