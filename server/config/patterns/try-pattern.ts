import { availableParallelism, loadavg } from "node:os";
import { createContext, Script } from "node:vm";
import type { Pattern } from "#engine/rules/patterns.ts";
import { findLinearFault, toLinearPattern } from "./linear-pattern.ts";
import { toTrialTexts } from "./trial-texts.ts";

/** A pattern of the documents and how long the values are that it judges. */
export interface PatternUse {
  readonly pattern: string;
  readonly maxLength: number;
}

/** Why a pattern may not be published. */
export interface PatternFault {
  readonly code: "pattern-refused" | "pattern-slow" | "pattern-unjudged";
  readonly message: string;
}

/** One text may take so long on the engine of a page or of the server; a good pattern takes a hundredth of it. */
const quietLimitMs = 100;
/** Where many processes share a processor everything takes longer by as much, up to this. */
const busyMax = 8;
const toLimitMs = (): number =>
  Math.round(quietLimitMs * Math.min(busyMax, Math.max(1, loadavg()[0]! / availableParallelism())));
/** A text that took too long is tried again: the machine may have been busy with something else. */
const triesMax = 3;
/** What the server may be sent, whatever the form allows: its engine is tried on more than a value's length. */
const sentLength = 20_000;
const sentTexts = 20;

/** Judges a pattern by the clock, on both engines. Never takes longer than a few tries, and belongs into a worker. */
export function tryPattern({ pattern, maxLength }: PatternUse): PatternFault | undefined {
  const unknown = findLinearFault(pattern);
  if (unknown !== undefined) return { code: "pattern-refused", message: unknown };
  const slow =
    findSlowText(new RegExp(pattern, "u"), toTrialTexts(pattern, maxLength)) ??
    findSlowText(toLinearPattern(pattern), toTrialTexts(pattern, sentLength).slice(0, sentTexts));
  return slow === undefined
    ? undefined
    : {
        code: "pattern-slow",
        message:
          `This pattern takes long on some texts, such as ${toShown(slow)}: its repetitions can share the same ` +
          `characters in many ways. Begin what follows a repetition with another character, or ask for less`,
      };
}

const step = new Script(`
  while (at < texts.length) {
    began = now();
    pattern.test(texts[at]);
    if (now() - began > limitMs) break;
    at += 1;
  }
`);

/** The first text on which a pattern takes too long each time it is tried. The engine is interrupted, not waited for. */
function findSlowText(pattern: Pattern, texts: readonly string[]): string | undefined {
  const limitMs = toLimitMs();
  const state = { pattern, texts, at: 0, began: 0, limitMs, now: () => performance.now() };
  const context = createContext(state);
  for (let tries = 0, last = 0; state.at < texts.length;) {
    try {
      step.runInContext(context, { timeout: limitMs * 2 });
    } catch (error) {
      if (!isInterruption(error)) throw error;
      // Many quick texts may add up to it.
      if (performance.now() - state.began <= limitMs) continue;
    }
    if (state.at >= texts.length) break;
    tries = state.at === last ? tries + 1 : 1;
    last = state.at;
    if (tries >= triesMax) return texts[state.at];
  }
  return undefined;
}

/** The error of an interrupted script is made in the script's own world, so it is no instance of our Error. */
const isInterruption = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/** The beginning and the end of a text, as an author may read it. */
function toShown(text: string): string {
  const quoted = (part: string) => JSON.stringify(part).slice(1, -1);
  return text.length <= 24
    ? JSON.stringify(text)
    : `"${quoted(text.slice(0, 12))}…${quoted(text.slice(-6))}" (${text.length} characters)`;
}
