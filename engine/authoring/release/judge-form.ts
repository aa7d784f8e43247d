import { readAt, type DataTree } from "#engine/core/form/data-tree.ts";
import type { FieldModel } from "#engine/core/form/form-model.ts";
import type { ValidateTools } from "#engine/core/form/validate.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { isSame } from "./change.ts";
import type { FormSide } from "./compare-form.ts";
import { findConstants, type Constants } from "./parts/constants.ts";
import { createRandom, type Random } from "./parts/random.ts";
import { makeValidData, toMinimalData, toAcceptedValues, toVariant, type ValuePools } from "./parts/sample-data.ts";
import { makeSampleRoots } from "./parts/sample-roots.ts";
import { toSampleValues } from "./parts/sample-values.ts";
import type { PlacedMigration } from "./migrate.ts";
import {
  findSubmissionFault,
  judgeData,
  toNewerData,
  type Fault,
  type FormJudge,
  type FormSuccession,
} from "./accepts-stored-data.ts";

/** A form of one release with its validators, and the roots from its definitions. */
export interface JudgedSide extends FormSide {
  readonly shape: ValidateTools["shape"];
  /** The values of a fixed list. */
  readonly choices: NonNullable<ValidateTools["options"]>;
  readonly roots: Readonly<Record<string, unknown>>;
}

/** The result: submissions that the newer form rejects, and fields without sample data. */
export interface Judgement {
  /** One fault per place, with an example submission. */
  readonly faults: readonly (Fault & { readonly submitted: DataTree })[];
  /** Pointers from `changed` that no valid submission contained. */
  readonly unreached: readonly string[];
  /** The number of valid submissions. */
  readonly tried: number;
}

/** Inputs of the sample data. The same seed and time (ISO 8601) give the same data. */
export interface JudgeTools {
  readonly seed: number;
  readonly now: string;
}

/** The number of sample situations. Some try every decisive value, the first few every value of a changed field. */
const situations = 72;
const tellingEach = 6;
const variedSituations = 4;

/** A form in both releases, and the migrations between them. */
export interface JudgedForm {
  readonly former: JudgedSide;
  readonly newer: JudgedSide;
  readonly migrations: readonly PlacedMigration[];
}

/**
 * Tries data that the former form accepts on the newer one. `changed`: fields that the definitions do not decide; every
 * known value of them is tried.
 */
export function judgeForm(
  { former, newer, migrations }: JudgedForm,
  changed: readonly string[],
  { seed, now }: JudgeTools,
): Judgement {
  const random = createRandom(seed);
  const constants = findConstants([former, newer].map(({ model, rules, roots }) => ({ model, rules, known: roots })));
  const pools = toPools(former, newer, constants, now);
  const faults = new Map<string, Fault & { submitted: DataTree }>();
  const varied = new Map(changed.map((pointer) => [pointer, 0]));
  let tried = 0;
  const attempt = (before: FormJudge, after: FormJudge, submitted: DataTree | undefined): void => {
    if (!submitted) return;
    tried += 1;
    const fault = findFault({ former: before, newer: after, migrations }, submitted);
    if (fault && !faults.has(fault.pointer)) faults.set(fault.pointer, { ...fault, submitted });
  };
  for (let situation = 0; situation < situations; situation += 1) {
    const [before, after] = toJudges(former, newer, constants, random, now);
    const submitted = makeValidData(before, pools, random, situation % 3 === 0 ? 20 : 70);
    if (!submitted) continue;
    const least = toMinimalData(before, submitted);
    attempt(before, after, submitted);
    attempt(before, after, least);
    for (const field of toVaried(before, submitted, varied))
      for (const value of isRetyped(field, former, newer) ? (pools.get(field.pointer)?.all ?? []) : [])
        attempt(before, after, toVariant(before, submitted, field, value));
    for (const field of situation % tellingEach === 0 ? before.model.fields : [])
      for (const value of pools.get(field.pointer)?.telling ?? [])
        attempt(before, after, toVariant(before, least ?? submitted, field, value));
  }
  return {
    faults: [...faults.values()],
    tried,
    unreached: [...varied].filter(([, times]) => times === 0).map(([pointer]) => pointer),
  };
}

/** Returns changed fields of this submission that need more variation, and counts it. */
function toVaried({ model }: FormJudge, submitted: DataTree, varied: Map<string, number>): FieldModel[] {
  return [...varied].flatMap(([pointer, times]) => {
    const field = model.byPointer.get(pointer);
    if (!field || times >= variedSituations || readAt(submitted, field.steps) === undefined) return [];
    varied.set(pointer, times + 1);
    return [field];
  });
}

/** Returns whether the field itself accepts other values, apart from its conditions. */
function isRetyped({ pointer, field, schema }: FieldModel, former: JudgedSide, newer: JudgedSide): boolean {
  const other = newer.model.byPointer.get(pointer);
  const list = (side: JudgedSide, id: string | undefined) =>
    id === undefined ? undefined : [...(side.choices(id)?.allowed ?? [])];
  return !isSame(
    [schema, field.dates, field.value, list(former, field.options)],
    [other?.schema, other?.field.dates, other?.field.value, list(newer, other?.field.options)],
  );
}

/** Like `findSubmissionFault`; also finds a field that can no longer be typed. */
function findFault(succession: FormSuccession, submitted: DataTree): Fault | undefined {
  const { former, newer } = succession;
  const fault = findSubmissionFault(succession, submitted);
  const readOnlyFields = newer.model.fields.filter(
    ({ field }) => field.readOnly !== undefined && field.value === undefined,
  );
  if (fault || readOnlyFields.length === 0) return fault;
  const was = judgeData(former, submitted).derived.fields;
  const is = judgeData(newer, toNewerData(succession, submitted)).derived.fields;
  const blocked = readOnlyFields.find(
    ({ pointer }) => is?.[pointer]?.readOnly && was?.[pointer]?.visible && !was[pointer].readOnly,
  );
  return blocked && { pointer: blocked.pointer, keyword: "readOnly" };
}

function toJudges(
  former: JudgedSide,
  newer: JudgedSide,
  constants: Constants,
  random: Random,
  now: string,
): [FormJudge, FormJudge] {
  const sides = [former, newer].map((side) => ({ ...side.roots, env: { now } }));
  const [before = {}, after = {}] = makeSampleRoots(constants, sides, random);
  return [
    toJudge(former, { roots: before, rules: former.rules }),
    toJudge(newer, { roots: after, rules: newer.rules }),
  ];
}

function toJudge({ model, shape, choices }: JudgedSide, scope: Scope): FormJudge {
  return { model, scope, tools: { shape, options: choices } };
}

/** Returns values per field from both shapes that the former shape accepts. */
function toPools(former: JudgedSide, newer: JudgedSide, constants: Constants, now: string): ValuePools {
  const judge = toJudge(former, { roots: {}, rules: former.rules });
  return new Map(
    former.model.fields.map(({ pointer, field, schema }) => {
      const other = newer.model.byPointer.get(pointer);
      const choices = field.options === undefined ? undefined : former.choices(field.options);
      const telling = [...(constants.data.get(pointer) ?? [])];
      const all = toSampleValues({
        schemas: other ? [schema, other.schema] : [schema],
        choices: [...(choices?.allowed ?? [])],
        constants: telling,
        now,
      });
      return [
        pointer,
        { telling: toAcceptedValues(judge, pointer, telling), all: toAcceptedValues(judge, pointer, all) },
      ];
    }),
  );
}
