import { toPointerStep } from "#engine/base/json-pointer.ts";
import { readAt } from "#engine/form/data-tree.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { readPath } from "#engine/rules/own-value.ts";
import { readPaths } from "#engine/rules/read-paths.ts";
import { isSame, type Change } from "./change.ts";
import { compareForms } from "./compare-form.ts";
import { judgeForm, type JudgedForm, type JudgedSide, type Judgement, type JudgeTools } from "./judge-form.ts";
import type { PlacedMigration } from "./migrate.ts";
import { deciding } from "./parts/constants.ts";

/** A form in both releases and what became of it; `own` is what became of the verification that is given by it. */
export interface FormPair extends JudgedForm {
  changes: Change[];
}

/** A pair with everything that is different in it; undefined where one release has no form. */
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
  const message = "is read by a rule of the form and says something else now";
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

/** What would lose or refuse answers is tried with data where a migration says what becomes of these. */
function toTried(change: Change, migrations: readonly PlacedMigration[]): Change {
  const found = migrations.find(
    ({ migration: { form, set = {}, remove = [] } }) =>
      change.document === `forms/${form}` && [...Object.keys(set), ...remove].some((at) => isAt(change.pointer, at)),
  );
  if (change.verdict !== "major" || !found) return change;
  return { ...change, verdict: "open", message: `becomes what migrations/${found.migration.id} says` };
}

/** Paths of roots that a form's rules read: there no word of a document is only a word. */
function findReadRoots(sides: readonly JudgedSide[]): string[] {
  const paths = sides.flatMap(({ model, rules }) =>
    readPaths(
      [...deciding(model)].map(({ value }) => value),
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

/** Tries made data on a form that is not quite the same: what it refuses, and what could not be tried. */
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
  if (tried === 0) return [refuse("", "has changed, and no valid data was found to try it with")];
  return [
    ...faults.map((fault) => refuse(fault.pointer, toMessage(fault, [former, newer]))),
    ...unreached.map((pointer) => refuse(pointer, "has changed, and no valid data was found that holds it")),
  ];
}

/** Whether a change at a place, or inside it, concerns the field there. */
const isAt = (change: string, field: string): boolean => change === field || change.startsWith(`${field}/`);

const words: Readonly<Record<string, string>> = {
  require: "is required now where it was not",
  dropped: "would be lost",
  changed: "would be submitted with another value",
  readOnly: "can no longer be typed",
};
const exampleLength = 160;

/** What is wrong with a submission that was valid, with the values at the place and those that rules read. */
function toMessage({ pointer, keyword, submitted }: Judgement["faults"][number], sides: readonly JudgedSide[]): string {
  const read = new Set(sides.flatMap(({ model, rules }) => [...toDependencies(model, rules).controllers]));
  const fields = (sides[0]?.model.fields ?? []).filter((field) => field.pointer === pointer || read.has(field.pointer));
  const values = fields
    .sort((a, b) => Number(b.pointer === pointer) - Number(a.pointer === pointer))
    .map((field) => [field.pointer, readAt(submitted, field.steps)]);
  const example = JSON.stringify(Object.fromEntries(values));
  const shown = example.length > exampleLength ? `${example.slice(0, exampleLength)}…` : example;
  return `${words[keyword] ?? `refuses what was valid (${keyword})`}, for example with ${shown}`;
}
