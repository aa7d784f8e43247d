import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/rules/evaluate.ts";
import { isTable } from "#engine/rules/expression.ts";

/** A sentence with named gaps; `with` says what fills them. `context` tells two meanings of one English sentence apart. */
export interface TextTemplate {
  text: string;
  with?: Record<string, Expr>;
  context?: string;
}
/** A text that is nothing but a value: `{var: "item.label"}`, `{money: […]}`. */
export type TextValue = { readonly [operator: string]: Expr };
/** The first row that holds says the words; `otherwise` is mandatory. */
export interface TextTable {
  rows: { when: Rule; text: string | TextTemplate | TextValue }[];
  otherwise: string | TextTemplate | TextValue;
}
/** What a person reads, as it stands in a document. English is the source and the key. */
export type Text = string | TextTemplate | TextTable | TextValue;

/** English (and context) to the words of the candidate's language; gives the English back when there is no translation. */
export type Translate = (english: string, context?: string) => string;

/** True for a sentence with gaps, true for nothing else that a text may be. */
export const isTemplate = (text: Text): text is TextTemplate => typeof text === "object" && "text" in text;
const isTextTable = (text: Text): text is TextTable => isTable(text);

/**
 * The words of a text in this scope. Missing values leave their gap empty; text is never joined from pieces. `filled` are
 * the gaps that code fills, beside those that a template fills itself.
 */
export function resolveText(
  text: Text | undefined,
  scope: Scope,
  translate: Translate,
  filled?: Readonly<Record<string, unknown>>,
): string {
  if (text === undefined) return "";
  if (typeof text === "string") return filled ? fillText(translate(text), filled) : translate(text);
  if (isTextTable(text)) {
    const row = text.rows.find((candidate) => isTrue(candidate.when, scope));
    return resolveText(row ? row.text : text.otherwise, scope, translate, filled);
  }
  if (!isTemplate(text)) return toWords(evaluate(text, scope));
  const values: Record<string, unknown> = { ...filled };
  for (const [name, value] of Object.entries(text.with ?? {})) values[name] = evaluate(value, scope);
  return fillText(translate(text.text, text.context), values);
}

const toWords = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** The names of a sentence's gaps, each once. */
export const toGaps = (sentence: string): string[] =>
  sentence.includes("{") ? [...new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))] : [];

/** Fills `{name}` gaps. A gap that is the whole text gives the value's own words. */
export function fillText(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    toWords(Object.hasOwn(values, name) ? values[name] : undefined),
  );
}

/** The English sentences of a text, each with its context: what a locale has to translate. A value has none. */
export function toSentences(text: Text): { english: string; context?: string }[] {
  if (typeof text === "string") return [{ english: text }];
  if (isTextTable(text)) return [...text.rows.flatMap((row) => toSentences(row.text)), ...toSentences(text.otherwise)];
  return isTemplate(text) ? [{ english: text.text, ...(text.context ? { context: text.context } : {}) }] : [];
}
