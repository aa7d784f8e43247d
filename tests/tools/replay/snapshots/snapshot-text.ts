import type { Fixture } from "../contracts.ts";
import type { Observation } from "../observation.ts";
import type { StepObservation } from "../play.ts";
import { diffLines } from "./line-diff.ts";

/** What happened in a step, each under its word: what the page did and said, what it gave to keep, what it told of itself, what went out. */
const happened: readonly (readonly [word: string, key: "trace" | "announced" | "downloaded" | "tracked" | "sent"])[] = [
  ["did", "trace"],
  ["announced", "announced"],
  ["downloaded", "downloaded"],
  ["tracked", "tracked"],
  ["sent", "sent"],
];

/**
 * What a playing of a fixture showed, to be read and compared: for each step the screen where it is another one, its lines
 * (all of another screen, else those that went and came), what happened, and what of the stored data changed.
 */
export function toSnapshotText({ description }: Fixture, seen: readonly StepObservation[]): string {
  const steps = seen.map(({ step, observation }, i) => {
    const lines = toStepLines(seen[i - 1]?.observation, observation);
    return [`## ${step.id}: ${step.says}`, ...(lines.length > 0 ? lines : ["(nothing else)"])].join("\n");
  });
  return `${[`# ${description}`, ...steps].join("\n\n")}\n`;
}

/** What a step showed that the step before had not. */
export function toStepLines(before: Observation | undefined, now: Observation): string[] {
  const isSame = before?.screen === now.screen;
  return [
    ...(isSame ? [] : [`screen ${now.screen}`]),
    ...(before?.title === now.title ? [] : [`title ${now.title}`]),
    ...((before?.stepsBack ?? 0) === now.stepsBack ? [] : [`steps back ${now.stepsBack}`]),
    ...(isSame ? toChanges(before.lines, now.lines) : now.lines).map((line) => `  ${line}`),
    ...(isSame ? toChanges(before.texts ?? [], now.texts ?? []) : (now.texts ?? [])).map((line) => `  ${line}`),
    ...happened.flatMap(([word, key]) => now[key].map((line) => `${word} ${line}`)),
    ...toChanges(before?.stored ?? [], now.stored).map((line) => `stored ${line}`),
    ...(now.focus === undefined || now.focus === before?.focus ? [] : [`focus ${now.focus}`]),
  ];
}

const toChanges = (before: readonly string[], now: readonly string[]): string[] =>
  diffLines(before, now)
    .filter(([mark]) => mark !== " ")
    .map(([mark, line]) => `${mark} ${line}`);
