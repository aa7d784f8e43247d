import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import { toPropName, type Props, type PropSpec } from "#engine/core/definitions/props.ts";
import type { DerivedForm, FieldState } from "#engine/core/form/derive.ts";
import { holds } from "#engine/core/form/derive.ts";
import { isWithin, type FieldModel, type NoteModel, type SectionModel } from "#engine/core/form/form-model.ts";
import { canBeNo } from "#engine/core/form/yes-no.ts";
import { resolveTitle, type ListModel } from "#engine/core/form/lists.ts";
import { toLabel } from "#engine/core/form/messages.ts";
import type { FieldError } from "#engine/core/form/validate.ts";
import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/core/rules/evaluate.ts";
import type { OptionsSource, WidgetProps, WidgetText } from "#widgets/widget.ts";

/** Everything that a field's frame and widget are drawn from. Replaced as a whole when any part changes. */
export interface FieldView {
  readonly visible: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly label: string;
  readonly labelText: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly options?: OptionsSource;
  readonly dates?: WidgetProps["dates"];
  readonly props: Readonly<Record<string, unknown>>;
  readonly error?: FieldError;
}
export interface SectionView {
  readonly visible: boolean;
  readonly title: string;
}
/** A list: its texts and how many rows it has. */
export interface ListView {
  readonly visible: boolean;
  readonly rows: number;
  readonly title: string;
  readonly hint: string;
  readonly add: string;
  /** Only values inside of rows are asked for: rows are neither added nor moved, and others are not shown. */
  readonly isFixed: boolean;
  /** The message of an error of the whole list. */
  readonly error?: string;
}
export interface NoteView {
  readonly visible: boolean;
  readonly text: string;
  readonly tone: "info" | "warning" | "success";
}

/** Tools of the views: language, UI texts, option lists and widget properties. */
export interface ViewTools {
  readonly translate: Translate;
  readonly text: WidgetText;
  options(id: string, label: string, scope: Scope): OptionsSource | undefined;
  getWidgetProps(widget: string): Props;
}

const dynamic = new WeakMap<FieldModel, boolean>();

/** Returns whether a text, a bound or a widget property may change with the data. */
export function isDynamic(field: FieldModel): boolean {
  const cached = dynamic.get(field);
  if (cached !== undefined) return cached;
  const {
    when: _when,
    require: _require,
    readOnly: _readOnly,
    fill: _fill,
    accept: _accept,
    shows: _shows,
    value: _value,
    initial: _initial,
    ...rest
  } = field.field;
  const found = Object.values(rest).some((value) => typeof value === "object" && value !== null);
  dynamic.set(field, found);
  return found;
}

/** The view of a field without its error. */
export function toFieldView(model: FieldModel, state: FieldState, scope: Scope, tools: ViewTools): FieldView {
  const { field, schema } = model;
  const toText = (text: Text | undefined) => resolveText(text, scope, tools.translate);
  const label = toLabel(model, scope, tools.translate);
  // A box always has a value, so it is never marked as optional.
  const isBox = schema.type === "boolean" && !canBeNo(model);
  const isOptional = label !== "" && !state.required && !state.readOnly && !isBox;
  const options = field.options === undefined ? undefined : tools.options(field.options, label, scope);
  return {
    visible: state.visible,
    required: state.required,
    readOnly: state.readOnly,
    label,
    labelText: isOptional ? tools.text("form.optional", { label }) : label,
    hint: toText(field.hint),
    placeholder: toText(field.placeholder),
    ...(options ? { options } : {}),
    ...(field.dates
      ? { dates: { ...field.dates, min: read(field.dates.min, scope), max: read(field.dates.max, scope) } }
      : {}),
    props: toProps(tools.getWidgetProps(field.widget), field, scope, tools.translate),
  };
}

const read = (expr: Expr | undefined, scope: Scope): unknown =>
  expr === undefined ? undefined : evaluate(expr, scope);

function toProps(
  specs: Props,
  values: Readonly<Record<string, unknown>>,
  scope: Scope,
  translate: Translate,
): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [key, spec] of Object.entries(specs)) {
    const { name } = toPropName(key);
    if (values[name] !== undefined) props[name] = toProp(spec, values[name], scope, translate);
  }
  return props;
}

function toProp(spec: PropSpec, value: unknown, scope: Scope, translate: Translate): unknown {
  if (spec === "text") return resolveText(value as Text, scope, translate);
  if (spec === "rule") return isTrue(value as Rule, scope);
  if (spec === "value" || (typeof spec === "object" && "value" in spec)) return evaluate(value as Expr, scope);
  if (typeof spec === "string" || "enum" in spec || "ref" in spec || "integer" in spec) return value;
  // The widget fills in the placeholders.
  if ("placeholders" in spec)
    return typeof value === "string" ? translate(value) : resolveText(value as Text, scope, translate);
  if ("list" in spec)
    return (value as Record<string, unknown>[]).map((item) => toProps(spec.list, item, scope, translate));
  if ("object" in spec) return toProps(spec.object, value as Record<string, unknown>, scope, translate);
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, item]) => [
      key,
      toProp(spec.map, item, scope, translate),
    ]),
  );
}

/** A section is visible when one of its fields or notes is. In a form restricted by `only`, notes do not count. */
export function toSectionView(
  section: SectionModel,
  derived: DerivedForm,
  tools: ViewTools,
  narrowed: boolean,
): SectionView {
  const field = section.fields.some(({ pointer }) => derived.fields[pointer]?.visible);
  const note =
    !narrowed &&
    section.entries.some((entry) => "note" in entry && holds(entry.note.when, (base) => derived.scopeAt(base)));
  return { visible: field || note, title: resolveTitle(section, derived.scopeAt(section.base), tools.translate) };
}

/** The view of a list without its error. */
export function toListView(
  list: ListModel,
  derived: DerivedForm,
  { translate }: ViewTools,
  only: readonly string[] | undefined,
): ListView {
  const scope = derived.scopeAt(list.base);
  return {
    ...derived.lists[list.pointer]!,
    title: resolveText(list.title, scope, translate),
    hint: resolveText(list.hint, scope, translate),
    add: resolveText(list.add, scope, translate),
    isFixed: only !== undefined && !isWithin(list.pointer, only),
  };
}

export function toNoteView(
  { base, note, when }: NoteModel,
  derived: DerivedForm,
  tools: ViewTools,
  narrowed: boolean,
): NoteView {
  const visible = !narrowed && holds(when, (place) => derived.scopeAt(place));
  return {
    visible,
    text: visible ? resolveText(note.text, derived.scopeAt(base), tools.translate) : "",
    tone: note.tone ?? "info",
  };
}

/** Returns whether each value of `b` equals that of `a`. */
export function hasSameValues(a: object | undefined, b: object): boolean {
  return a !== undefined && Object.entries(b).every(([key, value]) => (a as Record<string, unknown>)[key] === value);
}

/** Returns whether two views draw the same. */
export function isSameView(a: FieldView, b: FieldView): boolean {
  const { props: propsA, dates: datesA, options: optionsA, ...plainA } = a;
  const { props: propsB, dates: datesB, options: optionsB, ...plainB } = b;
  return (
    optionsA === optionsB &&
    hasSameValues(plainA, plainB) &&
    hasSameValues(plainB, plainA) &&
    JSON.stringify([propsA, datesA]) === JSON.stringify([propsB, datesB])
  );
}
