import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { Fixture, Step } from "./contracts.ts";

/** Where other fixtures are found; `through`: those that begin with the one that is read, the nearest last. */
export interface FixtureFiles {
  readonly names: readonly string[];
  readonly through: readonly string[];
  /** Throws BadFixture. */
  read(name: string): Fixture;
}

/** What a beginning must have as the fixture itself: another form, language or time would be another story. */
const shared = ["organisation", "form", "locale", "timeZone", "clock", "seed"] as const;

/** A fixture with what stands before its first step, the values and the files of that among its own; and what cannot be. */
export function withStartingPoint(fixture: Fixture, shelf: FixtureFiles): { fixture: Fixture; faults: string[] } {
  const { begins, name } = fixture;
  if (!begins) return { fixture, faults: [] };
  const refuse = (fault: string) => ({ fixture, faults: [`/begins${fault}`] });
  const through = [...shelf.through, name];
  if (through.includes(begins.fixture))
    return refuse(`/fixture: it begins with itself: ${[...through, begins.fixture].join(" > ")}`);
  if (!shelf.names.includes(begins.fixture))
    return refuse(`/fixture: there is no fixture '${begins.fixture}'${didYouMean(begins.fixture, shelf.names)}`);
  const other = shelf.read(begins.fixture);
  const ids = other.steps.map(({ id }) => id);
  if (!ids.includes(begins.step))
    return refuse(`/step: '${other.name}' has no step '${begins.step}'${didYouMean(begins.step, ids)}`);
  const own = other.steps.slice(0, ids.indexOf(begins.step) + 1).map((step) => ({ of: other.name, step }));
  return {
    fixture: {
      ...fixture,
      before: [...(other.before ?? []), ...own],
      values: { ...other.values, ...fixture.values },
      files: { ...other.files, ...fixture.files },
    },
    faults: [...findUnequal(fixture, other), ...findTwice(fixture, other)],
  };
}

const findUnequal = (fixture: Fixture, other: Fixture): string[] =>
  shared
    .filter((key) => fixture[key] !== other[key])
    .map((key) => `/${key}: '${other.name}', with which it begins, has ${toWords(other[key])}`);

const toWords = (value: string | undefined): string => (value === undefined ? "none" : `'${value}'`);

const findTwice = (fixture: Fixture, other: Fixture): string[] =>
  (["values", "files"] as const).flatMap((key) =>
    Object.keys(fixture[key])
      .filter((name) => Object.hasOwn(other[key], name))
      .map((name) => `/${key}/${name}: '${other.name}', with which it begins, has one of that name`),
  );

/** Everything that is done, in its order: what it begins with, then its own. */
export const listSteps = ({ before = [], steps }: Pick<Fixture, "before" | "steps">): Step[] => [
  ...before.map(({ step }) => step),
  ...steps,
];
