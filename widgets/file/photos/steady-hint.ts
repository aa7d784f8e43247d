import type { CaptureHint } from "#engine/vision/picture/capture-hint.ts";

/** The shown hint, the last detected one, and the last announced one with its time. */
export interface SteadyHint {
  readonly shown: CaptureHint;
  readonly detected: CaptureHint;
  readonly announced: CaptureHint | undefined;
  readonly announcedAt: number;
}

/** Minimum milliseconds between announcements, so that each can be heard in full. */
const announcementMs = 2_000;

export const firstHint: SteadyHint = { shown: "find", detected: "find", announced: undefined, announcedAt: -Infinity };

/** The next hint: shown after it was detected twice in a row, announced after the previous announcement ended. */
export function nextHint(
  { shown, detected, announced, announcedAt }: SteadyHint,
  now: CaptureHint,
  atMs: number,
): SteadyHint {
  const next = now === detected ? now : shown;
  return next !== announced && atMs - announcedAt >= announcementMs
    ? { shown: next, detected: now, announced: next, announcedAt: atMs }
    : { shown: next, detected: now, announced, announcedAt };
}
