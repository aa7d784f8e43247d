import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { applyOverrides } from "#engine/core/definitions/merge.ts";
import { findSlots, type MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { EXPRESSION_LIMITS } from "#engine/core/rules/expression.ts";
import { visitExpression } from "#engine/core/rules/visit-expression.ts";
import type { PatternUse } from "./try-pattern.ts";

/** A pattern, the maximum length of its values, and its position. */
export interface FoundPattern extends PatternUse {
  readonly document: string;
  readonly pointer: string;
}

/** The length of a value without a limit, as long as a person may paste. */
const defaultLength = 1_000;
/** A control limits typing only. Pasted, filled in or stored values may be a little longer. */
const minLength = 64;
const maxLengthLimit = 20_000;

/** Every pattern in form data and rules, as written and with the overrides of each organisation. */
export function findPatterns(sources: readonly SourceDefinition[], metas: MetaSchemas): FoundPattern[] {
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

function findIn(path: string, document: AnyDefinition, metas: MetaSchemas): FoundPattern[] {
  const text = JSON.stringify(document); // most definitions contain none, and walking them takes longer than this
  return [
    ...(text.includes('"pattern":') ? findInData(path, document, metas) : []),
    ...(text.includes('"matches":') ? findInRules(path, document) : []),
  ];
}

function findInData(path: string, document: AnyDefinition, metas: MetaSchemas): FoundPattern[] {
  return findSlots(metas, document.kind, document)
    .filter(({ slot, value }) => slot === "pattern" && typeof value === "string")
    .map(({ pointer, value }) => {
      const schema = getAt(document, pointer.slice(0, pointer.lastIndexOf("/")));
      const length = isObject(schema) && typeof schema["maxLength"] === "number" ? schema["maxLength"] : defaultLength;
      const maxLength = Math.min(Math.max(length, minLength), maxLengthLimit);
      return { document: path, pointer, pattern: String(value), maxLength };
    });
}

function findInRules(path: string, document: AnyDefinition): FoundPattern[] {
  const maxLength = EXPRESSION_LIMITS.textLength;
  return [...visitExpression(document)].flatMap(({ operator, operands: [, pattern], pointer }) =>
    operator === "matches" && typeof pattern === "string"
      ? [{ document: path, pointer: `${pointer}/matches/1`, pattern, maxLength }]
      : [],
  );
}

/** The override that sets the pattern or allows longer values: of those on the same definition the nearest one. */
function findTarget(overrides: Record<string, unknown>, { document, pattern }: FoundPattern): string {
  const own = Object.entries(overrides).filter(([target]) => `${target.split("#")[0]}.json` === document);
  const [target] = own.find(([, patch]) => JSON.stringify(patch)?.includes(JSON.stringify(pattern))) ?? own[0] ?? [];
  return target === undefined ? "/overrides" : `/overrides/${toPointerStep(target)}`;
}
