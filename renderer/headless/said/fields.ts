import { toOptionName } from "#widgets/option-name.ts";
import type { OptionsSource } from "#widgets/widget.ts";
import { says } from "#widgets/says.ts";
import type { WidgetName } from "#widgets/index.ts";
import { getAt } from "#engine/base/json-pointer.ts";
import { isWithin, type FieldModel, type SectionModel } from "#engine/form/form-model.ts";
import { toRecordValue } from "#engine/form/record.ts";
import { findSummary } from "#renderer/form/widget-contracts.ts";
import { listPaperFacts } from "#renderer/form/paper-facts.ts";
import { toGroups } from "#renderer/form/parts/section-groups.ts";
import { sayRecordValue, type RecordSource } from "./record.ts";
import type { FormStore } from "#renderer/form/form-store.ts";
import type { FieldView } from "#renderer/form/parts/field-view.ts";
import type { OpenedForm } from "../opened-form.ts";
import type { FieldState, Said } from "#widgets/said.ts";

/** Of a long list its beginning tells enough. */
const mostOptions = 40;

/** The summary of what is to be mended, then sections in order: notes and fields as they stand, in the group of their title. */
export function sayFields(form: OpenedForm, source: RecordSource): Said[] {
  const { store } = form;
  const said = saySummary(form);
  for (const { lead, members } of toGroups(store.model.sections)) {
    const { title } = store.section(lead.id);
    const visible = members.some(({ id }) => store.section(id).visible);
    const place = visible && title ? sayGroup(title, said) : said;
    for (const section of members) place.push(...saySection(section, form, source));
  }
  return said;
}

function saySection(section: SectionModel, form: OpenedForm, source: RecordSource): Said[] {
  return section.entries.flatMap((entry, index) => {
    if (!("note" in entry)) return sayField(entry.field, form, source);
    const note = form.store.note(`${section.id}:${index}`);
    return note.visible ? [{ role: "note", name: note.text }, ...sayTone(entry.note.note.tone)] : [];
  });
}

const sayTone = (tone: string | undefined): Said[] => (tone ? [{ role: "looks", name: `tone ${tone}` }] : []);

/** Begins a group; gives the place of what stands in it. */
function sayGroup(name: string, said: Said[]): Said[] {
  const children: Said[] = [];
  said.push({ role: "group", name, children });
  return children;
}

/** What has to be mended before the form can go; each line leads to its field. */
function saySummary({ store, text }: OpenedForm): Said[] {
  const wrong = store.shownErrors();
  if (wrong.length === 0) return [];
  const name = text("form.problem");
  const lines = wrong.map(({ pointer, message }): Said => ({
    role: store.model.byPointer.has(pointer) ? "link" : "text",
    name: message,
  }));
  return [{ role: "alert", name, children: [{ role: "heading", name }, ...lines] }];
}

function sayField(model: FieldModel, form: OpenedForm, source: RecordSource): Said[] {
  const view = form.store.field(model.pointer);
  if (!view?.visible) return [];
  const { store, services, text, locale } = form;
  const { pointer, field } = model;
  const before = sayBefore(model, form, source);
  const now = says[field.widget as WidgetName]({
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
    ...(field.shows && { paperFacts: listPaperFacts(store, pointer) }),
    services,
    text,
    locale,
    kept: (key, load) => source.kept.read({ key, load }),
    onTake: (other, read) => put(store, other, read),
    onBusy: (busy) => store.setBusy(pointer, busy),
    take: (value) => put(store, pointer, value),
  });
  return [...before, ...now, sayTakes(model, view)];
}

/** Said as words or values where the field stands, or seen in what it is. */
const saidElsewhere: ReadonlySet<string> = new Set(
  "at widget label hint placeholder require value initial options example".split(" "),
);

/** What it takes, which one finds out by trying: the shape of its data, its switches, its widget's own properties, its options. */
function sayTakes({ field, schema }: FieldModel, { label, options }: FieldView): Said {
  const switches = Object.entries(field).filter(
    ([key, value]) => key === "shows" || Array.isArray(value) || typeof value !== "object",
  );
  const own = Object.fromEntries(switches.filter(([key]) => !saidElsewhere.has(key)));
  return {
    role: "takes",
    name: label,
    value: JSON.stringify({ ...schema, ...own, ...(options && { options: toOptions(options) }) }),
  };
}

function toOptions(options: OptionsSource): unknown {
  if (!("list" in options)) return options;
  const list = options.list
    .slice(0, mostOptions)
    .map((option) => `${toOptionName(option)}${option.image ? ", with a picture" : ""}`);
  return options.manual ? { list, manual: options.manual } : list;
}

function put(store: FormStore, pointer: string, value: unknown): void {
  store.type(pointer, value);
  store.commit(pointer);
}

/** How the field was before it was asked for again. */
function sayBefore(model: FieldModel, { store }: OpenedForm, source: RecordSource): Said[] {
  const { replacing } = store.setup;
  if (!replacing || !isWithin(model.pointer, replacing.places)) return [];
  const value = toRecordValue(model, getAt(replacing.before, model.pointer), findSummary);
  if (!value) return [];
  const label = source.scope.words("record.given-before");
  return [{ role: "text", name: label }, ...sayRecordValue(value, label, source)];
}

const toState = ({ required, readOnly, hint, error }: FieldView): FieldState => ({
  required,
  ...(readOnly && { disabled: true }),
  ...(hint && { hint }),
  ...(error && { error: error.message }),
  ...(error?.severity === "error" && { invalid: true }),
});
