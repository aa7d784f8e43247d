import { RegExpParser, visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { RE2JS } from "re2js";
import type { Pattern } from "#engine/core/rules/patterns.ts";

const kept = new Map<string, Pattern>();

/**
 * A pattern on an engine with linear time (RE2), which matches like `new RegExp(source, "u")`. All patterns in a thread
 * that serves run on it. Throws for what `findLinearFault` reports.
 */
export function toLinearPattern(source: string): Pattern {
  const known = kept.get(source);
  if (known) return known;
  const compiled = RE2JS.compile(RE2JS.translateRegExp(toCommonSyntax(source)));
  // AJV distinguishes patterns by their text.
  const made = { test: (text: string) => compiled.test(text), toString: () => `/${source}/u` };
  if (kept.size < 500) kept.set(source, made);
  return made;
}

/** The reason why the linear engine does not support a pattern, for its author; undefined when it does. */
export function findLinearFault(source: string): string | undefined {
  try {
    toLinearPattern(source);
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const [, reason = text, part = source] = /^error parsing regexp: (.*): `(.*)`$/su.exec(text) ?? [];
    return reason === "invalid repeat count"
      ? `${part} repeats too often: at most 1000 times, repetitions in one another multiplied`
      : `The server's engine for patterns does not know ${part} (${reason}); write out what it stands for`;
  }
}

const spaces = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const others =
  String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
  String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;

/** Rewrites syntax that both engines have with different meanings: `.`, `\s`, `\S`, `\p{…=…}`. */
function toCommonSyntax(source: string): string {
  let [common, done] = ["", 0];
  const replace = ({ start, end }: AST.Node, text: string) => {
    common += source.slice(done, start) + text;
    done = end;
  };
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, { unicode: true }), {
    onCharacterSetEnter(set) {
      if (set.kind === "any") replace(set, String.raw`[^\n\r\x{2028}\x{2029}]`);
      if (set.kind === "space") {
        const ranges = set.negate ? others : spaces;
        replace(set, set.parent.type === "CharacterClass" ? ranges : `[${ranges}]`);
      }
      if (set.kind === "property" && set.value !== null) replace(set, `\\${set.negate ? "P" : "p"}{${set.value}}`);
    },
  });
  return common + source.slice(done);
}
