import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { parseComparisons } from "./comparison-text.ts";
import type { Condition, Steps } from "./conditions.ts";
import {
  fromQuestions,
  toLimits,
  toRowPlace,
  type Question,
  type QuestionKind,
  type QuestionPlace,
} from "./questions.ts";
import { below, listUnmappedKeys, toLabel, type Imported, type Unmapped } from "./unmapped.ts";

/** An element of a SurveyJS survey. Source of the shape: https://surveyjs.io/form-library/documentation/api-reference */
type Element = Readonly<Record<string, unknown>> & { readonly name?: string; readonly type?: string };

const supported =
  "type name title description placeholder placeHolder isRequired requiredIf visibleIf visible readOnly defaultValue inputType choices validators min max step maxLength elements templateElements panelCount minPanelCount maxPanelCount rateMin rateMax rateValues labelTrue labelFalse startWithNewLine".split(
    " ",
  );
/** Keys of a list, and of a matrix, whose columns are the questions of a row. */
const ofLists = "templateTitle panelAddText addPanelText panelRemoveText renderMode displayMode".split(" ");
const ofMatrices = "columns cellType rowCount minRowCount maxRowCount addRowText removeRowText".split(" ");
/** Keys of a question that takes files. */
const ofFiles = ["allowMultiple", "maxFiles"];
const kinds: Readonly<Record<string, QuestionKind>> = {
  text: "text",
  comment: "textarea",
  dropdown: "select",
  radiogroup: "radio",
  boolean: "yes-no",
  rating: "integer",
  checkbox: "checkboxes",
  tagbox: "checkboxes",
  file: "file",
  signaturepad: "signature",
  panel: "group",
  paneldynamic: "list",
  matrixdynamic: "list",
};
const inputKinds: Readonly<Record<string, QuestionKind>> = {
  number: "number",
  range: "number",
  date: "date",
  email: "email",
  tel: "phone",
  url: "url",
  password: "password",
};

/** Converts a SurveyJS survey. Several pages stay pages; a single page and panels become sections. */
export function fromSurvey(id: string, survey: object): Imported<FormDefinition | OptionsDefinition> {
  const { title, pages, elements, questions, ...others } = survey as Element & { pages?: readonly Element[] };
  const unmapped: Unmapped[] = listUnmappedKeys(others, ["showQuestionNumbers", "logo", "locale"], "");
  const own = toQuestions((elements ?? questions ?? []) as readonly Element[], {
    at: elements ? "/elements" : "/questions",
    steps: [],
    unmapped,
  });
  const ofPages = (pages ?? []).flatMap((page, index) => {
    const inside = toQuestions((page["elements"] ?? page["questions"] ?? []) as readonly Element[], {
      at: below("", "pages", index, "elements"),
      steps: [],
      unmapped,
    });
    const place = below("", "pages", index);
    unmapped.push(...listUnmappedKeys(page, ["name", "title", "elements", "questions", "visibleIf"], place));
    if (pages!.length === 1 && page["title"] === undefined && page["visibleIf"] === undefined) return inside;
    const key = page.name ?? `page${index + 1}`;
    const group: Question = {
      key,
      at: place,
      kind: "group",
      isFlat: true,
      isPage: pages!.length > 1 && own.length === 0,
      label: toText(page["title"]) ?? toLabel(key),
      when: toCondition(page["visibleIf"], { at: below(place, "visibleIf"), steps: [], unmapped }),
      questions: inside,
    };
    return [group];
  });
  return fromQuestions(id, { title: toText(title), questions: [...own, ...ofPages], unmapped });
}

/** A text, or the text of a localised one: its default language, else English. */
function toText(text: unknown): string | undefined {
  if (typeof text === "string") return text;
  const { default: usual, en } = (text ?? {}) as { default?: string; en?: string };
  return usual ?? en;
}

function toCondition(text: unknown, place: QuestionPlace): Condition | undefined {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const condition = parseComparisons(text, (name) => toSteps(name, place));
  const { at, unmapped } = place;
  if (!condition) unmapped.push({ at, reason: "no rule has the meaning of this expression: write it as `when`" });
  return condition;
}

/** `panel.` and `row.` read the row of the list around the question; other names the form. */
function toSteps(name: string, { row }: QuestionPlace): Steps {
  const [first = "", ...inside] = name.split(".");
  return row && (first === "panel" || first === "row") ? [...row.steps, ...inside] : [first, ...inside];
}

function toQuestions(elements: readonly Element[], place: QuestionPlace): Question[] {
  return elements.flatMap((element, index) => {
    const question = toQuestion(element, { ...place, at: below(place.at, index) });
    return question ? [question] : [];
  });
}

/** The columns of a matrix as elements: each has the choices and the type of the matrix, unless it has other ones. */
function toElements({ columns, cellType, choices }: Element): readonly Element[] {
  return ((columns ?? []) as readonly Element[]).map(({ cellType: own, ...column }) => {
    const type = String(own && own !== "default" ? own : (cellType ?? "dropdown"));
    return { type, ...(/^(dropdown|radiogroup|checkbox|tagbox)$/.test(type) && { choices }), ...column };
  });
}

function toQuestion(element: Element, place: QuestionPlace): Question | undefined {
  const { at, unmapped } = place;
  const { name = "", type = "text", validators = [], choices } = element;
  const kind = Object.hasOwn(kinds, type) ? kinds[type]! : undefined;
  if (kind === undefined) {
    unmapped.push({ at, reason: `a form has no question of the type '${type}'` });
    return undefined;
  }
  const isMatrix = type === "matrixdynamic";
  const further: Readonly<Record<string, readonly string[]>> = {
    file: ofFiles,
    paneldynamic: ofLists,
    matrixdynamic: ofMatrices,
  };
  unmapped.push(...listUnmappedKeys(element, [...supported, ...(further[type] ?? [])], at));
  const insideKey = ["elements", "templateElements", "columns"].find((one) => element[one] !== undefined);
  const inside = isMatrix ? toElements(element) : ((insideKey && element[insideKey]) as readonly Element[] | undefined);
  const key = kind === "group" ? name || at.split("/").at(-1)! : name;
  const inRow = kind === "list" ? toRowPlace(place, key, []) : place;
  return {
    key,
    at,
    kind: kind === "text" ? (inputKinds[String(element["inputType"] ?? "text")] ?? "text") : kind,
    isFlat: kind === "group",
    isSeveral: element["allowMultiple"] === true,
    label: toText(element["title"]) ?? toLabel(key),
    hint: toText(element["description"]),
    placeholder: toText(element["placeholder"] ?? element["placeHolder"]),
    when: toCondition(element["visibleIf"], { ...place, at: below(at, "visibleIf") }),
    require:
      element["isRequired"] === true || toCondition(element["requiredIf"], { ...place, at: below(at, "requiredIf") }),
    initial: element["defaultValue"],
    isReadOnly: element["readOnly"] === true,
    isHidden: element["visible"] === false,
    limits: {
      ...(kind === "list" &&
        toLimits({
          minItems: element["minPanelCount"] ?? element["minRowCount"],
          maxItems: element["maxPanelCount"] ?? element["maxRowCount"],
        })),
      ...(element["allowMultiple"] === true && toLimits({ maxItems: element["maxFiles"] })),
      ...(type === "rating" && { minimum: element["rateMin"] ?? 1, maximum: element["rateMax"] ?? 5 }),
      ...toLimits({ maxLength: element["maxLength"] }),
      ...(type === "text" &&
        toLimits({ minimum: element["min"], maximum: element["max"], multipleOf: element["step"] })),
      ...toValidatorLimits(validators as readonly Element[], below(at, "validators"), unmapped),
    },
    choices: Array.isArray(choices) && !isMatrix ? choices.map(toChoice) : undefined,
    ...(inside && { questions: toQuestions(inside, { ...inRow, at: below(at, insideKey!) }) }),
    item: toItem(element, place),
    add: toText(element["panelAddText"] ?? element["addPanelText"] ?? element["addRowText"]),
  };
}

/** The heading of a row. It may name the number of the row, not its values. */
function toItem({ templateTitle }: Element, { at, unmapped }: QuestionPlace): string | undefined {
  const item = toText(templateTitle)?.replaceAll("{panelIndex}", "{n}");
  if (item === undefined || !/\{(?!n\})/.test(item)) return item;
  unmapped.push({ at: below(at, "templateTitle"), reason: "the heading of a row has its number only" });
  return undefined;
}

function toChoice(choice: unknown): { value: unknown; label: string } {
  if (typeof choice !== "object" || choice === null) return { value: choice, label: String(choice) };
  const { value, text } = choice as { value: unknown; text?: unknown };
  return { value, label: toText(text) ?? String(value) };
}

function toValidatorLimits(validators: readonly Element[], at: string, unmapped: Unmapped[]): Record<string, unknown> {
  const limits = validators.map((validator, index) => {
    const { type } = validator;
    if (type === "numeric") return toLimits({ minimum: validator["minValue"], maximum: validator["maxValue"] });
    if (type === "text") return toLimits({ minLength: validator["minLength"], maxLength: validator["maxLength"] });
    if (type === "regex") return toLimits({ pattern: validator["regex"] });
    if (type === "email") return { format: "email" };
    unmapped.push({ at: below(at, index), reason: "write it as a check of the form" });
    return {};
  });
  return Object.assign({}, ...limits) as Record<string, unknown>;
}
