import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { Fixture, Step } from "./contracts.ts";

/** Access to other fixtures. `through` lists the fixtures that start from this one, the nearest last. */
export interface FixtureFiles {
  readonly names: readonly string[];
  readonly through: readonly string[];
  /** Throws InvalidFixture. */
  read(name: string): Fixture;
}

/** Keys that a fixture and its starting point must share. */
const shared = ["organisation", "form", "locale", "timeZone", "clock", "seed"] as const;

/** Adds the steps, values and files of the starting point. Returns its faults. */
export function withStartingPoint(fixture: Fixture, files: FixtureFiles): { fixture: Fixture; faults: string[] } {
  const { startsFrom, name } = fixture;
  if (!startsFrom) return { fixture, faults: [] };
  const refuse = (fault: string) => ({ fixture, faults: [`/startsFrom${fault}`] });
  const through = [...files.through, name];
  if (through.includes(startsFrom.fixture))
    return refuse(`/fixture: it starts from itself: ${[...through, startsFrom.fixture].join(" > ")}`);
  if (!files.names.includes(startsFrom.fixture))
    return refuse(
      `/fixture: there is no fixture '${startsFrom.fixture}'${didYouMean(startsFrom.fixture, files.names)}`,
    );
  const other = files.read(startsFrom.fixture);
  const ids = other.steps.map(({ id }) => id);
  if (!ids.includes(startsFrom.step))
    return refuse(`/step: '${other.name}' has no step '${startsFrom.step}'${didYouMean(startsFrom.step, ids)}`);
  const added = other.steps.slice(0, ids.indexOf(startsFrom.step) + 1).map((step) => ({ of: other.name, step }));
  return {
    fixture: {
      ...fixture,
      before: [...(other.before ?? []), ...added],
      values: { ...other.values, ...fixture.values },
      files: { ...other.files, ...fixture.files },
    },
    faults: [...findKeyConflicts(fixture, other), ...findDuplicateNames(fixture, other)],
  };
}

const findKeyConflicts = (fixture: Fixture, other: Fixture): string[] =>
  shared
    .filter((key) => fixture[key] !== other[key])
    .map((key) => `/${key}: '${other.name}', its start, has ${toText(other[key])}`);

const toText = (value: string | undefined): string => (value === undefined ? "none" : `'${value}'`);

const findDuplicateNames = (fixture: Fixture, other: Fixture): string[] =>
  (["values", "files"] as const).flatMap((key) =>
    Object.keys(fixture[key])
      .filter((name) => Object.hasOwn(other[key], name))
      .map((name) => `/${key}/${name}: '${other.name}', its start, has one of that name`),
  );

/** All steps in order, with those of the starting point first. */
export const listSteps = ({ before = [], steps }: Pick<Fixture, "before" | "steps">): Step[] => [
  ...before.map(({ step }) => step),
  ...steps,
];
