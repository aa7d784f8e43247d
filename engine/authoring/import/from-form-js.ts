import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { parseComparisons } from "./comparison-text.ts";
import type { Condition } from "./conditions.ts";
import { fromQuestions, toLimits, type Question, type QuestionKind } from "./questions.ts";
import { below, listUnmappedKeys, toLabel, type Imported, type Unmapped } from "./unmapped.ts";

/** A component of a form-js form. Source of the shape: https://github.com/bpmn-io/form-js/blob/develop/docs/FORM_SCHEMA.md */
type Component = Readonly<Record<string, unknown>> & { readonly type?: string; readonly key?: string };
type Draft = { readonly at: string; readonly unmapped: Unmapped[] };

const supported =
  "type key id label description validate conditional defaultValue values readonly disabled decimalDigits increment subtype dateLabel components path layout appearance serializeToString properties defaultRepetitions isRepeating showOutline allowAddRemove".split(
    " ",
  );
const kinds: Readonly<Record<string, QuestionKind>> = {
  textfield: "text",
  textarea: "textarea",
  number: "number",
  checkbox: "checkbox",
  radio: "radio",
  select: "select",
  datetime: "date",
  filepicker: "file",
  group: "group",
  dynamiclist: "list",
};
/** Components without an answer that a form draws by itself. */
const drawn: ReadonlySet<string> = new Set(["button", "separator", "spacer"]);

/** Converts a form of form-js. Groups become sections. */
export function fromFormJs(id: string, form: object): Imported<FormDefinition | OptionsDefinition> {
  const { components = [], ...others } = form as { components?: readonly Component[] };
  const unmapped = listUnmappedKeys(
    others,
    [
      "$schema",
      "type",
      "id",
      "schemaVersion",
      "exporter",
      "executionPlatform",
      "executionPlatformVersion",
      "versionTag",
    ],
    "",
  );
  return fromQuestions(id, { questions: toQuestions(components, { at: "/components", unmapped }), unmapped });
}

const toQuestions = (components: readonly Component[], { at, unmapped }: Draft): Question[] =>
  components.flatMap((component, index) => {
    const question = toQuestion(component, { at: below(at, index), unmapped });
    return question ? [question] : [];
  });

function toQuestion(component: Component, { at, unmapped }: Draft): Question | undefined {
  const { type = "", id, path, values } = component;
  if (drawn.has(type)) return undefined;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind === undefined) {
    unmapped.push({ at, reason: `a form has no component of the type '${type}'` });
    return undefined;
  }
  unmapped.push(...listUnmappedKeys(component, kind === "file" ? [...supported, "multiple"] : supported, at));
  const nested = kind === "group" || kind === "list";
  const key = component.key ?? (typeof path === "string" && path ? path : String(id ?? at.split("/").at(-1)));
  const validate = (component["validate"] ?? {}) as Readonly<Record<string, unknown>>;
  unmapped.push(...listUnmappedKeys(validate, validations, below(at, "validate")));
  return {
    key,
    at,
    kind: validate["validationType"] === "email" ? "email" : validate["validationType"] === "phone" ? "phone" : kind,
    isSeveral: component["multiple"] === true,
    isFlat: kind === "group" && !path,
    label: readLabel(component) ?? toLabel(key),
    hint: typeof component["description"] === "string" ? component["description"] : undefined,
    when: toCondition(component["conditional"], { at: below(at, "conditional"), unmapped }),
    require: validate["required"] === true,
    initial: component["defaultValue"],
    isReadOnly: component["readonly"] === true || component["disabled"] === true,
    limits: toLimits({
      minLength: validate["minLength"],
      maxLength: validate["maxLength"],
      pattern: validate["pattern"],
      minimum: validate["min"],
      maximum: validate["max"],
      multipleOf: component["increment"] === undefined ? undefined : Number(component["increment"]),
    }),
    choices: Array.isArray(values) ? (values as { value: unknown; label: string }[]) : undefined,
    ...(nested && {
      questions: toQuestions((component["components"] ?? []) as readonly Component[], {
        at: below(at, "components"),
        unmapped,
      }),
    }),
  };
}

const validations = "required minLength maxLength pattern min max validationType".split(" ");

const readLabel = ({ label, dateLabel }: Component): string | undefined =>
  [label, dateLabel].find((one): one is string => typeof one === "string" && one !== "");

/** form-js hides a component where its expression, in FEEL, is true. */
function toCondition(conditional: unknown, { at, unmapped }: Draft): Condition | undefined {
  const { hide } = (conditional ?? {}) as { hide?: unknown };
  if (typeof hide !== "string" || hide === "") return undefined;
  const hidden = parseComparisons(hide.replace(/^=/, ""), (name) => name.split("."));
  if (!hidden)
    unmapped.push({ at: below(at, "hide"), reason: "no rule has the meaning of this expression: write it as `when`" });
  return hidden && { not: hidden };
}
