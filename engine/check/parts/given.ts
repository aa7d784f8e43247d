import type { OperationId } from "#engine/api/operations.ts";
import { isOperationId } from "#engine/api/operations.ts";
import { findRoot } from "#engine/scope/index.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listForms } from "./entries.ts";
import { argumentsOf, findFilling, type Argument } from "./operations.ts";
import { listAllSteps } from "./places.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** A place at which a document gives arguments: a call, a load, a `fill`, a searched list. */
export interface Given {
  readonly source: SourceDocument;
  /** Of the step, load, fill or list. */
  readonly pointer: string;
  /** What is asked, in words. */
  readonly what: string;
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly values: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** Every place at which a document gives arguments. */
export const listGiven = (set: DocumentSet): readonly Given[] => set.once(given);

const given = (set: DocumentSet): readonly Given[] => [
  ...listAllSteps(set).flatMap(({ source, pointer, step }) =>
    toGiven(source, pointer, step["call"] ?? step["fetchFile"], step["with"] as Values),
  ),
  ...set.ofKind("screen").flatMap(loads),
  ...listForms(set).flatMap(({ source, fields }) =>
    fields.flatMap(({ entry, pointer }) =>
      entry.fill ? toGiven(source, `${pointer}/fill`, entry.fill.call, entry.fill.with) : [],
    ),
  ),
  ...set.ofKind("options").flatMap((source) => {
    const { call, with: values } = source.document as DocumentOf<"options">;
    return toGiven(source, "", call, values);
  }),
];

function toGiven(source: SourceDocument, pointer: string, operation: unknown, values: Values): Given[] {
  if (typeof operation !== "string" || !isOperationId(operation)) return [];
  const known = argumentsOf(operation);
  return [{ source, pointer, what: operation, arguments: known, values: values ?? {} }];
}

function loads(source: SourceDocument): Given[] {
  return ((source.document as DocumentOf<"screen">).load ?? []).flatMap(({ root, with: values }, index) => {
    const entry = findRoot(root);
    if (!entry || entry.always) return [];
    const names = (entry.takes ?? []).map((name): [string, Argument] => [
      name,
      { schema: { type: "string" }, required: false },
    ]);
    const filling: OperationId | undefined = findFilling(root);
    const known = new Map([...(filling ? argumentsOf(filling) : []), ...names]);
    return [{ source, pointer: `/load/${index}`, what: `the root ${root}`, arguments: known, values: values ?? {} }];
  });
}
