import { availableParallelism, loadavg } from "node:os";
import { createContext, Script } from "node:vm";
import type { Pattern } from "#engine/core/rules/patterns.ts";
import { findLinearFault, toLinearPattern } from "./linear-pattern.ts";
import { toTrialTexts } from "./trial-texts.ts";

/** A pattern and the maximum length of its values. */
export interface PatternUse {
  readonly pattern: string;
  readonly maxLength: number;
}

/** The reason why a pattern cannot be published. */
export interface PatternFault {
  readonly code: "pattern/invalid" | "pattern/slow" | "pattern/untested";
  readonly message: string;
}

/** The longest time for one text, on the engine of a page or of the server. A good pattern takes a hundredth of it. */
const idleLimitMs = 100;
/** The limit grows with the load of the machine, up to this factor. */
const busyFactorMax = 8;
const toTimeLimitMs = (): number =>
  Math.round(idleLimitMs * Math.min(busyFactorMax, Math.max(1, loadavg()[0]! / availableParallelism())));
/** A slow text is tried again, because the machine may have been busy. */
const attemptsMax = 3;
/** A client may send more than the form allows, so the server's engine is tried on longer texts. */
const requestLength = 20_000;
const requestTexts = 20;

/** Measures a pattern on both engines. Takes at most a few attempts; run it in a worker. */
export function tryPattern({ pattern, maxLength }: PatternUse): PatternFault | undefined {
  const unsupported = findLinearFault(pattern);
  if (unsupported !== undefined) return { code: "pattern/invalid", message: unsupported };
  const slow =
    findSlowText(new RegExp(pattern, "u"), toTrialTexts(pattern, maxLength)) ??
    findSlowText(toLinearPattern(pattern), toTrialTexts(pattern, requestLength).slice(0, requestTexts));
  return slow === undefined
    ? undefined
    : {
        code: "pattern/slow",
        message:
          `This pattern is slow on some texts, such as ${abbreviate(slow)}: its repetitions can share the same ` +
          `characters in many ways. Start the part after a repetition with another character, or allow fewer repetitions`,
      };
}

const step = new Script(`
  while (at < texts.length) {
    startedAt = now();
    pattern.test(texts[at]);
    if (now() - startedAt > limitMs) break;
    at += 1;
  }
`);

/** The first text on which a pattern is too slow in every attempt. The engine is interrupted at the limit. */
function findSlowText(pattern: Pattern, texts: readonly string[]): string | undefined {
  const limitMs = toTimeLimitMs();
  const state = { pattern, texts, at: 0, startedAt: 0, limitMs, now: () => performance.now() };
  const context = createContext(state);
  for (let attempts = 0, last = 0; state.at < texts.length;) {
    try {
      step.runInContext(context, { timeout: limitMs * 2 });
    } catch (error) {
      if (!isInterruption(error)) throw error;
      // Many quick texts may reach the limit together.
      if (performance.now() - state.startedAt <= limitMs) continue;
    }
    if (state.at >= texts.length) break;
    attempts = state.at === last ? attempts + 1 : 1;
    last = state.at;
    if (attempts >= attemptsMax) return texts[state.at];
  }
  return undefined;
}

/** The error comes from the context of the script, so it is no instance of this context's Error. */
const isInterruption = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/** The beginning and the end of a text, for its author. */
function abbreviate(text: string): string {
  const quoted = (part: string) => JSON.stringify(part).slice(1, -1);
  return text.length <= 24
    ? JSON.stringify(text)
    : `"${quoted(text.slice(0, 12))}…${quoted(text.slice(-6))}" (${text.length} characters)`;
}
