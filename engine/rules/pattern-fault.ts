const longestPattern = 300;

const refused: readonly (readonly [RegExp, string])[] = [
  [/\(\?(<?[=!])/, "A pattern may not look ahead or behind; say what must stand there, or ask a second rule"],
  [/\\[1-9]|\\k/, "A pattern may not refer back to a group; compare two values in a rule instead"],
];

/**
 * Why a pattern may not be used, or undefined when it may: what can be told from the pattern alone. Whether it takes
 * long is found out when documents are published, by trying it.
 */
export function findPatternFault(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `A pattern has at most ${longestPattern} characters`;
  if (!isRegExp(pattern)) return "The pattern is not a regular expression";
  const bare = pattern.replace(/\\[^1-9k]/gu, "").replace(/\[[^\]]*\]/g, "");
  return refused.find(([sign]) => sign.test(bare))?.[1];
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
