import { maxFields } from "#engine/core/base/shapes.ts";
import { isAppOperationId } from "#engine/contract/all-operations.ts";
import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { describeSchema, followPath, isAssignable, keysOf } from "#engine/core/base/value-type.ts";
import { isField, isList, isMounted, isNote, isSection } from "#engine/core/definitions/form-entry.ts";
import type { FormEntry } from "#engine/core/definitions/form.ts";
import { toDependencies } from "#engine/core/form/dependencies.ts";
import { fileWidget } from "#engine/core/form/file-values.ts";
import { usualRows } from "#engine/core/form/lists.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import {
  findSchema,
  innerForms,
  leafPointers,
  listFields,
  listForms,
  listModelledForms,
  toDataShape,
  toSchemaPointer,
  type PlacedEntry,
  type PlacedField,
  type PlacedForm,
} from "./support/forms.ts";
import { answerOf } from "./support/operations.ts";
import { definitions, repeatedIndexes } from "./support/places.ts";
import { didYouMean } from "./support/suggestion.ts";

/** Pointers of the fields and mounted forms of a form. */
const placesOf = ({ entries }: PlacedForm): string[] =>
  entries.flatMap(({ entry }) => (isField(entry) || isMounted(entry) ? [entry.at] : []));

/** Pointers of the lists of a form. */
const listsOf = ({ entries }: PlacedForm): string[] =>
  entries.flatMap(({ entry }) => (isList(entry) ? [entry.list] : []));

/** Every list of every form. */
const listLists = (set: DefinitionSet) =>
  listForms(set).flatMap(({ source, entries }) =>
    entries.flatMap(({ entry, pointer }) => (isList(entry) ? [{ source, entry, pointer }] : [])),
  );

/** A pointer and every pointer above it: "/a/b" → "/a", "/a/b". */
const pointersAbove = (at: string): string[] =>
  [...at.matchAll(/\/[^/]*/g)].map(({ index, 0: step }) => at.slice(0, index + step.length));

const isInvisible = (set: DefinitionSet, widget: string): boolean =>
  set.definition(`widget-${widget}`)["x-undrawn"] === true;

const isRequired = ({ entry }: PlacedField): boolean => entry.require !== undefined && entry.require !== false;

/** Pointers of values that other fields of a form fill in. */
const filledPointers = ({ fields }: PlacedForm): ReadonlySet<string> =>
  new Set(fields.flatMap(({ entry }) => Object.keys(entry.fill?.into ?? {})));

/** Values that a field fills in from the answer of a call. */
const fills = (set: DefinitionSet) =>
  listFields(set).flatMap(({ source, pointer, entry, placed }) =>
    Object.entries(entry.fill?.into ?? {}).map(([at, path]) => ({
      source,
      pointer: `${pointer}/fill/into/${toPointerStep(at)}`,
      placed,
      call: entry.fill?.call ?? "",
      at,
      path,
    })),
  );

/** Entries that override targets find by name: sections and notes. */
function namedEntries({ entries }: PlacedForm): { readonly name: string; readonly at: string }[] {
  const toName = ({ entry, pointer }: { entry: FormEntry; pointer: string }) => {
    if (isSection(entry)) return [{ name: entry.section, at: `${pointer}/section` }];
    return isNote(entry) ? [{ name: entry.note, at: `${pointer}/note` }] : [];
  };
  return entries.flatMap(toName);
}

/** Mounts and uses that lead back to the form itself. Each circle is reported once. */
const circularMounts = (set: DefinitionSet) => {
  const forms = new Map(listForms(set).map((placed) => [placed.form.id, placed]));
  const reported = new Set<string>();
  return listForms(set).flatMap((placed) =>
    innerForms(placed).flatMap((inner) => {
      const { id } = placed.form;
      const reached = formsBelow(inner.id, forms);
      if (!reached.has(id) || [...reached].some((form) => reported.has(form))) return [];
      reported.add(id);
      return [{ source: placed.source, pointer: inner.pointer, id }];
    }),
  );
};

function formsBelow(start: string, forms: ReadonlyMap<string, PlacedForm>): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) {
    const placed = forms.get(id);
    for (const inner of placed ? innerForms(placed) : []) reached.add(inner.id);
  }
  return reached;
}

const isInMountedForm = (entries: readonly PlacedEntry[], pointer: string): boolean =>
  entries.some(({ entry }) => isMounted(entry) && pointer.startsWith(`${entry.at}/`));

/** Fields whose value is masked after identification. */
const maskedFields = (set: DefinitionSet): ReadonlyMap<string, string> =>
  new Map(
    definitions("verification")(set).flatMap(({ document: { form, identity } }) =>
      form === undefined || identity?.maskedFrom === undefined ? [] : [[form, identity.maskedFrom] as const],
    ),
  );

const noSuchField = (name: string, names: Iterable<string>): string =>
  `There is no field ${name}${didYouMean(name, names)}`;

/** Faults of a form's fields and of how they depend on each other. */
export const formChecks: readonly Check[] = [
  check({
    code: "form/field-without-data",
    why: "The value has no place in the form's data, so it could not be saved",
    at: listFields,
    test: ({ entry, list, placed: { form } }) => {
      // A list without rows has its finding.
      if (list && !findSchema(form.data, list.list)?.items) return [];
      const test = (pointer: string, at: string) => {
        if (findSchema(form.data, at)) return [];
        return [below(pointer, `The data has no ${at}${didYouMean(at, leafPointers(form.data))}`)];
      };
      const filled = Object.keys(entry.fill?.into ?? {});
      return [...test("/at", entry.at), ...filled.flatMap((at) => test(`/fill/into/${toPointerStep(at)}`, at))];
    },
  }),
  check({
    code: "form/data-without-field",
    why: "There is no field to fill in the value",
    at: listForms,
    test: (placed) => {
      const { form, fields } = placed;
      // A field with a mistyped pointer may be the missing one. It has its own finding.
      if (fields.some(({ entry }) => !findSchema(form.data, entry.at))) return undefined;
      const places = new Set(placesOf(placed));
      return leafPointers(form.data)
        .filter((leaf) => !pointersAbove(leaf).some((at) => places.has(at)))
        .map((leaf) => below(toSchemaPointer(leaf), `No field fills in ${leaf}`));
    },
  }),
  check({
    code: "form/list-without-rows",
    why: "The rows have no place in the form's data, so they could not be saved",
    at: listForms,
    test: ({ form, entries }) =>
      entries.flatMap(({ entry, pointer, list }) =>
        isList(entry) && !list && !findSchema(form.data, entry.list)?.items?.properties
          ? [below(`${pointer}/list`, `${entry.list} is no array of objects in the data`)]
          : [],
      ),
  }),
  check({
    code: "form/nested-list",
    why: "A row has no list of its own: pages, messages and credentials name one row",
    at: listForms,
    test: ({ entries }) =>
      entries.flatMap(({ entry, pointer, list }) =>
        isList(entry) && list ? [below(`${pointer}/list`, `This list is in a row of ${list.list}`)] : [],
      ),
  }),
  check({
    code: "form/duplicate-field",
    why: "One field would overwrite the value of the other",
    at: listForms,
    test: (placed) => {
      const fields = placed.entries.filter(({ entry }) => isField(entry) || isMounted(entry));
      const places = placesOf(placed);
      return repeatedIndexes(places).map((index) =>
        below(`${fields[index]?.pointer}/at`, `Two fields have the place ${places[index]}`),
      );
    },
  }),
  check({
    code: "form/unknown-field",
    why: "The message, the check or the comparison with an uploaded document would never apply",
    at: listForms,
    test: (placed, set) => {
      const { form, fields } = placed;
      const names = new Set([...placesOf(placed), ...listsOf(placed), ...leafPointers(form.data)]);
      // An uploaded document may show a field of a form whose fields this one uses.
      const whole = toDataShape(form.id, set);
      const isKnown = (name: string) => name.startsWith("/") && "known" in followPath(whole, pointerSteps(name));
      return [
        ...Object.keys(form.messages ?? {}).flatMap((name) =>
          names.has(name) ? [] : [below(`/messages/${toPointerStep(name)}`, noSuchField(name, names))],
        ),
        ...(form.checks ?? []).flatMap(({ at }, index) =>
          names.has(at) ? [] : [below(`/checks/${index}/at`, noSuchField(at, names))],
        ),
        ...fields.flatMap(({ entry: { shows = {} }, pointer }) =>
          Object.keys(shows).flatMap((name) =>
            isKnown(name) ? [] : [below(`${pointer}/shows/${toPointerStep(name)}`, noSuchField(name, names))],
          ),
        ),
      ];
    },
  }),
  check({
    code: "form/computed-field-with-input",
    why: "A computed value is never typed, so it can neither be required nor fill in other fields",
    at: listFields,
    test: ({ entry }) =>
      entry.value !== undefined && (entry.require !== undefined || entry.fill !== undefined)
        ? below("/value", "A computed value is never typed: remove require and fill, or remove value")
        : undefined,
  }),
  check({
    code: "form/ignored-with-several-files",
    why: "Each of several files is uploaded by itself: the property has no effect",
    at: listFields,
    test: ({ entry }) => {
      if (entry.widget !== fileWidget || entry["max"] === undefined) return undefined;
      return ["merge", "maxFiles", "shows"]
        .filter((key) => entry[key] !== undefined && entry[key] !== false)
        .map((key) => below(`/${key}`, `With max each file is uploaded by itself: remove ${key}, or remove max`));
    },
  }),
  check({
    code: "form/empty-list-range",
    why: "The list has at least more rows than it may have",
    at: listLists,
    test: ({ entry: { min = 0, max = usualRows } }) =>
      min > max ? below("/min", `No list has at least ${min} and at most ${max} rows`) : undefined,
  }),
  check({
    code: "form/circular",
    why: "A form that contains itself, through others or at once, cannot be drawn",
    at: circularMounts,
    test: ({ id }) => `The form ${id} contains itself here`,
  }),
  check({
    code: "form/circular-conditions",
    why: "Page and server could disagree on the fields, because their when and value depend on each other",
    at: listModelledForms,
    test: ({ entries, model }, set) => {
      const { circle } = toDependencies(model, set.rules);
      // A circle within one mounted form is reported there.
      if (circle.every((pointer) => isInMountedForm(entries, pointer))) return undefined;
      const names = circle.length > 8 ? `${circle.slice(0, 8).join(", ")} …` : circle.join(", ");
      return below("/fields", `The conditions of ${names} depend on each other in a circle`);
    },
  }),
  check({
    code: "form/too-many-fields",
    why: "The server accepts only a limited number of fields in one call",
    at: listModelledForms,
    test: ({ model: { fields } }) => {
      if (fields.length <= maxFields) return undefined;
      return below("/fields", `This form has ${fields.length} fields; a call may have ${maxFields}`);
    },
  }),
  check({
    code: "form/duplicate-section",
    why: "An override finds a section or a note by its name",
    at: listForms,
    test: (placed) => {
      const entries = namedEntries(placed);
      return repeatedIndexes(entries.map(({ name }) => name)).map((index) =>
        below(entries[index]!.at, `This form already has a section or a note "${entries[index]!.name}"`),
      );
    },
  }),
  check({
    code: "form/duplicate-check",
    why: "An override finds a check by its id",
    at: listForms,
    test: ({ form: { checks = [] } }) => {
      const ids = checks.map(({ id }) => id);
      return repeatedIndexes(ids).map((index) =>
        below(`/checks/${index}/id`, `This form already has a check "${ids[index]}"`),
      );
    },
  }),
  check({
    code: "form/hidden-required-field",
    why: "A required field that is never shown stays empty, so the form could never be sent",
    at: listFields,
    test: (field, set) => {
      const { entry, placed } = field;
      if (!isRequired(field) || !isInvisible(set, entry.widget)) return undefined;
      if (entry.value !== undefined || entry.initial !== undefined) return undefined;
      if (filledPointers(placed).has(entry.at)) return undefined;
      return below("/require", `${entry.at} is never shown and nothing fills it in: the form could never be sent`);
    },
  }),
  check({
    code: "form/missing-label",
    why: "People, and those who use a screen reader above all, do not learn what the field asks",
    at: listFields,
    test: ({ entry }, set) =>
      entry.label === undefined && !isInvisible(set, entry.widget) ? `${entry.at} has no label` : undefined,
  }),
  check({
    code: "form/fill-unknown-answer",
    why: "The answer has no such value, so the field would stay empty",
    at: fills,
    test: ({ call, path }) => {
      const steps = path.split(".");
      const found = isAppOperationId(call) ? followPath(answerOf(call), steps) : undefined;
      if (!found || "known" in found) return undefined;
      const step = steps[found.failed] ?? "";
      return `The answer of ${call} has no "${step}" there${didYouMean(step, keysOf(found.at))}`;
    },
  }),
  check({
    code: "form/fill-wrong-type",
    why: "The field cannot keep a value of this type",
    at: fills,
    test: ({ call, at, path, placed: { form } }) => {
      const found = isAppOperationId(call) ? followPath(answerOf(call), path.split(".")) : undefined;
      const wanted = findSchema(form.data, at);
      if (!found || !("known" in found) || !wanted || isAssignable(found.known.schema, { ...wanted })) return undefined;
      return `${path} is ${describeSchema(found.known.schema)}, but ${at} is ${describeSchema({ ...wanted })}`;
    },
  }),
  check({
    code: "form/fill-read-only-field",
    why: "The field is computed or read-only, so it never takes the value",
    at: fills,
    test: ({ at, placed: { fields } }) => {
      const isClosed = fields.some(
        ({ entry }) => entry.at === at && (entry.value !== undefined || entry.readOnly === true),
      );
      return isClosed ? `${at} cannot be changed, so it never takes this value` : undefined;
    },
  }),
  check({
    code: "form/masked-field-not-sensitive",
    why: "The value is masked later, but drafts and logs would keep it while it is typed",
    at: listFields,
    test: ({ entry, placed: { form } }, set) =>
      entry.at === set.once(maskedFields).get(form.id) && entry.sensitive !== true
        ? `${entry.at} is shown masked: write "sensitive": true here`
        : undefined,
  }),
];
