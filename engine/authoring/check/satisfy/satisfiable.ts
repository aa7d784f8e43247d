import type { FormModel } from "#engine/core/form/form-model.ts";
import { findPage } from "#engine/core/form/pages.ts";
import type { Goal } from "#engine/authoring/answers/repair.ts";
import { check, elsewhere, type Check, type Finding } from "../check.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { findSmallest } from "../support/smallest-set.ts";
import { innerForms, listModelledForms, type ModelledForm } from "../support/forms.ts";
import { concerning, listConstraints, relax, type Constraint } from "./contradiction.ts";
import { searchForm, type SearchedForm } from "./form-search.ts";
import { listGoals, reaches, toFirstRow } from "./goals.ts";
import { findParts } from "./parts.ts";
import { findStuckPage, type StuckPage } from "./stuck-page.ts";

/** What no candidate can do with a form, and the constraints that contradict. */
interface Contradiction {
  readonly goals: Goal[];
  readonly constraints: readonly Constraint[];
}

/** A search without success: its goal, and the part of the form in which it failed. */
interface Missed {
  readonly goal?: Goal;
  readonly part?: ReadonlySet<string> | undefined;
}

/** Maximum number of contradictions that are reported of one form. */
const contradictionsMax = 6;

/** The forms whose answers may differ in this set. */
const affectedForms = (set: DefinitionSet): readonly ModelledForm[] =>
  listModelledForms(set).filter(({ source }) => set.context.affected?.has(source) ?? true);

/** Results depend on forms, rules and options alone, so organisations that change none of them share one search. */
const known = new WeakMap<object, { read: readonly object[]; found: readonly Contradiction[] }>();

/** Returns the contradictions of a form. A form that mounts one with contradictions is not looked at. */
export function findContradictions(placed: ModelledForm, set: DefinitionSet): readonly Contradiction[] {
  const read = (["form", "rules", "options"] as const).flatMap((kind) => set.ofKind(kind).map((one) => one.document));
  const former = known.get(placed.form);
  if (former?.read.length === read.length && former.read.every((one, index) => one === read[index]))
    return former.found;
  const found = searchContradictions(placed, set);
  known.set(placed.form, { read, found });
  return found;
}

function searchContradictions(placed: ModelledForm, set: DefinitionSet): readonly Contradiction[] {
  const { form, model } = placed;
  const inner = new Set(innerForms(placed).map(({ id }) => id));
  const mounted = listModelledForms(set).filter((other) => inner.has(other.form.id));
  if (mounted.some((other) => findContradictions(other, set).length > 0)) return [];
  const searched = { id: form.id, set };
  const parts = findParts(model, set.rules);
  const first = searchForm(searched);
  if (!first) {
    const failing = parts.filter((part) => !searchForm(searched, { part }));
    return (failing.length === 0 ? [undefined] : failing)
      .slice(0, contradictionsMax)
      .map((part) => ({ goals: [], constraints: findConstraints(searched, { part }) }));
  }
  const answers = [first];
  const found: Contradiction[] = [];
  for (const goal of listGoals(model, set)) {
    const isKnown = found.some(({ goals }) => goals.some((one) => implies(one, goal, model)));
    if (isKnown || found.length >= contradictionsMax || answers.some((one) => reaches(one, goal, model))) continue;
    const part = parts.find((one) => one.has(goal.pointer))!;
    // Searches near a known answer first.
    const inFirst = toFirstRow(goal, model);
    const answer =
      searchForm(searched, { goal, part, from: first }) ??
      (inFirst &&
        searchForm(searched, { goal: inFirst, part: parts.find((one) => one.has(inFirst.pointer))!, from: first }));
    if (answer) answers.push(answer);
    else addContradiction(searched, { goal, part }, found);
  }
  return found;
}

/** Returns whether nothing reaches a goal because nothing reaches the other: the field's value, or its page. */
const implies = ({ pointer, has }: Goal, goal: Goal, model: FormModel): boolean =>
  has === "page"
    ? findPage(model, pointer) === findPage(model, goal.pointer)
    : has === "value" && pointer === goal.pointer;

/** Fields that cannot be filled in for the same reason are one contradiction. */
function addContradiction(searched: SearchedForm, missed: Missed & { goal: Goal }, found: Contradiction[]): void {
  const { goal } = missed;
  const excludes = toExcludes(searched, missed);
  const same = found.find(
    ({ goals: [other], constraints }) =>
      constraints.length > 0 && toKind(other) === toKind(goal) && excludes(constraints),
  );
  if (same) {
    same.goals.push(goal);
    return;
  }
  const constraints = findConstraints(searched, missed);
  const keys = new Set(constraints.map(toKey));
  // What contradicts anyway is found already; here it has a further consequence.
  const isConsequence = found.some((one) => one.constraints.every((former) => keys.has(toKey(former))));
  if (!isConsequence) found.push({ goals: [goal], constraints });
}

const toKind = (goal: Goal | undefined): string | undefined => (typeof goal?.has === "object" ? "choice" : goal?.has);

function listFor({ id, set }: SearchedForm, part: ReadonlySet<string> | undefined): Constraint[] {
  const all = listConstraints(id, set);
  return part ? concerning(all, part) : all;
}

const toKey = ({ form, pointer }: Constraint): string => `${form}${pointer}`;

/** Returns whether a form has no answer with a goal when only some constraints are left. */
function toExcludes(searched: SearchedForm, { goal, part }: Missed): (kept: readonly Constraint[]) => boolean {
  const { set } = searched;
  // Later places first, so that removing an item of a list moves none that is still to be removed.
  const all = listFor(searched, part).toReversed();
  const needed = goal?.has === "requirement" ? goal.pointer : undefined;
  return (kept) => {
    const keeps = new Set(kept.map(toKey));
    const replaced = relax(
      all.filter((one) => !keeps.has(toKey(one))),
      set,
      needed,
    );
    return !searchForm(searched, { replaced, ...(goal && { goal }), ...(part && { part }) });
  };
}

/** Returns the smallest set of constraints because of which a form has no answer with a goal. */
export const findConstraints = (searched: SearchedForm, missed: Missed = {}): Constraint[] =>
  findSmallest(listFor(searched, missed.part), toExcludes(searched, missed));

/** Constraints for people: those of another form with its file. */
export function describeConstraints(constraints: readonly Constraint[], { id, set }: SearchedForm): string {
  const places = constraints.map(({ form, pointer }) =>
    form === id ? pointer : `${set.source("form", form)?.path ?? form} ${pointer}`,
  );
  return places.length === 1 ? `${places[0]} excludes it` : `${places.join(", ")} contradict each other`;
}

/** The findings of one kind of goal; without a kind those of a form without any answer. */
const toFindings =
  (describe: (goals: readonly Goal[], page: StuckPage | undefined) => string | undefined) =>
  (placed: ModelledForm, set: DefinitionSet): Finding[] =>
    findContradictions(placed, set).flatMap(({ goals, constraints }) => {
      const page = findStuckPage(placed, goals, constraints);
      const what = describe(goals, page);
      const all = constraints.filter(({ form }) => form === placed.form.id);
      const own = all.find(({ pointer }) => page?.pointer && pointer.startsWith(`${page.pointer}/`)) ?? all[0];
      // Without an own constraint the form has another fault, or the form that it mounts has the finding.
      if (what === undefined || !own) return [];
      return [elsewhere(own.pointer, `${what}: ${describeConstraints(constraints, { id: placed.form.id, set })}`)];
    });

const list = (goals: readonly Goal[]): string => [...new Set(goals.map(({ pointer }) => pointer))].join(", ");

function describeUnsent(goals: readonly Goal[], page: StuckPage | undefined): string | undefined {
  const [goal] = goals;
  if (!goal) return page ? undefined : "Nobody can send this form";
  return goal.has === "value" ? `Nobody can fill in ${list(goals)}` : undefined;
}

function describeChoices(goals: readonly Goal[]): string | undefined {
  const values = goals.flatMap(({ has }) => (typeof has === "object" ? [JSON.stringify(has.value)] : []));
  return values.length === 0 ? undefined : `Nobody can choose ${values.join(", ")} at ${list(goals)}`;
}

/** Forms that cannot be sent. They are looked at when nothing else is wrong. */
export const satisfiableChecks: readonly Check[] = [
  check({
    code: "form/no-valid-answer",
    why: "No answer is valid, so the form can never be sent or the field never filled in",
    at: affectedForms,
    test: toFindings(describeUnsent),
  }),
  check({
    code: "form/page-never-left",
    why: "No valid answer has the page, so people who come to it can never go on",
    at: affectedForms,
    test: toFindings((_goals, page) =>
      page && !page.isNeverShown ? `Nobody can leave the page "${page.id}"` : undefined,
    ),
  }),
  check({
    code: "form/page-never-shown",
    why: "In no valid answer is its condition true, so nobody ever comes to the page",
    at: affectedForms,
    test: toFindings((_goals, page) => (page?.isNeverShown ? `Nobody comes to the page "${page.id}"` : undefined)),
  }),
  check({
    code: "form/option-never-chosen",
    why: "The list offers what no valid answer has, so people who choose it are refused",
    at: affectedForms,
    test: toFindings(describeChoices),
  }),
  check({
    code: "form/requirement-never-applies",
    why: "In no valid answer is the field there while its requirement is true, so the requirement has no effect",
    at: affectedForms,
    test: toFindings(([goal, ...others]) =>
      goal?.has === "requirement" ? `Nothing ever requires ${list([goal, ...others])}` : undefined,
    ),
  }),
];
