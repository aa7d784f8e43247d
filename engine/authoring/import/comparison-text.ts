import type { ComparisonOperator, Condition, Steps } from "./conditions.ts";

/** Finds the steps of a name in an expression. Undefined for an unknown name. */
export type FindSteps = (name: string) => Steps | undefined;

type Token = { readonly kind: "name" | "value" | "sign"; readonly text: string; readonly value?: unknown };

const pattern =
  /\s*(?:\{([^}]+)\}|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)|(<>|<=|>=|!=|==|&&|\|\||[=<>()!,[\]])|([A-Za-z_][\w.]*))/y;
const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const signs: Readonly<Record<string, string>> = {
  "&&": "and",
  "||": "or",
  "!": "not",
  "==": "=",
  "<>": "!=",
  equal: "=",
  notequal: "!=",
  greater: ">",
  greaterorequal: ">=",
  less: "<",
  lessorequal: "<=",
};
const words = /^(and|or|not|empty|notempty|contains|notcontains|anyof|noneof|(not)?equal|(greater|less)(orequal)?)$/i;

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < end) {
    const found = pattern.exec(text);
    if (!found) return undefined;
    const [, name, single, double, number, sign, word = ""] = found;
    const quoted = single ?? double;
    if (name !== undefined) tokens.push({ kind: "name", text: name.trim() });
    else if (quoted !== undefined) tokens.push({ kind: "value", text: quoted, value: quoted.replace(/\\(.)/g, "$1") });
    else if (number !== undefined) tokens.push({ kind: "value", text: number, value: Number(number) });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: signs[sign] ?? sign });
    else if (Object.hasOwn(literals, word)) tokens.push({ kind: "value", text: word, value: literals[word] });
    else if (words.test(word)) tokens.push({ kind: "sign", text: signs[word.toLowerCase()] ?? word.toLowerCase() });
    else tokens.push({ kind: "name", text: word });
  }
  return tokens;
}

const comparisons: Readonly<Record<string, ComparisonOperator>> = {
  "=": "===",
  "!=": "!==",
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
};
/** The same comparison with the operands exchanged. */
const mirrored: Readonly<Record<string, string>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" };

/**
 * Reads a condition as SurveyJS (`{age} >= 18 and {name} notempty`) and FEEL (`age >= 18 and name != null`) write it.
 * Returns undefined for arithmetic, functions and other expressions.
 */
export function parseComparisons(text: string, findSteps: FindSteps): Condition | undefined {
  const tokens = tokenize(text);
  if (!tokens) return undefined;
  let at = 0;
  const accept = (sign: string) => tokens[at]?.kind === "sign" && tokens[at]!.text === sign && (at += 1) > 0;

  const parseJoined = (word: "and" | "or", parseOne: () => Condition | undefined): Condition | undefined => {
    const parts = [parseOne()];
    while (accept(word)) parts.push(parseOne());
    if (!parts.every((one) => one !== undefined)) return undefined;
    return parts.length === 1 ? parts[0] : word === "and" ? { all: parts } : { any: parts };
  };
  const parseOr = (): Condition | undefined => parseJoined("or", () => parseJoined("and", parseNot));

  function parseNot(): Condition | undefined {
    if (accept("not")) {
      const inner = parseNot();
      return inner && { not: inner };
    }
    if (!accept("(")) return parseComparison();
    const inner = parseOr();
    return accept(")") ? inner : undefined;
  }

  function parseComparison(): Condition | undefined {
    const left = tokens![at++];
    if (left?.kind === "value") {
      const sign = tokens![at++]?.text ?? "";
      const right = tokens![at++];
      return right?.kind === "name" ? compare(right.text, mirrored[sign] ?? sign, left.value) : undefined;
    }
    if (left?.kind !== "name") return undefined;
    const steps = findSteps(left.text);
    if (!steps) return undefined;
    if (accept("notempty")) return { filled: steps };
    if (accept("empty")) return { blank: steps };
    const sign = tokens![at]?.kind === "sign" ? tokens![at]!.text : undefined;
    if (sign === undefined || /^(and|or|\))$/.test(sign)) return { steps, operator: "===", value: true };
    at += 1;
    if (sign === "anyof" || sign === "noneof") {
      const values = parseList();
      const found: Condition | undefined = values && { steps, operator: "in", value: values };
      return sign === "anyof" ? found : found && { not: found };
    }
    const right = tokens![at++];
    return right?.kind === "value" ? compare(left.text, sign, right.value) : undefined;
  }

  function parseList(): unknown[] | undefined {
    if (!accept("[")) return undefined;
    const values: unknown[] = [];
    while (tokens![at]?.kind === "value") {
      values.push(tokens![at++]!.value);
      accept(",");
    }
    return accept("]") ? values : undefined;
  }

  function compare(name: string, sign: string, value: unknown): Condition | undefined {
    const steps = findSteps(name);
    if (!steps) return undefined;
    if (value === null || value === "")
      return sign === "=" ? { blank: steps } : sign === "!=" ? { filled: steps } : undefined;
    if (sign === "contains") return { steps, operator: "contains", value };
    if (sign === "notcontains") return { not: { steps, operator: "contains", value } };
    const operator = comparisons[sign];
    return operator && { steps, operator, value };
  }

  const condition = parseOr();
  return at === tokens.length ? condition : undefined;
}
