import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { readAt } from "#engine/core/form/data-tree.ts";
import { toDependencies } from "#engine/core/form/dependencies.ts";
import { readPath } from "#engine/core/rules/own-value.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { isSame, type Change } from "./change.ts";
import { compareForms } from "./compare-form.ts";
import { judgeForm, type JudgedForm, type JudgedSide, type Judgement, type JudgeTools } from "./judge-form.ts";
import type { PlacedMigration } from "./migrate.ts";
import { listDecidingExpressions } from "./parts/constants.ts";

/** A form in both releases with its changes; `own` are the changes of its verification. */
export interface FormPair extends JudgedForm {
  changes: Change[];
}

/** Compares a form of two releases; undefined where one release has no form. */
export function toPair(
  document: string,
  former: JudgedSide | undefined,
  newer: JudgedSide | undefined,
  own: readonly Change[] = [],
  migrations: readonly PlacedMigration[] = [],
): FormPair | undefined {
  if (!former || !newer) return undefined;
  const read = findReadRoots([former, newer]).filter(
    (path) => !isSame(readPath(former.roots, path), readPath(newer.roots, path)),
  );
  const message = "is read by a rule of the form and has another text now";
  return {
    former,
    newer,
    migrations,
    changes: [
      ...own,
      ...compareForms(former, newer).map((change) => toTried(change, migrations)),
      ...read.map((path): Change => ({ verdict: "open", document, pointer: toPlace(path), message })),
    ],
  };
}

/** A change that would lose or reject answers is open where a migration covers it. */
function toTried(change: Change, migrations: readonly PlacedMigration[]): Change {
  const found = migrations.find(
    ({ migration: { form, set = {}, remove = [] } }) =>
      change.document === `forms/${form}` && [...Object.keys(set), ...remove].some((at) => isAt(change.pointer, at)),
  );
  if (change.verdict !== "major" || !found) return change;
  return { ...change, verdict: "open", message: `is migrated by migrations/${found.migration.id}` };
}

/** Returns paths of roots that the rules read; texts at such paths are data, not appearance. */
function findReadRoots(sides: readonly JudgedSide[]): string[] {
  const paths = sides.flatMap(({ model, rules }) =>
    readPaths(
      [...listDecidingExpressions(model)].map(({ value }) => value),
      rules,
    ),
  );
  return [...new Set(paths)].filter((path) => !path.startsWith("data."));
}

const toPlace = (path: string): string =>
  path
    .split(".")
    .slice(1)
    .map((step) => `/${toPointerStep(step)}`)
    .join("");

/** Tries sample data on a changed form; returns rejected data and untested changes. */
export function judgePair(pair: FormPair, tools: JudgeTools): Change[] {
  const { former, newer, changes } = pair;
  if (changes.length === 0 || former.model.fields.length === 0) return [];
  const open = changes.filter(({ verdict }) => verdict === "open");
  const changed = former.model.fields
    .map(({ pointer }) => pointer)
    .filter((pointer) => {
      const place = newer.place(pointer);
      return open.some((change) => change.document === place.document && isAt(change.pointer, place.pointer));
    });
  const { faults, tried, unreached } = judgeForm(pair, changed, tools);
  const refuse = (pointer: string, message: string): Change => ({ verdict: "major", ...newer.place(pointer), message });
  if (tried === 0) return [refuse("", "has changed, and no valid sample data was found")];
  return [
    ...faults.map((fault) => refuse(fault.pointer, toMessage(fault, [former, newer]))),
    ...unreached.map((pointer) => refuse(pointer, "has changed, and no valid sample data contains it")),
  ];
}

/** Returns whether a change at or inside a place concerns the field there. */
const isAt = (change: string, field: string): boolean => change === field || change.startsWith(`${field}/`);

const keywordMessages: Readonly<Record<string, string>> = {
  require: "is required in more cases now",
  dropped: "would be lost",
  changed: "would be submitted with another value",
  readOnly: "can no longer be typed",
};
const exampleLength = 160;

/** Describes why a valid submission is rejected, with the values at the place and those that rules read. */
function toMessage({ pointer, keyword, submitted }: Judgement["faults"][number], sides: readonly JudgedSide[]): string {
  const read = new Set(sides.flatMap(({ model, rules }) => [...toDependencies(model, rules).controllers]));
  const fields = (sides[0]?.model.fields ?? []).filter((field) => field.pointer === pointer || read.has(field.pointer));
  const values = fields
    .sort((a, b) => Number(b.pointer === pointer) - Number(a.pointer === pointer))
    .map((field) => [field.pointer, readAt(submitted, field.steps)]);
  const example = JSON.stringify(Object.fromEntries(values));
  const shown = example.length > exampleLength ? `${example.slice(0, exampleLength)}…` : example;
  return `${keywordMessages[keyword] ?? `refuses what was valid (${keyword})`}, for example with ${shown}`;
}
