import type { SourceDocument } from "#engine/check/parts/set.ts";
import { getAt, toPointerStep } from "#engine/base/json-pointer.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { applyOverrides } from "#engine/documents/merge.ts";
import { findSlots, type MetaSchemas } from "#engine/documents/walk.ts";
import { EXPRESSION_LIMITS } from "#engine/rules/expression.ts";
import { visitExpression } from "#engine/rules/visit.ts";
import type { PatternUse } from "./try-pattern.ts";

/** A pattern, how long the values are that it judges, and where it stands. */
export interface FoundPattern extends PatternUse {
  readonly document: string;
  readonly pointer: string;
}

/** A value without a length, as long as a person may paste. */
const usualLength = 1_000;
/** A control stops typing at the length of its field; what is pasted, filled in or stored may be a little longer. */
const leastLength = 64;
const greatestLength = 20_000;

/** Every pattern of the documents: of form data and of rules, as written and as each organisation overrides them. */
export function findPatterns(sources: readonly SourceDocument[], metas: MetaSchemas): FoundPattern[] {
  const written = sources.flatMap(({ path, document }) => findIn(path, document, metas));
  const known = new Set(written.map(toText));
  const overridden = sources.flatMap((source) => {
    const overrides = source.document["overrides"];
    if (source.document.kind !== "organisation" || !isObject(overrides)) return [];
    const { documents } = applyOverrides(
      sources.map(({ document }) => document),
      overrides,
    );
    return documents
      .flatMap((document, at) => {
        const written = sources[at];
        return written && document !== written.document ? findIn(written.path, document, metas) : [];
      })
      .filter((found) => !known.has(toText(found)))
      .map((found) => ({ ...found, document: source.path, pointer: findTarget(overrides, found) }));
  });
  return [...written, ...overridden];
}

const toText = ({ document, pointer, pattern, maxLength }: FoundPattern): string =>
  [document, pointer, maxLength, pattern].join(" ");

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function findIn(path: string, document: AnyDocument, metas: MetaSchemas): FoundPattern[] {
  const text = JSON.stringify(document); // most documents hold none, and walking takes longer than this
  return [
    ...(text.includes('"pattern":') ? findInData(path, document, metas) : []),
    ...(text.includes('"matches":') ? findInRules(path, document) : []),
  ];
}

function findInData(path: string, document: AnyDocument, metas: MetaSchemas): FoundPattern[] {
  return findSlots(metas, document.kind, document)
    .filter(({ slot, value }) => slot === "pattern" && typeof value === "string")
    .map(({ pointer, value }) => {
      const schema = getAt(document, pointer.slice(0, pointer.lastIndexOf("/")));
      const length = isObject(schema) && typeof schema["maxLength"] === "number" ? schema["maxLength"] : usualLength;
      const maxLength = Math.min(Math.max(length, leastLength), greatestLength);
      return { document: path, pointer, pattern: String(value), maxLength };
    });
}

function findInRules(path: string, document: AnyDocument): FoundPattern[] {
  const maxLength = EXPRESSION_LIMITS.textLength;
  return [...visitExpression(document)].flatMap(({ operator, operands: [, pattern], pointer }) =>
    operator === "matches" && typeof pattern === "string"
      ? [{ document: path, pointer: `${pointer}/matches/1`, pattern, maxLength }]
      : [],
  );
}

/** The override that brings a pattern, or that lets values be longer: the one on the same document that ends nearest to it. */
function findTarget(overrides: Record<string, unknown>, { document, pattern }: FoundPattern): string {
  const own = Object.entries(overrides).filter(([target]) => `${target.split("#")[0]}.json` === document);
  const [target] = own.find(([, patch]) => JSON.stringify(patch)?.includes(JSON.stringify(pattern))) ?? own[0] ?? [];
  return target === undefined ? "/overrides" : `/overrides/${toPointerStep(target)}`;
}
