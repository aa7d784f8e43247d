import type { FormModel } from "#engine/core/form/form-model.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import type { FormJudge } from "#engine/authoring/release/accepts-stored-data.ts";
import { judgeData } from "#engine/authoring/release/accepts-stored-data.ts";
import { findConstants } from "#engine/authoring/release/parts/constants.ts";
import { createRandom } from "#engine/authoring/release/parts/random.ts";
import { makeSampleRoots } from "#engine/authoring/release/parts/sample-roots.ts";
import { makeAnswer } from "#engine/authoring/release/sample-answer.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { toShape } from "./shape-errors.ts";

/** The day of the constructed answers: fixed, so that a check has one result. */
const now = "2026-01-15";
/** Number of situations (values of the other roots) in which an answer is looked for. */
const situations = 6;

/** Returns the form's judges in several situations: first one where only the time is known. */
function* toJudges(model: FormModel, set: DefinitionSet): Generator<FormJudge> {
  const tools = {
    shape: toShape(model),
    options: (id: string) => toOptionValues(id, (name) => set.find("options", name)),
  };
  const constants = findConstants([{ model, rules: set.rules, known: {} }]);
  const readsOthers = [...constants.roots.keys()].some((path) => !path.startsWith("env."));
  for (let seed = 0; seed < (readsOthers ? situations : 1); seed += 1) {
    const known = { env: { now: `${now}T06:30:00Z`, today: now } };
    const [roots = known] = seed === 0 ? [] : makeSampleRoots(constants, [known], createRandom(seed));
    yield { model, tools, scope: { roots, rules: set.rules } };
  }
}

/** Returns whether a form has a valid answer, in any situation. `shown` gets the fields without a value in it. */
export function hasAnswer(model: FormModel, set: DefinitionSet, shown?: Set<string>): boolean {
  for (const judge of toJudges(model, set)) {
    const answer = makeAnswer(judge, now);
    if (!answer) continue;
    const { fields } = judgeData(judge, answer).derived;
    for (const [pointer, { visible, readOnly, value }] of Object.entries(fields))
      if (visible && !readOnly && value === undefined) shown?.add(pointer);
    return true;
  }
  return false;
}
