import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
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

/** A component of a Form.io form. Source of the shape: https://github.com/formio/formio.js/wiki/Components-JSON-Schema */
type Component = Readonly<Record<string, unknown>> & { readonly type?: string; readonly key?: string };

const supported =
  "type key label title legend placeholder description tooltip validate conditional customConditional data values dataSrc defaultValue hidden disabled input tableView components columns rows format enableTime inputFormat inputType persistent clearOnHide autofocus tabindex size theme block action labelPosition customClass hideLabel decimalLimit requireDecimal storage dir fileTypes maxLength id multiple".split(
    " ",
  );
const kinds: Readonly<Record<string, QuestionKind>> = {
  textfield: "text",
  textarea: "textarea",
  password: "password",
  number: "number",
  currency: "number",
  checkbox: "checkbox",
  radio: "radio",
  select: "select",
  selectboxes: "checkboxes",
  email: "email",
  phoneNumber: "phone",
  url: "url",
  datetime: "date",
  day: "date",
  file: "file",
  signature: "signature",
  panel: "group",
  fieldset: "group",
  well: "group",
  container: "group",
  datagrid: "list",
  editgrid: "list",
};
const nesting: ReadonlySet<string> = new Set(["container", "datagrid", "editgrid"]);

/** Converts a form of Form.io. Panels and fieldsets become sections, the panels of a wizard pages. */
export function fromFormio(id: string, form: object): Imported<FormDefinition | OptionsDefinition> {
  const {
    title,
    components = [],
    ...others
  } = form as { title?: string; display?: string; components?: readonly Component[] };
  const unmapped = listUnmappedKeys(
    others,
    ["_id", "name", "path", "type", "display", "tags", "owner", "machineName"],
    "",
  );
  const questions = toQuestions(components, { at: "/components", steps: [], unmapped });
  const isWizard = others.display === "wizard" && components.every(({ type }) => type === "panel" || type === "button");
  return fromQuestions(id, {
    title,
    questions: isWizard ? questions.map((question) => ({ ...question, isPage: true })) : questions,
    unmapped,
  });
}

function toQuestions(components: readonly Component[], draft: QuestionPlace): Question[] {
  return components.flatMap((component, index): Question[] => {
    const own = { ...draft, at: below(draft.at, index) };
    if (component.type === "button") return [];
    if (component.type === "columns")
      return ((component["columns"] ?? []) as readonly Component[]).flatMap((column, at) =>
        toQuestions((column["components"] ?? []) as readonly Component[], {
          ...own,
          at: below(own.at, "columns", at, "components"),
        }),
      );
    const question = toQuestion(component, own);
    return question ? [question] : [];
  });
}

function toQuestion(component: Component, place: QuestionPlace): Question | undefined {
  const { at, unmapped } = place;
  const { type = "", key = "" } = component;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind === undefined) {
    unmapped.push({ at, reason: `a form has no component of the type '${type}'` });
    return undefined;
  }
  const isSeveral = component["multiple"] === true;
  const further = kind === "list" ? ofLists : [];
  unmapped.push(...listUnmappedKeys(component, [...supported, ...further], at));
  if (isSeveral && kind !== "file" && kind !== "select")
    unmapped.push({ at: below(at, "multiple"), reason: "a question has one answer: use a list" });
  if (type === "selectboxes") unmapped.push({ at, reason: "the chosen values are stored as a list" });
  const validate = (component["validate"] ?? {}) as Readonly<Record<string, unknown>>;
  const given = Object.fromEntries(Object.entries(validate).filter(([, value]) => value !== "" && value !== false));
  unmapped.push(...listUnmappedKeys(given, validations, below(at, "validate")));
  const isNested = kind === "group" || kind === "list";
  const isFlat = kind === "group" && !nesting.has(type);
  const inside = (component["components"] ?? []) as readonly Component[];
  const { integer } = given;
  return {
    key,
    at,
    kind: kind === "number" && integer === true ? "integer" : kind === "select" && isSeveral ? "checkboxes" : kind,
    isSeveral,
    isFlat,
    add: readText(component, "addAnother"),
    label: readText(component, "title", "legend", "label") ?? toLabel(key),
    hint: readText(component, "description", "tooltip"),
    placeholder: readText(component, "placeholder"),
    when: toCondition(component, place),
    require: given["required"] === true,
    initial: component["defaultValue"] === "" ? undefined : component["defaultValue"],
    isReadOnly: component["disabled"] === true,
    isHidden: component["hidden"] === true,
    limits: {
      ...(kind === "list"
        ? toLimits({ minItems: given["minLength"], maxItems: given["maxLength"] })
        : toLimits({ minLength: given["minLength"], maxLength: given["maxLength"] })),
      ...(typeof given["pattern"] === "string" && { pattern: `^(?:${given["pattern"]})$` }),
      ...toLimits({ minimum: given["min"], maximum: given["max"], multipleOf: given["step"] }),
    },
    choices: readChoices(component),
    ...(isNested && {
      questions: toQuestions(inside, {
        ...(kind === "list" ? toRowPlace(place, key, listKeys(inside)) : place),
        ...(kind === "group" && !isFlat && { steps: [...place.steps, key] }),
        at: below(at, "components"),
      }),
    }),
  };
}

/** Keys of a grid that only concern its look. */
const ofLists =
  "addAnother addAnotherPosition reorder templates saveRow removeRow rowDrafts openWhenEmpty modal layoutFixed".split(
    " ",
  );

const validations = "required minLength maxLength pattern min max step integer".split(" ");

const readText = (component: Component, ...keys: readonly string[]): string | undefined =>
  keys.map((key) => component[key]).find((one): one is string => typeof one === "string" && one !== "");

function readChoices(component: Component): { value: unknown; label: string }[] | undefined {
  const { values = component["values"] } = (component["data"] ?? {}) as { values?: unknown };
  return Array.isArray(values) && /^(radio|select|selectboxes)$/.test(component.type ?? "")
    ? (values as { value: unknown; label: string }[])
    : undefined;
}

/** The keys of the components of a row, also of those in its panels and columns. */
const listKeys = (components: readonly Component[]): string[] =>
  components.flatMap(({ type = "", key = "", components: inner, columns }) => {
    const nested = [inner, ...(Array.isArray(columns) ? (columns as Component[]).map((one) => one["components"]) : [])];
    const below = nested.flatMap((one) => (Array.isArray(one) ? (one as readonly Component[]) : []));
    return below.length === 0 || nesting.has(type) ? [key] : listKeys(below);
  });

/** Form.io names a value of the same row by its key, or by the path through its grid: "jobs.company". */
function toSteps(name: string, place: QuestionPlace): Steps {
  const grid = place.row?.steps.slice(0, -1).join(".");
  return grid !== undefined && name.startsWith(`${grid}.`)
    ? [...place.row!.steps, ...name.slice(grid.length + 1).split(".")]
    : findNamed(place, name);
}

interface SimpleConditional {
  readonly show?: boolean | string | null;
  readonly when?: string | null;
  readonly eq?: unknown;
  readonly conjunction?: string;
  readonly conditions?: readonly { readonly component: string; readonly operator: string; readonly value?: unknown }[];
  readonly json?: unknown;
}

function toCondition(component: Component, place: QuestionPlace): Condition | undefined {
  const { at, unmapped } = place;
  const { customConditional } = component;
  const conditional = (component["conditional"] ?? {}) as SimpleConditional;
  if (typeof customConditional === "string" && customConditional.trim() !== "")
    unmapped.push({ at: below(at, "customConditional"), reason: "it is code: write it as `when`" });
  if (conditional.json) unmapped.push({ at: below(at, "conditional", "json"), reason: "write it as `when`" });
  const parts = conditional.conditions?.map(({ component: key, operator, value }) => {
    const part = operators[operator]?.(toSteps(key, place), value);
    if (!part)
      unmapped.push({ at: below(at, "conditional", "conditions"), reason: `no rule compares by '${operator}'` });
    return part;
  });
  const isShown = conditional.show !== false && conditional.show !== "false";
  const tested = parts
    ? parts.length > 0 && parts.every((one) => one !== undefined)
      ? conditional.conjunction === "any"
        ? { any: parts }
        : { all: parts }
      : undefined
    : conditional.when
      ? equals(toSteps(conditional.when, place), conditional.eq)
      : undefined;
  return tested && (isShown ? tested : { not: tested });
}

/** Form.io writes booleans of a condition as text. */
const equals = (steps: readonly string[], value: unknown): Condition => ({
  steps,
  operator: "===",
  value: value === "true" ? true : value === "false" ? false : value,
});

const operators: Readonly<Record<string, (steps: readonly string[], value: unknown) => Condition>> = {
  isEqual: equals,
  isNotEqual: (steps, value) => ({ not: equals(steps, value) }),
  isEmpty: (steps) => ({ blank: steps }),
  isNotEmpty: (steps) => ({ filled: steps }),
  greaterThan: (steps, value) => ({ steps, operator: ">", value }),
  greaterThanOrEqual: (steps, value) => ({ steps, operator: ">=", value }),
  lessThan: (steps, value) => ({ steps, operator: "<", value }),
  lessThanOrEqual: (steps, value) => ({ steps, operator: "<=", value }),
  includes: (steps, value) => ({ steps, operator: "contains", value }),
  notIncludes: (steps, value) => ({ not: { steps, operator: "contains", value } }),
};
