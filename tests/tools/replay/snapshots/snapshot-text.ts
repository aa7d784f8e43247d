import type { Fixture } from "../contracts.ts";
import type { Observation } from "../observation.ts";
import type { StepObservation } from "../play.ts";
import { diffLines } from "./line-diff.ts";

/** Kinds of happenings with their label in a snapshot. */
const happenings: readonly (readonly [word: string, key: "trace" | "announced" | "downloaded" | "tracked" | "sent"])[] =
  [
    ["did", "trace"],
    ["announced", "announced"],
    ["downloaded", "downloaded"],
    ["tracked", "tracked"],
    ["sent", "sent"],
  ];

/**
 * The snapshot of a run. Each step has its screen if it changed, its lines (all of a new screen, else the difference),
 * its happenings and the change of stored data.
 */
export function toSnapshotText({ description }: Fixture, seen: readonly StepObservation[]): string {
  const steps = seen.map(({ step, observation }, i) => {
    const lines = toStepLines(seen[i - 1]?.observation, observation);
    return [`## ${step.id}: ${step.title}`, ...(lines.length > 0 ? lines : ["(nothing else)"])].join("\n");
  });
  return `${[`# ${description}`, ...steps].join("\n\n")}\n`;
}

/** What a step shows that the previous step did not. */
export function toStepLines(before: Observation | undefined, now: Observation): string[] {
  const isSame = before?.screen === now.screen;
  return [
    ...(isSame ? [] : [`screen ${now.screen}`]),
    ...(before?.title === now.title ? [] : [`title ${now.title}`]),
    ...((before?.stepsBack ?? 0) === now.stepsBack ? [] : [`steps back ${now.stepsBack}`]),
    ...(isSame ? toDifference(before.lines, now.lines) : now.lines).map((line) => `  ${line}`),
    ...(isSame ? toDifference(before.texts ?? [], now.texts ?? []) : (now.texts ?? [])).map((line) => `  ${line}`),
    ...happenings.flatMap(([word, key]) => now[key].map((line) => `${word} ${line}`)),
    ...toDifference(before?.stored ?? [], now.stored).map((line) => `stored ${line}`),
    ...(now.focus === undefined || now.focus === before?.focus ? [] : [`focus ${now.focus}`]),
  ];
}

const toDifference = (before: readonly string[], now: readonly string[]): string[] =>
  diffLines(before, now)
    .filter(([mark]) => mark !== " ")
    .map(([mark, line]) => `${mark} ${line}`);
