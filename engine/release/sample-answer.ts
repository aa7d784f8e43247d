import type { DataTree } from "#engine/form/data-tree.ts";
import { findConstants } from "./parts/constants.ts";
import { toRandom } from "./parts/random.ts";
import { makeValidData, toTakenValues, type Pools } from "./parts/sample-data.ts";
import { toSampleValues } from "./parts/sample-values.ts";
import type { Judge } from "./takes.ts";

/** How many values of each field are chosen from: plain ones first, more where the form does not take these together. */
const widths = [1, 2, 4, 12, 60, 600];
const triesEach = 6;

/** An answer that a form takes, with all its fields where that may be; the same each time. Undefined when none is found. */
export function makeAnswer(judge: Judge, now: string): DataTree | undefined {
  const { model, scope, tools } = judge;
  const { data: told } = findConstants([{ model, rules: scope.rules, known: scope.roots }]);
  const values = model.fields.map(({ pointer, field, schema }) => {
    const choices = field.options === undefined ? undefined : tools.options?.(field.options);
    const constants = [...(told.get(pointer) ?? [])];
    const made = toSampleValues({ schemas: [schema], choices: [...(choices?.allowed ?? [])], constants, now });
    const all = field.example === undefined ? made : [field.example, ...made];
    return { pointer, all: toTakenValues(judge, pointer, all), exemplary: field.example !== undefined };
  });
  for (const width of widths) {
    // An example stays as long as there is another way.
    const toWidth = (exemplary: boolean) => (exemplary && width < widths.at(-1)! ? 1 : width);
    const pools: Pools = new Map(
      values.map(({ pointer, all, exemplary }) => [pointer, { telling: [], all: all.slice(0, toWidth(exemplary)) }]),
    );
    for (let seed = 1; seed <= triesEach; seed += 1) {
      const answer = makeValidData(judge, pools, toRandom(seed), 100);
      if (answer) return answer;
    }
  }
  return undefined;
}
