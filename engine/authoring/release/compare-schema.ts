import type { DataSchema } from "#engine/core/definitions/form.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { remainder } from "#engine/core/rules/decimal.ts";
import { findDateShape } from "#engine/core/form/date-values.ts";
import type { Finding, Verdict } from "./change.ts";

/** Lower and upper limits, with their names in messages. */
const lower = { minLength: "characters at least", minimum: "at least", minItems: "items at least" } as const;
const upper = { maxLength: "characters at most", maximum: "at most", maxItems: "items at most" } as const;

/** Compares the shape of one value: narrower is major, wider is minor; a pattern or format is open. */
export function compareSchema(former: DataSchema, newer: DataSchema, at = ""): Finding[] {
  const inner = compareInner(former, newer, at);
  return [
    ...compareType(former, newer),
    ...compareEnum(former, newer),
    ...Object.entries(lower).flatMap(([key, limitName]) =>
      compareLimit(key as keyof typeof lower, limitName, 1, former, newer),
    ),
    ...Object.entries(upper).flatMap(([key, limitName]) =>
      compareLimit(key as keyof typeof upper, limitName, -1, former, newer),
    ),
    ...compareStep(former, newer),
    ...comparePattern(former, newer),
    ...compareFormat(former, newer),
  ]
    .map(({ verdict, message }) => ({ verdict, at, message }))
    .concat(inner);
}

interface KeyFinding {
  verdict: Verdict;
  message: string;
}
const finding = (verdict: Verdict, message: string): KeyFinding[] => [{ verdict, message }];

function compareType({ type: before }: DataSchema, { type: after }: DataSchema): KeyFinding[] {
  if (before === after) return [];
  if (after === undefined) return finding("minor", `may be of any type, was ${before}`);
  if (before === undefined) return finding("open", `must be ${after} now`);
  if (before === "integer" && after === "number") return finding("minor", "may have decimals now");
  return finding("major", `was ${before} and is ${after} now`);
}

function compareEnum({ enum: before }: DataSchema, { enum: after }: DataSchema): KeyFinding[] {
  if (after === undefined) return before === undefined ? [] : finding("minor", "may be any value, was one of a list");
  if (before === undefined) return finding("open", "must be one of a list now");
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  if (removed.length > 0) return finding("major", `no longer accepts ${removed.join(", ")}`);
  return added.length > 0 ? finding("minor", `accepts ${added.join(", ")} too`) : [];
}

/** `sign` 1: higher is narrower. Beside a pattern, format or list a limit may have no effect: sample data decides. */
function compareLimit(
  key: keyof typeof lower | keyof typeof upper,
  limitName: string,
  sign: 1 | -1,
  former: DataSchema,
  newer: DataSchema,
): KeyFinding[] {
  const [before, after] = [former[key], newer[key]];
  if (before === after) return [];
  if (after === undefined) return finding("minor", `${before} ${limitName} no longer applies`);
  if (before !== undefined && sign * (after - before) < 0)
    return finding("minor", `${after} ${limitName}, was ${before}`);
  const bounded = former.pattern !== undefined || former.format !== undefined || former.enum !== undefined;
  return finding(
    bounded ? "open" : "major",
    before === undefined ? `${after} ${limitName} now` : `${after} ${limitName}, was ${before}`,
  );
}

function compareStep({ multipleOf: before }: DataSchema, { multipleOf: after }: DataSchema): KeyFinding[] {
  if (before === after) return [];
  if (after === undefined) return finding("minor", `may be other numbers than multiples of ${before}`);
  const isFiner = before !== undefined && remainder(before, after) === 0;
  return finding(isFiner ? "minor" : "open", `must be a multiple of ${after} now`);
}

function comparePattern({ pattern: before }: DataSchema, { pattern: after }: DataSchema): KeyFinding[] {
  if (before === after) return [];
  if (after === undefined) return finding("minor", "no longer has a pattern");
  return finding("open", before === undefined ? "has a pattern now" : "has another pattern");
}

function compareFormat({ format: before }: DataSchema, { format: after }: DataSchema): KeyFinding[] {
  if (before === after) return [];
  const [shapeBefore, shapeAfter] = [findDateShape(before), findDateShape(after)];
  if (shapeBefore !== undefined && shapeBefore === shapeAfter) return [];
  if (after === undefined && shapeBefore === undefined) return finding("minor", `no longer has to be a ${before}`);
  return finding("open", after === undefined ? `is no longer a ${before}` : `must be a ${after} now`);
}

function compareInner(former: DataSchema, newer: DataSchema, at: string): Finding[] {
  const [before, after] = [former.properties ?? {}, newer.properties ?? {}];
  const properties = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Finding[] => {
    const place = `${at}/${toPointerStep(key)}`;
    const [old, fresh] = [before[key], after[key]];
    if (!fresh) return [{ verdict: "major", at: place, message: "is removed" }];
    return old ? compareSchema(old, fresh, place) : [{ verdict: "minor", at: place, message: "is new" }];
  });
  return [...properties, ...compareItems(former.items, newer.items, at)];
}

function compareItems(before: DataSchema | undefined, after: DataSchema | undefined, at: string): Finding[] {
  if (before && after) return compareSchema(before, after, at);
  if (after) return [{ verdict: "open", at, message: "restricts its items now" }];
  return before ? [{ verdict: "minor", at, message: "accepts any items now" }] : [];
}
