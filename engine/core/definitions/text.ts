import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/core/rules/evaluate.ts";
import { isTable } from "#engine/core/rules/expression.ts";

/**
 * A sentence with placeholders; `with` gives their values. `context` separates two meanings of one English sentence.
 */
export interface TextTemplate {
  text: string;
  with?: Record<string, Expr>;
  context?: string;
}
/** A text that is only a value: `{var: "item.label"}`, `{money: […]}`. */
export type TextValue = { readonly [operator: string]: Expr };
/** A table of texts: the first row that holds wins, else `otherwise`. */
export interface TextTable {
  rows: { when: Rule; text: string | TextTemplate | TextValue }[];
  otherwise: string | TextTemplate | TextValue;
}
/** A text in a definition. English is the source and the key of its translations. */
export type Text = string | TextTemplate | TextTable | TextValue;

/** Translates an English sentence; returns the English without a translation. */
export type Translate = (english: string, context?: string) => string;

/** True for a sentence with placeholders. */
export const isTemplate = (text: Text): text is TextTemplate => typeof text === "object" && "text" in text;
const isTextTable = (text: Text): text is TextTable => isTable(text);

/**
 * Resolves a text in a scope. A missing value leaves its placeholder empty. `filled` has the values of the placeholders
 * that code fills.
 */
export function resolveText(
  text: Text | undefined,
  scope: Scope,
  translate: Translate,
  filled?: Readonly<Record<string, unknown>>,
): string {
  if (text === undefined) return "";
  if (typeof text === "string") return filled ? fillPlaceholders(translate(text), filled) : translate(text);
  if (isTextTable(text)) {
    const row = text.rows.find((candidate) => isTrue(candidate.when, scope));
    return resolveText(row ? row.text : text.otherwise, scope, translate, filled);
  }
  if (!isTemplate(text)) return toText(evaluate(text, scope));
  const values: Record<string, unknown> = { ...filled };
  for (const [name, value] of Object.entries(text.with ?? {})) values[name] = evaluate(value, scope);
  return fillPlaceholders(translate(text.text, text.context), values);
}

const toText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** Returns the placeholders of a sentence, each once. */
export const toPlaceholders = (sentence: string): string[] =>
  sentence.includes("{") ? [...new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))] : [];

/** Fills `{name}` placeholders. */
export function fillPlaceholders(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    toText(Object.hasOwn(values, name) ? values[name] : undefined),
  );
}

/** Returns the English sentences of a text with their contexts, for translation. A value has none. */
export function toSentences(text: Text): { english: string; context?: string }[] {
  if (typeof text === "string") return [{ english: text }];
  if (isTextTable(text)) return [...text.rows.flatMap((row) => toSentences(row.text)), ...toSentences(text.otherwise)];
  return isTemplate(text) ? [{ english: text.text, ...(text.context ? { context: text.context } : {}) }] : [];
}
