import type { FieldModel } from "#engine/form/form-model.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import { isSame, type Finding, type Verdict } from "./change.ts";
import { compareOptions, type FindOptions } from "./compare-options.ts";
import { compareSchema } from "./compare-schema.ts";
import { toConstancy, toMeaning, toPresence, toScopedMeaning, type Constancy } from "./meaning.ts";

/** What a field means beside itself: named rules and lists of its release. */
export interface FieldContext {
  readonly rules: Readonly<Record<string, Expr>>;
  readonly options: FindOptions;
}
/** A field of one release. */
export interface FieldSide extends FieldContext {
  readonly field: FieldModel;
}

/** What became of a field that both releases have; labels, hints, widgets and order are words and looks. */
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

/** What it means that a field is gone: its value would be lost. */
export const removedField: readonly Finding[] & Finding[] = [
  { verdict: "major", at: "", message: "is taken away: its value would be lost" },
];

/** What it means that a field is new: it must not be asked of those who had no chance to give it. */
export function addedField(side: FieldSide): Finding[] {
  const presence = toFieldPresence(side);
  if (presence === "never") return [];
  const required = toConstancy(side.field.field.require, side.rules, false);
  if (required === "never") return say("minor", "is new and may be left out");
  const certain = required === "always" && presence === "always" && side.field.field.value === undefined;
  return say(certain ? "major" : "open", certain ? "is new and required" : "is new and may be required");
}

const say = (verdict: Verdict, message: string): Finding[] => [{ verdict, at: "", message }];
const toFieldPresence = ({ field, rules }: FieldSide): Constancy => toPresence(field.when, rules);

function comparePresence(former: FieldSide, newer: FieldSide): Finding[] {
  return toScopedMeaning(former.field.when, former.rules) === toScopedMeaning(newer.field.when, newer.rules) ||
    (toFieldPresence(former) === "always" && toFieldPresence(newer) === "always")
    ? []
    : say("open", "is there under another condition");
}

function compareRequired(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former, newer].map(({ field, rules }) => toConstancy(field.field.require, rules, false));
  if (after === "never") return before === "never" ? [] : say("minor", "may be left out now");
  if (before === "always") return after === "always" ? [] : say("minor", "may be left out under a condition now");
  if (before === "never" && after === "always" && newer.field.field.value === undefined)
    return say("major", "was optional and is required now");
  return isSameAt(former, newer, ({ field }) => field.field.require)
    ? []
    : say("open", "is required under another condition");
}

function compareValue(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former.field.field.value, newer.field.field.value];
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return say("major", "is computed now: what was typed would be lost");
  if (after === undefined) return say("open", "is typed now, was computed");
  return isSameAt(former, newer, ({ field }) => field.field.value) ? [] : say("open", "is computed in another way");
}

function compareReadOnly(former: FieldSide, newer: FieldSide): Finding[] {
  if (newer.field.field.value !== undefined) return [];
  const [before, after] = [former, newer].map(({ field, rules }) => toConstancy(field.field.readOnly, rules, false));
  if (after === "never") return before === "never" ? [] : say("minor", "can be typed now");
  if (before === "always") return after === "always" ? [] : say("minor", "can be typed under a condition now");
  if (before === "never" && after === "always") return say("major", "can no longer be typed");
  return isSameAt(former, newer, ({ field }) => field.field.readOnly)
    ? []
    : say("open", "can be typed under another condition");
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
      return is ? say("major", `no longer takes ${name} dates`) : say("minor", `takes ${name} dates too`);
    }),
    ...(["min", "max"] as const).flatMap((key) => {
      if (after[key] === undefined)
        return before[key] === undefined ? [] : say("minor", `has no ${key} date of its own any more`);
      return isSameAt(former, newer, ({ field }) => field.field.dates?.[key])
        ? []
        : say("open", `has another ${key} date`);
    }),
  ];
}

function compareAccept(former: FieldSide, newer: FieldSide): Finding[] {
  const [before, after] = [former.field.field.accept, newer.field.field.accept];
  if (isSame(before, after)) return [];
  if (after === undefined) return say("minor", "takes files of any type now");
  const gone = before?.filter((type) => !after.includes(type));
  if (gone === undefined) return say("major", `takes only ${after.join(", ")} now`);
  if (gone.length > 0) return say("major", `no longer takes ${gone.join(", ")}`);
  return after.length > (before?.length ?? 0) ? say("minor", "takes more types of file") : [];
}

/** How a value gets into the field, and whether it is kept while it is typed. */
function compareTyping({ field: { field: before } }: FieldSide, { field: { field: after } }: FieldSide): Finding[] {
  return [
    ...(after.sensitive === true && before.sensitive !== true
      ? say("major", "is sensitive now: drafts would lose it")
      : []),
    ...(after.sensitive !== true && before.sensitive === true ? say("minor", "is kept in drafts now") : []),
    ...(isSame(before.initial, after.initial) ? [] : say("minor", "begins with another value")),
    ...(isSame(before.fill, after.fill) ? [] : say("minor", "is filled in another way")),
  ];
}

/** Whether a part of the field says the same in both releases, read from the same place. */
function isSameAt(former: FieldSide, newer: FieldSide, part: (side: FieldSide) => unknown): boolean {
  const [before, after] = [former, newer].map((side) => toMeaning(part(side), side.rules));
  return before === after && former.field.base === newer.field.base;
}
