import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toStepTable, type Step, type Steps } from "#engine/documents/steps.ts";
import { issueAt, type Check } from "./parts/set.ts";

const ways = ["navigate", "visit", "leave", "run", "signOut"];

/** A need of a screen that leads nowhere when it is not met: the page would stand there empty. */
export const stayingNeed: Check = (set) =>
  set.ofKind("screen").flatMap((source) =>
    ((source.document as DocumentOf<"screen">).needs ?? []).flatMap(({ otherwise }, index) => {
      if (leadsOn(otherwise)) return [];
      const message = "A need that is not met leads on: navigate, leave, run or signOut in every case";
      return [issueAt(source, `/needs/${index}/otherwise`, "staying-need", message)];
    }),
  );

function leadsOn(steps: Steps): boolean {
  const { rows, otherwise } = toStepTable(steps);
  return [...rows.map((row) => row.do), otherwise].every((list) => [list].flat().some(isWay));
}

function isWay(step: Step): boolean {
  if (ways.some((way) => way in step)) return true;
  const next = step["then"];
  return typeof next === "object" && next !== null && leadsOn(next as Steps);
}
