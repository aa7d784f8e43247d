import { apiVerbs, type ApiReading } from "./api-verbs.ts";
import { browserVerbs, type BrowserReading } from "./browser-verbs.ts";
import type { Action, Step } from "./contracts.ts";
import { toVerb } from "./read-fixtures.ts";
import type { Reading } from "./reading.ts";
import { sharedVerbs } from "./shared-verbs.ts";
import { fill } from "./variables.ts";

/** A step that did not hold: which, and on which action. */
export class Difference extends Error {
  constructor(
    readonly step: Step,
    readonly action: Action,
    reason: string,
  ) {
    super(`step '${step.id}', ${JSON.stringify(action)}: ${reason}`);
  }
}

/** Told after each step that held. */
export type Told = (step: Step, tookMs: number) => void | Promise<void>;
type Runners<R extends Reading> = Readonly<Record<string, (action: never, reading: R) => Promise<void>>>;

/** Plays the `api` lists of a fixture, `then` after each. Throws Difference at the first action that does not hold. */
export async function playApi(reading: ApiReading, told?: Told): Promise<void> {
  await play(reading, (step) => step.api, apiVerbs, told);
}

/** Plays the `browser` lists of a fixture, `then` after each. Throws Difference at the first action that does not hold. */
export async function playBrowser(reading: BrowserReading, told?: Told): Promise<void> {
  await play(reading, (step) => step.browser, browserVerbs, told);
}

async function play<R extends Reading>(
  reading: R,
  toActions: (step: Step) => Action[],
  verbs: Runners<R>,
  told?: Told,
): Promise<void> {
  await reading.begin();
  for (const step of reading.fixture.steps) {
    const started = Date.now();
    for (const action of toActions(step)) await act(step, action, verbs, reading);
    for (const action of step.then ?? []) await act(step, action, sharedVerbs, reading);
    await told?.(step, Date.now() - started);
  }
}

async function act<R extends Reading>(step: Step, action: Action, verbs: Runners<R>, reading: R): Promise<void> {
  try {
    const filled = fill(action, reading.variables);
    const verb = verbs[toVerb(action, verbs) ?? ""];
    if (!verb) throw new Error("no such verb");
    await verb(filled as never, reading);
  } catch (error) {
    throw new Difference(step, action, error instanceof Error ? error.message : String(error));
  }
}
