/** ReDoS patterns: a backtracking engine needs minutes for some text of a thousand characters. */
export const redosPatterns: readonly string[] = [
  `^${"a{0,9}".repeat(10)}b$`,
  "^(a+)+$",
  "^(a|a)*$",
  "(a|a)*$",
  "^(\\w+\\s?)+$",
  "^(a?){30}a{30}$",
  "^(.*,){11}P",
  "^abc(x+x+)+y",
  "^a*a*a*a*a*a*b$",
];
