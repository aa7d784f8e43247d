import { listSteps } from "../starting-point.ts";
import type { Fixture } from "../contracts.ts";

/** Verbs that affect other runs on the same server: clock, release, outside services and events are shared. */
const exclusiveVerbs = ["clock", "release", "wait", "callback", "service", "events"];

/** The fixture can run beside others on one server. */
export function canRunConcurrently(fixture: Fixture): boolean {
  const { clock } = fixture;
  const actions = listSteps(fixture).flatMap((step) => [...step.do, ...(step.then ?? [])]);
  return clock === undefined && !actions.some((action) => exclusiveVerbs.some((verb) => Object.hasOwn(action, verb)));
}
