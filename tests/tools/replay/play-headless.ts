import type { Fixture } from "./contracts.ts";
import { loopbackFetch } from "./api-client.ts";
import { logCalls, type LoggedCall } from "./call-log.ts";
import { HeadlessRun, headlessVerbs } from "./headless-verbs.ts";
import { play, type OnStep, type StepObservation } from "./play.ts";

/** Plays a fixture on a server with the page's own code and no browser. Returns observations and calls. */
export async function playHeadless(
  fixture: Fixture,
  baseUrl: string,
  onStep?: OnStep,
): Promise<{ readonly seen: StepObservation[]; readonly run: HeadlessRun; readonly calls: readonly LoggedCall[] }> {
  const calls: LoggedCall[] = [];
  const run = new HeadlessRun(fixture, {
    baseUrl,
    fetch: logCalls("run", loopbackFetch, calls),
    pageFetch: logCalls("page", loopbackFetch, calls),
  });
  return { seen: await play(run, headlessVerbs, onStep), run, calls };
}
