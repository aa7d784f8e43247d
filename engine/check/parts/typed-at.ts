import type { Known } from "#engine/base/known.ts";
import type { Expr } from "#engine/rules/expression.ts";
import { isTable } from "#engine/rules/expression.ts";
import type { Environment } from "./environment.ts";
import { findRegions } from "./find-regions.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";
import { typeExpression } from "./typed.ts";

/** The worlds in which a place of a document is read; none for what nothing reaches. */
export const worldsAt = (set: DocumentSet, source: SourceDocument, pointer: string): readonly Environment[] =>
  set.once(findRegions).envsAt(source, pointer);

/** A value of a document, or what a row of its table gives, in one of its worlds. */
export interface TypedValue {
  readonly pointer: string;
  readonly known: Known;
  readonly expr: Expr;
  readonly env: Environment;
}

/** What a value of a document is known to be, once for each row of a table and each world. */
export function typeValue(set: DocumentSet, source: SourceDocument, pointer: string, value: unknown): TypedValue[] {
  const worlds = worldsAt(set, source, pointer);
  return toParts(value, pointer).flatMap((part) =>
    worlds.map((env) => ({ ...part, env, known: typeExpression(part.expr, env, set.rules).known })),
  );
}

function toParts(value: unknown, pointer: string): { pointer: string; expr: Expr }[] {
  if (!isTable(value)) return [{ pointer, expr: value as Expr }];
  return [
    ...value.rows.map((row, index) => ({
      pointer: `${pointer}/rows/${index}/value`,
      expr: (row as { value: Expr }).value,
    })),
    { pointer: `${pointer}/otherwise`, expr: value.otherwise as Expr },
  ];
}
