import type { Documents } from "./documents.ts";

type Operands = readonly unknown[];
const toList = (value: unknown): Operands => (Array.isArray(value) ? value : [value]);

/** Words for the operators that conditions of screens use; other rules stay as they are written. */
const words: Readonly<Record<string, (operands: Operands, describe: (rule: unknown) => string) => string>> = {
  var: ([path]) => String(path),
  filled: ([value], describe) => `${describe(value)} has a value`,
  blank: ([value], describe) => `${describe(value)} is empty`,
  "!": ([value], describe) => `not (${describe(value)})`,
  "===": ([one, other], describe) => `${describe(one)} is ${describe(other)}`,
  "!==": ([one, other], describe) => `${describe(one)} is not ${describe(other)}`,
  in: ([value, list], describe) => `${describe(value)} is one of ${toList(list).map(describe).join(", ")}`,
  and: (operands, describe) => operands.map(describe).join(" and "),
  or: (operands, describe) => operands.map(describe).join(" or "),
  count: ([list], describe) => `the number of ${describe(list)}`,
  ">": ([one, other], describe) => `${describe(one)} is more than ${describe(other)}`,
};

/** A condition in words; a named rule by its description, or by its name without one. */
export function describeCondition(documents: Documents, rule: unknown): string {
  const describe = (part: unknown): string => {
    if (typeof part !== "object" || part === null) return String(part);
    const [operator, operands] = Object.entries(part)[0] ?? ["", undefined];
    if (operator === "rule") return describeRule(documents, String(operands));
    const toWords = Object.hasOwn(words, operator) ? words[operator] : undefined;
    return toWords ? toWords(toList(operands), describe) : JSON.stringify(part);
  };
  return describe(rule);
}

function describeRule(documents: Documents, name: string): string {
  const found = documents.list("rules").find(({ rules }) => Object.hasOwn(rules, name));
  const why = found?.rules[name]?.why;
  return `${name}${typeof why === "string" ? ` (${why})` : ""}`;
}
