import type { DataSchema, FormCheck } from "#engine/core/definitions/form.ts";
import { toRule } from "./to-rule.ts";
import { toCondition } from "./json-schema-conditions.ts";
import type { Narrowing, SchemaImport } from "./json-schema.ts";
import { listChoices } from "./json-schema-shape.ts";
import { below, toId } from "./unmapped.ts";

/** Converts what branches narrow into checks of the form, each at its field. Reports what no check can express. */
export function toChecks(data: DataSchema, { narrowings, unmapped }: SchemaImport): FormCheck[] {
  return narrowings.flatMap((narrowing, index) => {
    const { steps, at, condition } = narrowing;
    const rules = toRules(narrowing, data);
    if (!rules) {
      unmapped.push({ at, reason: "the same property has another shape in another branch" });
      return [];
    }
    const check: FormCheck = {
      id: toId(`${steps.join(" ")} fits ${index + 1}`),
      at: below("", ...steps),
      ...(condition && { when: rules.when }),
      assert: rules.assert,
      message: toMessage(narrowing),
    };
    return [check];
  });
}

function toMessage({ label, schema }: Narrowing): string {
  const choices = listChoices({ schema, ui: {} })?.map((choice) => choice.label);
  return choices ? `${label}: choose ${choices.join(", ")}` : `${label}: this does not fit your other answers`;
}

function toRules(
  { steps, schema, condition }: Narrowing,
  data: DataSchema,
): Pick<FormCheck, "when" | "assert"> | undefined {
  const tested = toCondition({ properties: { [steps.at(-1) ?? ""]: schema } }, steps.slice(0, -1));
  const assert = tested && toRule(tested, data, steps);
  const when = condition && toRule(condition, data, steps);
  return assert === undefined || (condition && when === undefined) ? undefined : { when, assert };
}
