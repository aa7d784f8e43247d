const maxPatternLength = 300;

const unsupported: readonly (readonly [RegExp, string])[] = [
  [/\(\?(<?[=!])/, "A pattern cannot use lookahead or lookbehind; match the text itself, or use a second rule"],
  [/\\[1-9]|\\k/, "A pattern cannot use backreferences; compare two values in a rule instead"],
];

/**
 * Returns why a pattern is not allowed, or undefined when it is. It reads the pattern only; publishing measures its
 * speed.
 */
export function findPatternFault(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `A pattern has at most ${maxPatternLength} characters`;
  if (!isRegExp(pattern)) return "The pattern is not a regular expression";
  const bare = pattern.replace(/\\[^1-9k]/gu, "").replace(/\[[^\]]*\]/g, "");
  return unsupported.find(([sign]) => sign.test(bare))?.[1];
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
