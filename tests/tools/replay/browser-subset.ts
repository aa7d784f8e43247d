import { personContracts, sharedContracts, type Fixture } from "./contracts.ts";
import { readSnapshot } from "./snapshots/snapshot-files.ts";
import { toVerb } from "./read-fixtures.ts";

/** A feature that a browser may handle differently: "screen home", "role combobox", "verb upload". */
export type Feature = string;

/** Verbs of a person and checks of events. Other verbs affect every mode alike. */
const verbs = { ...personContracts, events: sharedContracts.events };
const isScreen = /^screen \S/;
const roleOfLine = /^ {2}(?:[+-] )?([a-z]+) '/;

/** Features of a fixture: screens and roles from its snapshot, verbs from its steps. */
export function listFeatures({ name, steps }: Fixture): Set<Feature> {
  const lines = readSnapshot(name).split("\n");
  const roles = lines.flatMap((line) => roleOfLine.exec(line)?.[1] ?? []);
  return new Set([
    ...lines.filter((line) => isScreen.test(line)),
    ...roles.map((role) => `role ${role}`),
    ...steps.flatMap((step) => step.do.flatMap((action) => toVerb(action, verbs) ?? [])).map((verb) => `verb ${verb}`),
  ]);
}

/** Fixtures that together have every feature. The next one adds the most features for its length. */
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
  // A later fixture may have every feature of an earlier one.
  for (const one of chosen) {
    const others = chosen.filter((other) => other !== one);
    const theirs = listAll(others);
    if ([...parts.get(one)!].every((part) => theirs.has(part))) chosen = others;
  }
  return chosen;
}
