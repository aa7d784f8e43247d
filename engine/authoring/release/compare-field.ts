import type { FieldModel } from "#engine/core/form/form-model.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { isSame, type Finding, type Verdict } from "./change.ts";
import { compareOptions, type FindOptions } from "./compare-options.ts";
import { compareSchema } from "./compare-schema.ts";
import { toConstancy, expandRules, toPresence, expandScopedRules, type Constancy } from "./expand-rules.ts";

/** Named rules and option lists of the field's release. */
export interface FieldContext {
  readonly rules: Readonly<Record<string, Expr>>;
  readonly options: FindOptions;
}
/** A field of one release. */
export interface FieldSide extends FieldContext {
  readonly field: FieldModel;
}

/** Compares a field of two releases. Labels, hints, widgets and order are appearance. */
export function compareField(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [toFieldPresence(former), toFieldPresence(newer)];
  if (after === "never") return before === "never" ? [] : removedField;
  if (before === "never") return addedField(newer);
  return [
    ...comparePresence(former, newer),
    ...compareRequired(former, newer),
    ...compareSchema(former.field.schema, newer.field.schema),
    ...compareOptions([former.field.field.options, former.options], [newer.field.field.options, newer.options]),
    ...compareValue(former, newer),
    ...compareReadOnly(former, newer),
    ...compareBounds(former, newer),
    ...compareAccept(former, newer),
    ...compareTyping(former, newer),
  ];
}

/** A removed field: its value would be lost. */
export const removedField: readonly Finding[] & Finding[] = [
  { verdict: "major", at: "", message: "is removed: its value would be lost" },
];

/** Returns the findings for a new field: it must not be required from candidates who could not fill it in. */
export function addedField(side: FieldSide): Finding[] {
  const presence = toFieldPresence(side);
  if (presence === "never") return [];
  const required = toConstancy(side.field.field.require, side.rules, false);
  if (required === "never") return finding("minor", "is new and optional");
  const certain = required === "always" && presence === "always" && side.field.field.value === undefined;
  return finding(certain ? "major" : "open", certain ? "is new and required" : "is new and may be required");
}

const finding = (verdict: Verdict, message: string): Finding[] => [{ verdict, at: "", message }];
const toFieldPresence = ({ field, rules }: FieldSide): Constancy => toPresence(field.when, rules);

function comparePresence(former: FieldSide, newer: FieldSide): Finding[] {
  return expandScopedRules(former.field.when, former.rules) === expandScopedRules(newer.field.when, newer.rules) ||
    (toFieldPresence(former) === "always" && toFieldPresence(newer) === "always")
    ? []
    : finding("open", "is shown under another condition");
}

function compareRequired(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former, newer].map(({ field, rules }) => toConstancy(field.field.require, rules, false));
  if (after === "never") return before === "never" ? [] : finding("minor", "is optional now");
  if (before === "always") return after === "always" ? [] : finding("minor", "is optional under a condition now");
  if (before === "never" && after === "always" && newer.field.field.value === undefined)
    return finding("major", "was optional and is required now");
  return isSameAt(former, newer, ({ field }) => field.field.require)
    ? []
    : finding("open", "is required under another condition");
}

function compareValue(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former.field.field.value, newer.field.field.value];
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return finding("major", "is computed now: the typed value would be lost");
  if (after === undefined) return finding("open", "is typed now, was computed");
  return isSameAt(former, newer, ({ field }) => field.field.value) ? [] : finding("open", "is computed differently");
}

function compareReadOnly(former: FieldSide, newer: FieldSide): Finding[] {
  if (newer.field.field.value !== undefined) return [];
  const [before, after] = [former, newer].map(({ field, rules }) => toConstancy(field.field.readOnly, rules, false));
  if (after === "never") return before === "never" ? [] : finding("minor", "can be typed now");
  if (before === "always") return after === "always" ? [] : finding("minor", "can be typed under a condition now");
  if (before === "never" && after === "always") return finding("major", "can no longer be typed");
  return isSameAt(former, newer, ({ field }) => field.field.readOnly)
    ? []
    : finding("open", "can be typed under another condition");
}

function compareBounds(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former.field.field.dates ?? {}, newer.field.field.dates ?? {}];
  const flags = [
    ["disablePast", "past"],
    ["disableFuture", "future"],
  ] as const;
  return [
    ...flags.flatMap(([key, name]) => {
      const [was, is] = [before[key] === true, after[key] === true];
      if (was === is) return [];
      return is ? finding("major", `no longer accepts ${name} dates`) : finding("minor", `accepts ${name} dates too`);
    }),
    ...(["min", "max"] as const).flatMap((key) => {
      if (after[key] === undefined)
        return before[key] === undefined ? [] : finding("minor", `no longer has its own ${key} date`);
      return isSameAt(former, newer, ({ field }) => field.field.dates?.[key])
        ? []
        : finding("open", `has another ${key} date`);
    }),
  ];
}

function compareAccept(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former.field.field.accept, newer.field.field.accept];
  if (isSame(before, after)) return [];
  if (after === undefined) return finding("minor", "accepts files of any type now");
  const removed = before?.filter((type) => !after.includes(type));
  if (removed === undefined) return finding("major", `accepts only ${after.join(", ")} now`);
  if (removed.length > 0) return finding("major", `no longer accepts ${removed.join(", ")}`);
  return after.length > (before?.length ?? 0) ? finding("minor", "accepts more file types") : [];
}

/** Compares how the field gets its value, and whether a draft stores it. */
function compareTyping({ field: { field: before } }: FieldSide, { field: { field: after } }: FieldSide): Finding[] {
  return [
    ...(after.sensitive === true && before.sensitive !== true
      ? finding("major", "is sensitive now: drafts would lose it")
      : []),
    ...(after.sensitive !== true && before.sensitive === true ? finding("minor", "is kept in drafts now") : []),
    ...(isSame(before.initial, after.initial) ? [] : finding("minor", "starts with another value")),
    ...(isSame(before.fill, after.fill) ? [] : finding("minor", "is filled differently")),
  ];
}

/** Returns whether a part of the field is equal in both releases, at the same place. */
function isSameAt(former: FieldSide, newer: FieldSide, part: (side: FieldSide) => unknown): boolean {
  const [before, after] = [former, newer].map((side) => expandRules(part(side), side.rules));
  return before === after && former.field.base === newer.field.base;
}
