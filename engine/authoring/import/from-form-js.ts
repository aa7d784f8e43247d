import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { parseComparisons } from "./comparison-text.ts";
import type { Condition, Steps } from "./conditions.ts";
import {
  findNamed,
  fromQuestions,
  toLimits,
  toRowPlace,
  type Question,
  type QuestionKind,
  type QuestionPlace,
} from "./questions.ts";
import { below, listUnmappedKeys, toLabel, type Imported } from "./unmapped.ts";

/** A component of a form-js form. Source of the shape: https://github.com/bpmn-io/form-js/blob/develop/docs/FORM_SCHEMA.md */
type Component = Readonly<Record<string, unknown>> & { readonly type?: string; readonly key?: string };

const supported =
  "type key id label description validate conditional defaultValue values readonly disabled decimalDigits increment subtype dateLabel components path layout appearance serializeToString properties showOutline".split(
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
  checklist: "checkboxes",
  taglist: "checkboxes",
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
  return fromQuestions(id, {
    questions: toQuestions(components, { at: "/components", steps: [], unmapped }),
    unmapped,
  });
}

const toQuestions = (components: readonly Component[], place: QuestionPlace): Question[] =>
  components.flatMap((component, index) => {
    const question = toQuestion(component, { ...place, at: below(place.at, index) });
    return question ? [question] : [];
  });

function toQuestion(component: Component, place: QuestionPlace): Question | undefined {
  const { at, unmapped } = place;
  const { type = "", id, path, values } = component;
  if (drawn.has(type)) return undefined;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind === undefined) {
    unmapped.push({ at, reason: `a form has no component of the type '${type}'` });
    return undefined;
  }
  const further: Readonly<Record<string, readonly string[]>> = {
    file: ["multiple"],
    list: ["defaultRepetitions", "isRepeating", "disableCollapse", "nonCollapsedItems"],
  };
  unmapped.push(...listUnmappedKeys(component, [...supported, ...(further[kind] ?? [])], at));
  const nested = kind === "group" || kind === "list";
  const key = component.key ?? (typeof path === "string" && path ? path : String(id ?? at.split("/").at(-1)));
  const inside = (component["components"] ?? []) as readonly Component[];
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
    when: toCondition(component["conditional"], { ...place, at: below(at, "conditional") }),
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
      questions: toQuestions(inside, {
        ...(kind === "list" ? toRowPlace(place, key, listKeys(inside)) : place),
        at: below(at, "components"),
      }),
    }),
  };
}

const validations = "required minLength maxLength pattern min max validationType".split(" ");

const readLabel = ({ label, dateLabel }: Component): string | undefined =>
  [label, dateLabel].find((one): one is string => typeof one === "string" && one !== "");

/** The keys of the components of a row, also of those in its groups. */
const listKeys = (components: readonly Component[]): string[] =>
  components.flatMap(({ key, path, components: inner }) =>
    typeof path === "string" && path
      ? [path]
      : Array.isArray(inner)
        ? listKeys(inner as readonly Component[])
        : [key ?? ""],
  );

/** FEEL finds a name in the row first; `this` is the row, `parent` the data around its list. */
function toSteps(name: string, place: QuestionPlace): Steps {
  const [first, ...inside] = name.split(".");
  if (place.row && first === "this") return [...place.row.steps, ...inside];
  return place.row && first === "parent" ? inside : findNamed(place, name);
}

/** form-js hides a component where its expression, in FEEL, is true. */
function toCondition(conditional: unknown, place: QuestionPlace): Condition | undefined {
  const { at, unmapped } = place;
  const { hide } = (conditional ?? {}) as { hide?: unknown };
  if (typeof hide !== "string" || hide === "") return undefined;
  const hidden = parseComparisons(hide.replace(/^=/, ""), (name) => toSteps(name, place));
  if (!hidden)
    unmapped.push({ at: below(at, "hide"), reason: "no rule has the meaning of this expression: write it as `when`" });
  return hidden && { not: hidden };
}
