import type { DataSchema } from "#engine/documents/form.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findDateShape } from "#engine/form/date-values.ts";
import type { Finding, Verdict } from "./change.ts";

/** Limits that take less the higher they are, and those that take less the lower they are; with the words for them. */
const lower = { minLength: "characters at least", minimum: "at least", minItems: "items at least" } as const;
const upper = { maxLength: "characters at most", maximum: "at most", maxItems: "items at most" } as const;

/** What became of the shape of one value: narrower is major, wider minor; where a pattern or format decides, open. */
export function compareSchema(former: DataSchema, newer: DataSchema, at = ""): Finding[] {
  const inner = compareInner(former, newer, at);
  return [
    ...compareType(former, newer),
    ...compareEnum(former, newer),
    ...Object.entries(lower).flatMap(([key, words]) =>
      compareLimit(key as keyof typeof lower, words, 1, former, newer),
    ),
    ...Object.entries(upper).flatMap(([key, words]) =>
      compareLimit(key as keyof typeof upper, words, -1, former, newer),
    ),
    ...comparePattern(former, newer),
    ...compareFormat(former, newer),
  ]
    .map(({ verdict, message }) => ({ verdict, at, message }))
    .concat(inner);
}

interface Said {
  verdict: Verdict;
  message: string;
}
const say = (verdict: Verdict, message: string): Said[] => [{ verdict, message }];

function compareType({ type: before }: DataSchema, { type: after }: DataSchema): Said[] {
  if (before === after) return [];
  if (after === undefined) return say("minor", `may be of any type, was ${before}`);
  if (before === undefined) return say("open", `must be ${after} now`);
  if (before === "integer" && after === "number") return say("minor", "may have decimals now");
  return say("major", `was ${before} and is ${after} now`);
}

function compareEnum({ enum: before }: DataSchema, { enum: after }: DataSchema): Said[] {
  if (after === undefined) return before === undefined ? [] : say("minor", "may be any value, was one of a list");
  if (before === undefined) return say("open", "must be one of a list now");
  const gone = before.filter((value) => !after.includes(value));
  const come = after.filter((value) => !before.includes(value));
  if (gone.length > 0) return say("major", `no longer takes ${gone.join(", ")}`);
  return come.length > 0 ? say("minor", `takes ${come.join(", ")} too`) : [];
}

/** `sign` 1: the higher the narrower. A limit beside a pattern, format or list may change nothing: then data decides. */
function compareLimit(
  key: keyof typeof lower | keyof typeof upper,
  words: string,
  sign: 1 | -1,
  former: DataSchema,
  newer: DataSchema,
): Said[] {
  const [before, after] = [former[key], newer[key]];
  if (before === after) return [];
  if (after === undefined) return say("minor", `${before} ${words} no longer holds`);
  if (before !== undefined && sign * (after - before) < 0) return say("minor", `${after} ${words}, was ${before}`);
  const bounded = former.pattern !== undefined || former.format !== undefined || former.enum !== undefined;
  return say(
    bounded ? "open" : "major",
    before === undefined ? `${after} ${words} now` : `${after} ${words}, was ${before}`,
  );
}

function comparePattern({ pattern: before }: DataSchema, { pattern: after }: DataSchema): Said[] {
  if (before === after) return [];
  if (after === undefined) return say("minor", "has no pattern any more");
  return say("open", before === undefined ? "has a pattern now" : "has another pattern");
}

function compareFormat({ format: before }: DataSchema, { format: after }: DataSchema): Said[] {
  if (before === after) return [];
  const [shapeBefore, shapeAfter] = [findDateShape(before), findDateShape(after)];
  if (shapeBefore !== undefined && shapeBefore === shapeAfter) return [];
  if (after === undefined && shapeBefore === undefined) return say("minor", `need not be a ${before} any more`);
  return say("open", after === undefined ? `is no ${before} any more` : `must be a ${after} now`);
}

function compareInner(former: DataSchema, newer: DataSchema, at: string): Finding[] {
  const [before, after] = [former.properties ?? {}, newer.properties ?? {}];
  const properties = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Finding[] => {
    const place = `${at}/${toPointerStep(key)}`;
    const [old, fresh] = [before[key], after[key]];
    if (!fresh) return [{ verdict: "major", at: place, message: "is taken away" }];
    return old ? compareSchema(old, fresh, place) : [{ verdict: "minor", at: place, message: "is new" }];
  });
  return [...properties, ...compareItems(former.items, newer.items, at)];
}

function compareItems(before: DataSchema | undefined, after: DataSchema | undefined, at: string): Finding[] {
  if (before && after) return compareSchema(before, after, at);
  if (after) return [{ verdict: "open", at, message: "says what its items must be now" }];
  return before ? [{ verdict: "minor", at, message: "takes any items now" }] : [];
}
