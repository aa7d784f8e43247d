import { readAt, type DataTree } from "#engine/form/data-tree.ts";
import type { FieldModel } from "#engine/form/form-model.ts";
import type { ValidateTools } from "#engine/form/validate.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { isSame } from "./change.ts";
import type { FormSide } from "./compare-form.ts";
import { findConstants, type Constants } from "./parts/constants.ts";
import { toRandom, type Random } from "./parts/random.ts";
import { makeValidData, toLeast, toTakenValues, toVariant, type Pools } from "./parts/sample-data.ts";
import { makeRoots } from "./parts/sample-roots.ts";
import { toSampleValues } from "./parts/sample-values.ts";
import type { PlacedMigration } from "./migrate.ts";
import { findSubmissionFault, judgeData, toNewer, type Fault, type Judge, type Succession } from "./takes.ts";

/** A form of one release with its validators, and the roots that its documents give. */
export interface JudgedSide extends FormSide {
  readonly shape: ValidateTools["shape"];
  /** The values of a fixed list. */
  readonly choices: NonNullable<ValidateTools["options"]>;
  readonly roots: Readonly<Record<string, unknown>>;
}

/** What made data shows: submissions that the newer form does not take, and fields that no data reached. */
export interface Judgement {
  /** Each place once, with the submission that shows it. */
  readonly faults: readonly (Fault & { readonly submitted: DataTree })[];
  /** Pointers out of those asked for (`changed`) that no valid submission held. */
  readonly unreached: readonly string[];
  /** How many valid submissions were tried. */
  readonly tried: number;
}

/** What the made data comes from: the same seed and time (ISO 8601), the same data. */
export interface JudgeTools {
  readonly seed: number;
  readonly now: string;
}

/** How many situations are made up; in each so-manieth every telling value, in the first few every value of a changed field. */
const situations = 72;
const tellingEach = 6;
const variedSituations = 4;

/** A form in both releases, and how answers get from the former to the newer. */
export interface JudgedForm {
  readonly former: JudgedSide;
  readonly newer: JudgedSide;
  readonly migrations: readonly PlacedMigration[];
}

/**
 * Tries data that the former form takes on the newer one: same seed, same data. `changed` are the fields of which the
 * documents alone do not tell; every value known for them is tried.
 */
export function judgeForm(
  { former, newer, migrations }: JudgedForm,
  changed: readonly string[],
  { seed, now }: JudgeTools,
): Judgement {
  const random = toRandom(seed);
  const constants = findConstants([former, newer].map(({ model, rules, roots }) => ({ model, rules, known: roots })));
  const pools = toPools(former, newer, constants, now);
  const faults = new Map<string, Fault & { submitted: DataTree }>();
  const varied = new Map(changed.map((pointer) => [pointer, 0]));
  let tried = 0;
  const attempt = (before: Judge, after: Judge, submitted: DataTree | undefined): void => {
    if (!submitted) return;
    tried += 1;
    const fault = findFault({ former: before, newer: after, migrations }, submitted);
    if (fault && !faults.has(fault.pointer)) faults.set(fault.pointer, { ...fault, submitted });
  };
  for (let situation = 0; situation < situations; situation += 1) {
    const [before, after] = toJudges(former, newer, constants, random, now);
    const submitted = makeValidData(before, pools, random, situation % 3 === 0 ? 20 : 70);
    if (!submitted) continue;
    const least = toLeast(before, submitted);
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

/** Changed fields that this submission holds and that were not varied often enough; they count as varied then. */
function toVaried({ model }: Judge, submitted: DataTree, varied: Map<string, number>): FieldModel[] {
  return [...varied].flatMap(([pointer, times]) => {
    const field = model.byPointer.get(pointer);
    if (!field || times >= variedSituations || readAt(submitted, field.steps) === undefined) return [];
    varied.set(pointer, times + 1);
    return [field];
  });
}

/** Whether the field itself takes other values, and not only its conditions are others. */
function isRetyped({ pointer, field, schema }: FieldModel, former: JudgedSide, newer: JudgedSide): boolean {
  const other = newer.model.byPointer.get(pointer);
  const list = (side: JudgedSide, id: string | undefined) =>
    id === undefined ? undefined : [...(side.choices(id)?.allowed ?? [])];
  return !isSame(
    [schema, field.dates, field.value, list(former, field.options)],
    [other?.schema, other?.field.dates, other?.field.value, list(newer, other?.field.options)],
  );
}

/** As `findSubmissionFault`, and a field that could be typed and no longer can. */
function findFault(succession: Succession, submitted: DataTree): Fault | undefined {
  const { former, newer } = succession;
  const fault = findSubmissionFault(succession, submitted);
  const held = newer.model.fields.filter(({ field }) => field.readOnly !== undefined && field.value === undefined);
  if (fault || held.length === 0) return fault;
  const was = judgeData(former, submitted).derived.fields;
  const is = judgeData(newer, toNewer(succession, submitted)).derived.fields;
  const stuck = held.find(
    ({ pointer }) => is?.[pointer]?.readOnly && was?.[pointer]?.visible && !was[pointer].readOnly,
  );
  return stuck && { pointer: stuck.pointer, keyword: "readOnly" };
}

function toJudges(
  former: JudgedSide,
  newer: JudgedSide,
  constants: Constants,
  random: Random,
  now: string,
): [Judge, Judge] {
  const sides = [former, newer].map((side) => ({ ...side.roots, env: { now } }));
  const [before = {}, after = {}] = makeRoots(constants, sides, random);
  return [
    toJudge(former, { roots: before, rules: former.rules }),
    toJudge(newer, { roots: after, rules: newer.rules }),
  ];
}

function toJudge({ model, shape, choices }: JudgedSide, scope: Scope): Judge {
  return { model, scope, tools: { shape, options: choices } };
}

/** Values by field of the former form, made from both shapes, that the former shape takes. */
function toPools(former: JudgedSide, newer: JudgedSide, constants: Constants, now: string): Pools {
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
      return [pointer, { telling: toTakenValues(judge, pointer, telling), all: toTakenValues(judge, pointer, all) }];
    }),
  );
}
