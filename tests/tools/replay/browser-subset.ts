import { personContracts, sharedContracts, type Fixture } from "./contracts.ts";
import { readSnapshot } from "./snapshots/snapshot-files.ts";
import { toVerb } from "./read-fixtures.ts";

/** Something that a browser could do otherwise than a page without one: "screen home", "role combobox", "verb upload". */
export type Feature = string;

/** What a person does, and what the page reports of it; the world outside does the same to any page. */
const verbs = { ...personContracts, events: sharedContracts.events };
const isScreen = /^screen \S/;
const roleOfLine = /^ {2}(?:[+-] )?([a-z]+) '/;

/** What a story has of screens and of kinds of controls, by what is kept of it, and what is done in it. */
export function listFeatures({ name, steps }: Fixture): Set<Feature> {
  const lines = readSnapshot(name).split("\n");
  const roles = lines.flatMap((line) => roleOfLine.exec(line)?.[1] ?? []);
  return new Set([
    ...lines.filter((line) => isScreen.test(line)),
    ...roles.map((role) => `role ${role}`),
    ...steps.flatMap((step) => step.do.flatMap((action) => toVerb(action, verbs) ?? [])).map((verb) => `verb ${verb}`),
  ]);
}

/** Stories that have together every part that any has: of what is left, whoever has the most for its length comes next. */
export function chooseSubset(fixtures: readonly Fixture[]): Fixture[] {
  const parts = new Map(fixtures.map((fixture) => [fixture, listFeatures(fixture)]));
  const listAll = (of: readonly Fixture[]) => new Set(of.flatMap((fixture) => [...parts.get(fixture)!]));
  const left = listAll(fixtures);
  const worth = (fixture: Fixture) =>
    [...parts.get(fixture)!].filter((part) => left.has(part)).length / fixture.steps.length;
  let chosen: Fixture[] = [];
  while (left.size > 0) {
    const next = fixtures.reduce((best, fixture) => (worth(fixture) > worth(best) ? fixture : best));
    chosen.push(next);
    for (const part of parts.get(next)!) left.delete(part);
  }
  // What came later may have all that an early one was chosen for.
  for (const one of chosen) {
    const others = chosen.filter((other) => other !== one);
    const theirs = listAll(others);
    if ([...parts.get(one)!].every((part) => theirs.has(part))) chosen = others;
  }
  return chosen;
}
