import type { DataTree } from "#engine/core/form/data-tree.ts";
import { findConstants } from "./parts/constants.ts";
import { createRandom } from "./parts/random.ts";
import { makeValidData, toAcceptedValues, type ValuePools } from "./parts/sample-data.ts";
import { toSampleValues } from "./parts/sample-values.ts";
import type { FormJudge } from "./accepts-stored-data.ts";

/** Number of values per field to choose from: plain ones first, more after each failed attempt. */
const widths = [1, 2, 4, 12, 60, 600];
const triesEach = 6;

/** Returns a valid answer of a form, with all its fields where possible; deterministic. Undefined without success. */
export function makeAnswer(judge: FormJudge, now: string): DataTree | undefined {
  const { model, scope, tools } = judge;
  const { data: constantsByPointer } = findConstants([{ model, rules: scope.rules, known: scope.roots }]);
  // One row shows what a list is; its minimum must be there.
  const drawn = model.fields.filter(({ row }) => !row || row.index < Math.max(1, row.list.min));
  const values = drawn.map(({ pointer, field, schema }) => {
    const choices = field.options === undefined ? undefined : tools.options?.(field.options);
    const constants = [...(constantsByPointer.get(pointer) ?? [])];
    const made = toSampleValues({ schemas: [schema], choices: [...(choices?.allowed ?? [])], constants, now });
    const all = field.example === undefined ? made : [field.example, ...made];
    return { pointer, all: toAcceptedValues(judge, pointer, all), exemplary: field.example !== undefined };
  });
  for (const width of widths) {
    // Keeps `example` values as long as possible.
    const toWidth = (exemplary: boolean) => (exemplary && width < widths.at(-1)! ? 1 : width);
    const pools: ValuePools = new Map(
      values.map(({ pointer, all, exemplary }) => [pointer, { telling: [], all: all.slice(0, toWidth(exemplary)) }]),
    );
    for (let seed = 1; seed <= triesEach; seed += 1) {
      const answer = makeValidData(judge, pools, createRandom(seed), 100);
      if (answer) return answer;
    }
  }
  return undefined;
}
