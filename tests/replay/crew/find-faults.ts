import type { Fixture } from "../contracts.ts";
import { findUnkept, keep } from "../kept/keep.ts";
import { toKeptText } from "../kept/kept-text.ts";
import { findUnequalStep, type Seen } from "../play.ts";
import { drawnReadings, type Played } from "../report/story.ts";

export function toSeen({ steps }: Played): Seen[] {
  return steps.flatMap(({ step, observation }) => (observation ? [{ step, observation }] : []));
}

/** Where a fixture stopped, where its readings differ, and what of a whole one is not as it is kept; with `update` it is kept first. Says them. */
export function findFaults(
  fixture: Fixture,
  played: readonly Played[],
  update: boolean,
  say: (line: string) => void,
): string[] {
  const stopped = played.flatMap(({ failure, reading }) => (failure === undefined ? [] : [`${reading}: ${failure}`]));
  if (stopped.length > 0) return stopped;
  const [one, ...others] = played;
  const unequal = others
    .map((other) => one && findUnequalStep(toSeen(one), toSeen(other)))
    .find((fault) => fault !== undefined);
  if (others.length > 0) say(unequal === undefined ? "  = the same after every step" : `  ≠ ${unequal}`);
  const isKept = one && !drawnReadings.has(one.reading) && fixture.until === undefined;
  const text = isKept ? toKeptText(fixture, toSeen(one)) : undefined;
  if (text !== undefined && update) keep(fixture.name, text);
  const unkept = text === undefined ? undefined : findUnkept(fixture.name, text);
  if (unkept !== undefined) say(`  ≠ ${unkept}`);
  return [unequal, unkept].filter((fault) => fault !== undefined);
}
