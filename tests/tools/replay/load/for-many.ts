import { listSteps } from "../starting-point.ts";
import type { Fixture } from "../contracts.ts";

/** Verbs that many at once would disturb each other by: one clock, one release, one outside world, and one stream of events is everybody's. */
const alone = ["clock", "release", "wait", "callback", "answer", "events"];

/** Can be played beside others on one server. */
export function canRunConcurrently(fixture: Fixture): boolean {
  const { clock } = fixture;
  const actions = listSteps(fixture).flatMap((step) => [...step.do, ...(step.then ?? [])]);
  return clock === undefined && !actions.some((action) => alone.some((verb) => Object.hasOwn(action, verb)));
}
