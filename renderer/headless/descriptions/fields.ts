import { toOptionName } from "#widgets/option-name.ts";
import type { OptionsSource } from "#widgets/widget.ts";
import { widgetDescriptions } from "#widgets/descriptions.ts";
import type { WidgetName } from "#widgets/index.ts";
import { getAt } from "#engine/core/base/json-pointer.ts";
import { isWithin, type FieldModel, type SectionModel } from "#engine/core/form/form-model.ts";
import { toRecordValue } from "#engine/core/form/record.ts";
import { findSummaryPointer } from "#renderer/form/widget-contracts.ts";
import type { ListModel } from "#engine/core/form/lists.ts";
import { toSummaryLine } from "#renderer/form/parts/summary-line.ts";
import { isDrawn } from "#engine/core/form/message-field.ts";
import { toButtonNode } from "./nodes.ts";
import { listDocumentFacts } from "#renderer/form/document-facts.ts";
import { toParts, type ListGroup, type RowGroup, type SectionGroup } from "#renderer/form/parts/section-groups.ts";
import { describeReview, describeStep } from "./steps.ts";
import { describeRecordValue, type RecordSource } from "./record.ts";
import type { FormStore } from "#renderer/form/form-store.ts";
import type { FieldView } from "#renderer/form/parts/field-view.ts";
import type { OpenedForm } from "../form-types.ts";
import type { AccessibleState, AccessibleNode } from "#widgets/accessible-node.ts";

/** Long lists are cut off. */
const maxOptions = 40;

/** Describes the step of a form with pages, the error summary, then the sections in order: notes and fields. */
export function describeFields(form: OpenedForm, source: RecordSource): AccessibleNode[] {
  const { store, steps } = form;
  const step = steps?.state();
  const nodes = [...describeStep(form), ...describeErrorSummary(form)];
  if (step && !step.page) return [...nodes, ...describeReview(form, source)];
  for (const part of toParts(step?.page?.sections ?? store.model.sections))
    if ("list" in part) nodes.push(...describeList(part, form, source));
    else nodes.push(...describeGroup(part, form, source));
  return nodes;
}

function describeGroup({ lead, members }: SectionGroup, form: OpenedForm, source: RecordSource): AccessibleNode[] {
  const { store } = form;
  const { title } = store.section(lead.id);
  const visible = members.some(({ id }) => store.section(id).visible);
  const nodes = members.flatMap((section) => describeSection(section, form, source));
  return visible && title ? [{ role: "group", name: title, children: nodes }] : nodes;
}

/** A list: each row as a group with its buttons, then the button that adds one. */
function describeList({ list, rows }: ListGroup, form: OpenedForm, source: RecordSource): AccessibleNode[] {
  const { store } = form;
  const view = store.list(list.pointer);
  if (!view.visible) return [];
  const children = [
    ...(view.hint ? [{ role: "text", name: view.hint }] : []),
    ...rows
      .slice(0, view.rows)
      .filter(
        ({ groups }) =>
          !view.isFixed || groups.some(({ members }) => members.some(({ id }) => store.section(id).visible)),
      )
      .map((row) => describeRow(row, list, form, source)),
    ...(view.error ? [{ role: "text", name: view.error }] : []),
    ...(view.isFixed ? [] : [describeAdd(list, form)]),
  ];
  return view.title ? [{ role: "group", name: view.title, children }] : children;
}

function describeAdd(list: ListModel, { store, text }: OpenedForm): AccessibleNode {
  const { rows, add } = store.list(list.pointer);
  if (rows >= list.max) return { role: "text", name: text("list.full", { n: list.max }) };
  return toButtonNode(add, () => store.addRow(list));
}

function describeRow(
  { index, lead, groups }: RowGroup,
  list: ListModel,
  form: OpenedForm,
  source: RecordSource,
): AccessibleNode {
  const { store, text } = form;
  const { rows, isFixed } = store.list(list.pointer);
  const { title: name } = store.section(lead.id);
  const toMove = (key: "list.move-up" | "list.move-down", step: -1 | 1, disabled: boolean) =>
    toButtonNode(text(key, { name }), () => store.moveRow(list, index, step), { disabled });
  const moves = [toMove("list.move-up", -1, index === 0), toMove("list.move-down", 1, index === rows - 1)];
  const remove = toButtonNode(text("list.remove", { name }), () => void store.removeRow(list, index));
  const fields = groups.flatMap((group) =>
    group.lead === lead
      ? group.members.flatMap((section) => describeSection(section, form, source))
      : describeGroup(group, form, source),
  );
  const buttons = isFixed ? [] : [...(rows > 1 ? moves : []), ...(rows > list.min ? [remove] : [])];
  return { role: "group", name, children: [{ role: "heading", name }, ...buttons, ...fields] };
}

function describeSection(section: SectionModel, form: OpenedForm, source: RecordSource): AccessibleNode[] {
  return section.entries.flatMap((entry, index) => {
    if (!("note" in entry)) return describeField(entry.field, form, source);
    const note = form.store.note(`${section.id}:${index}`);
    return note.visible ? [{ role: "note", name: note.text }, ...describeTone(entry.note.note.tone)] : [];
  });
}

const describeTone = (tone: string | undefined): AccessibleNode[] =>
  tone ? [{ role: "appearance", name: `tone ${tone}` }] : [];

/** The error summary. Each line links to its field. */
function describeErrorSummary({ store, steps, text }: OpenedForm): AccessibleNode[] {
  const errors = steps ? steps.listErrors(store.shownErrors()) : store.shownErrors();
  if (errors.length === 0) return [];
  const name = text("form.problem");
  const lines = errors.map((error): AccessibleNode => ({
    role: isDrawn(store.model, error.pointer) ? "link" : "text",
    name: toSummaryLine(store, error),
  }));
  return [{ role: "alert", name, children: [{ role: "heading", name }, ...lines] }];
}

function describeField(model: FieldModel, form: OpenedForm, source: RecordSource): AccessibleNode[] {
  const view = form.store.field(model.pointer);
  if (!view?.visible) return [];
  const { store, services, text, locale } = form;
  const { pointer, field } = model;
  const previous = describePreviousValue(model, form, source);
  const current = widgetDescriptions[field.widget as WidgetName]({
    pointer,
    label: view.labelText,
    plainLabel: view.label,
    state: toState(view),
    value: store.value(pointer),
    options: view.options,
    ...(view.placeholder && { placeholder: view.placeholder }),
    props: view.props,
    ...(field.accept && { accept: field.accept }),
    ...(view.dates && { dates: view.dates }),
    ...(field.shows && { documentFacts: listDocumentFacts(store, pointer) }),
    services,
    text,
    locale,
    cached: (key, load) => source.cached.read({ key, load }),
    onFillField: (other, text) => put(store, other, text),
    onBusy: (busy) => store.setBusy(pointer, busy),
    commit: (value) => put(store, pointer, value),
  });
  return [...previous, ...current, describeAccepted(model, view)];
}

/** Keys that the field's own node already describes. */
const describedKeys: ReadonlySet<string> = new Set(
  "at widget label hint placeholder require value initial options example".split(" "),
);

/** The values that a field accepts: schema, switches, widget properties, options. A user finds them out by trying. */
function describeAccepted({ field, schema }: FieldModel, { label, options }: FieldView): AccessibleNode {
  const switches = Object.entries(field).filter(
    ([key, value]) => key === "shows" || Array.isArray(value) || typeof value !== "object",
  );
  const own = Object.fromEntries(switches.filter(([key]) => !describedKeys.has(key)));
  return {
    role: "accepts",
    name: label,
    value: JSON.stringify({ ...schema, ...own, ...(options && { options: toOptions(options) }) }),
  };
}

function toOptions(options: OptionsSource): unknown {
  if (!("list" in options)) return options;
  const list = options.list
    .slice(0, maxOptions)
    .map((option) => `${toOptionName(option)}${option.image ? ", with a picture" : ""}`);
  return options.manual ? { list, manual: options.manual } : list;
}

function put(store: FormStore, pointer: string, value: unknown): void {
  store.type(pointer, value);
  store.commit(pointer);
}

/** Why a field was requested again, and its earlier value. */
function describePreviousValue(model: FieldModel, { store }: OpenedForm, source: RecordSource): AccessibleNode[] {
  const { replacing, reasons } = store.setup;
  if (!replacing) return [];
  const reason = reasons?.[model.pointer];
  const value = isWithin(model.pointer, replacing.places)
    ? toRecordValue(model, getAt(replacing.before, model.pointer), findSummaryPointer)
    : undefined;
  const label = source.scope.uiText("record.previous-value");
  return [
    ...(reason ? [{ role: "text", name: reason }] : []),
    ...(value ? [{ role: "text", name: label }, ...describeRecordValue(value, label, source)] : []),
  ];
}

const toState = ({ required, readOnly, hint, error }: FieldView): AccessibleState => ({
  required,
  ...(readOnly && { disabled: true }),
  ...(hint && { hint }),
  ...(error && { error: error.message }),
  ...(error?.severity === "error" && { invalid: true }),
});
