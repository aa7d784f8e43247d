import type { Action, personContracts, sharedContracts, Step, Verbs } from "./contracts.ts";
import { findDifferentLine, type Observation } from "./observation.ts";
import { toVerb } from "./read-fixtures.ts";
import type { FixtureRun } from "./run.ts";
import { sharedVerbs } from "./shared-verbs.ts";
import { fillVariables as fill } from "#engine/core/base/fill-variables.ts";

/** A failed step, with its action. */
export class StepFailure extends Error {
  constructor(
    readonly step: Step,
    readonly action: Action,
    reason: string,
  ) {
    super(`step '${step.id}', ${JSON.stringify(action)}: ${reason}`);
  }
}

/** Called after each passed step with its observation. */
export type OnStep = (step: Step, tookMs: number, observation: Observation | undefined) => void | Promise<void>;
/** Every verb of a step, as one mode implements it. */
export type PersonVerbs<R> = Verbs<typeof personContracts & typeof sharedContracts, R>;
type Runners = Readonly<Record<string, (action: never, reading: never) => Promise<void>>>;

/** The observation after a step. */
export interface StepObservation {
  readonly step: Step;
  readonly observation: Observation;
}

/**
 * Plays the steps of a fixture, each with its `then`, from its starting point. Returns an observation per step. Throws
 * StepFailure at the first failed action.
 */
export async function play<R extends FixtureRun>(
  reading: R,
  verbs: Partial<PersonVerbs<R>>,
  told?: OnStep,
): Promise<StepObservation[]> {
  const seen: StepObservation[] = [];
  await reading.start();
  try {
    await goToBeginning(reading, verbs as Runners);
    for (const step of reading.fixture.steps) {
      const started = Date.now();
      for (const action of step.do) await act(step, action, verbs as Runners, reading);
      const page = await reading.observe();
      const observation = page && (await reading.complete(page));
      if (observation) seen.push({ step, observation });
      for (const action of step.then ?? []) await act(step, action, sharedVerbs, reading);
      await told?.(step, Date.now() - started, observation);
    }
    await reading.finish();
  } finally {
    await reading.end();
  }
  return seen;
}

/** Plays the steps of the starting point. Their observations are dropped. */
async function goToBeginning(reading: FixtureRun, verbs: Runners): Promise<void> {
  const { before = [] } = reading.fixture;
  for (const { of, step } of before) {
    try {
      for (const action of step.do) await act(step, action, verbs, reading);
      // The first step starts on an idle page.
      await reading.observe();
      for (const action of step.then ?? []) await act(step, action, sharedVerbs, reading);
    } catch (error) {
      if (error instanceof StepFailure) error.message = `it starts from '${of}': ${error.message}`;
      throw error;
    }
  }
  const page = before.length > 0 ? await reading.observe() : undefined;
  if (page) await reading.complete(page);
  if (before.length > 0) await reading.events.forget();
}

async function act(step: Step, action: Action, verbs: Runners, reading: FixtureRun): Promise<void> {
  try {
    const filled = fill(action, reading.variables);
    const verb = verbs[toVerb(action, verbs) ?? ""];
    if (!verb) throw new Error("no such verb");
    await verb(filled as never, reading as never);
  } catch (error) {
    throw new StepFailure(step, action, error instanceof Error ? error.message : String(error));
  }
}

/** The first difference between two runs of a fixture, or undefined. */
export function findDifferentStep(
  one: readonly StepObservation[],
  other: readonly StepObservation[],
): string | undefined {
  for (const [i, { step, observation }] of one.entries()) {
    const beside = other[i]?.observation;
    const unequal = beside ? findDifferentLine(observation, beside) : "there is no such step";
    if (unequal !== undefined) return `step '${step.id}': ${unequal}`;
  }
  return undefined;
}
