import type { LookHint } from "#engine/picture/judge-look.ts";

/** What is shown, what was seen last, and what was said aloud last and when. */
export interface SteadyHint {
  readonly shown: LookHint;
  readonly seen: LookHint;
  readonly said: LookHint | undefined;
  readonly saidAt: number;
}

/** Milliseconds between two things said aloud, so that one can be heard out. */
const hearingMs = 2_000;

export const firstHint: SteadyHint = { shown: "find", seen: "find", said: undefined, saidAt: -Infinity };

/** The next of them: a hint is shown once it was seen twice in a row, and said aloud when the one before was heard. */
export function toNext({ shown, seen, said, saidAt }: SteadyHint, now: LookHint, atMs: number): SteadyHint {
  const next = now === seen ? now : shown;
  return next !== said && atMs - saidAt >= hearingMs
    ? { shown: next, seen: now, said: next, saidAt: atMs }
    : { shown: next, seen: now, said, saidAt };
}
