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
type Runners = Readonly<Record<string, (action: never, run: never) => Promise<void>>>;

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
  run: R,
  verbs: Partial<PersonVerbs<R>>,
  onStep?: OnStep,
): Promise<StepObservation[]> {
  const observations: StepObservation[] = [];
  await run.start();
  try {
    await playStartingPoint(run, verbs as Runners);
    for (const step of run.fixture.steps) {
      const started = Date.now();
      await run.actAs(step.as);
      for (const action of step.do) await act(step, action, verbs as Runners, run);
      const page = await run.observe();
      const observation = page && (await run.complete(page));
      if (observation) observations.push({ step, observation });
      for (const action of step.then ?? []) await act(step, action, sharedVerbs, run);
      await onStep?.(step, Date.now() - started, observation);
    }
    await run.finish();
  } finally {
    await run.end();
  }
  return observations;
}

/** Plays the steps of the starting point. Their observations are dropped. */
async function playStartingPoint(run: FixtureRun, verbs: Runners): Promise<void> {
  const { before = [] } = run.fixture;
  for (const { of, step } of before) {
    try {
      await run.actAs(step.as);
      for (const action of step.do) await act(step, action, verbs, run);
      // The first step starts on an idle page.
      await run.observe();
      for (const action of step.then ?? []) await act(step, action, sharedVerbs, run);
    } catch (error) {
      if (error instanceof StepFailure) error.message = `it starts from '${of}': ${error.message}`;
      throw error;
    }
  }
  const page = before.length > 0 ? await run.observe() : undefined;
  if (page) await run.complete(page);
  if (before.length > 0) await run.events.forget();
}

async function act(step: Step, action: Action, verbs: Runners, run: FixtureRun): Promise<void> {
  try {
    const filled = fill(action, run.variables);
    const verb = verbs[toVerb(action, verbs) ?? ""];
    if (!verb) throw new Error("no such verb");
    await verb(filled as never, run as never);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const shown = await run.glimpse().catch(() => []);
    throw new StepFailure(
      step,
      action,
      [reason, ...(shown.length > 0 ? ["The page shows:"] : []), ...shown].join("\n"),
    );
  }
}

/** The first difference between two runs of a fixture, or undefined. */
export function findDifferentStep(
  first: readonly StepObservation[],
  other: readonly StepObservation[],
): string | undefined {
  for (const [i, { step, observation }] of first.entries()) {
    const counterpart = other[i]?.observation;
    const difference = counterpart ? findDifferentLine(observation, counterpart) : "there is no such step";
    if (difference !== undefined) return `step '${step.id}': ${difference}`;
  }
  return undefined;
}
