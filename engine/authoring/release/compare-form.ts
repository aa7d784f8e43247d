import { isField, isGroup, isList, isMounted, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { FormDefinition, FormEntry } from "#engine/core/definitions/form.ts";
import type { CheckModel, FormModel } from "#engine/core/form/form-model.ts";
import { toChanges, type Change, type Finding } from "./change.ts";
import { addedField, compareField, removedField, type FieldContext } from "./compare-field.ts";
import { expandRules } from "./expand-rules.ts";

/** A form of one release, with the places of its fields. */
export interface FormSide extends FieldContext {
  readonly model: FormModel;
  /** Returns the definition that contains a place of the form's data, and the place in it. */
  place(pointer: string): { document: string; pointer: string };
}

/** Compares a form of two releases: every field, then the checks. Order, titles, notes and messages are appearance. */
export function compareForms(former: FormSide, newer: FormSide): Change[] {
  const pointers = new Set([...former.model.byPointer.keys(), ...newer.model.byPointer.keys()]);
  const fields = [...pointers].flatMap((pointer): Change[] => {
    const [before, after] = [former.model.byPointer.get(pointer), newer.model.byPointer.get(pointer)];
    // All rows are alike, so the first is compared.
    if ((before ?? after)?.row?.index) return [];
    if (!after) return put(removedField, former, pointer);
    const side = { ...newer, field: after };
    return put(before ? compareField({ ...former, field: before }, side) : addedField(side), newer, pointer);
  });
  return [...fields, ...compareLists(former, newer), ...compareChecks(former, newer)];
}

/** A list that takes fewer rows, or asks for more, rejects stored answers. */
function compareLists(former: FormSide, newer: FormSide): Change[] {
  return former.model.lists.flatMap(({ pointer, min, max }): Change[] => {
    const after = newer.model.lists.find((list) => list.pointer === pointer);
    if (!after) return [];
    return [
      ...(after.max < max
        ? put(finding("major", `takes at most ${after.max} entries, not ${max}`), newer, pointer)
        : []),
      ...(after.min > min ? put(finding("open", `asks for ${after.min} entries, not ${min}`), newer, pointer) : []),
    ];
  });
}

function put(findings: readonly Finding[], side: FormSide, pointer: string): Change[] {
  const place = side.place(pointer);
  return toChanges(findings, place.document, place.pointer);
}

/** A warning rejects nothing. Sample data decides about new or changed checks. */
function compareChecks(former: FormSide, newer: FormSide): Change[] {
  const toName = ({ id, base }: CheckModel) => `${base} ${id}`;
  const [before, after] = [former, newer].map(
    (side) => new Map(side.model.checks.map((check) => [toName(check), check] as const)),
  );
  return [...new Set([...before!.keys(), ...after!.keys()])].flatMap((name): Change[] => {
    const [old, fresh] = [before!.get(name), after!.get(name)];
    if (!fresh) return put(finding("minor", `is no longer checked by ${old!.id}`), former, old!.pointer);
    if (old && isSameCheck([old, former], [fresh, newer])) return [];
    const verdict = fresh.severity === "error" ? "open" : "minor";
    return put(finding(verdict, `is checked by ${fresh.id}${old ? " differently" : " now"}`), newer, fresh.pointer);
  });
}

const finding = (verdict: Finding["verdict"], message: string): Finding[] => [{ verdict, at: "", message }];

function isSameCheck(former: [CheckModel, FormSide], newer: [CheckModel, FormSide]): boolean {
  const [before, after] = [former, newer].map(([{ pointer, severity, when, assert }, { rules }]) =>
    expandRules([pointer, severity, when ?? true, assert ?? true], rules),
  );
  return before === after;
}

/** Returns the definitions that contain the fields of a form: itself, or a form that it mounts or uses. */
export function toFieldPlaces(
  form: FormDefinition,
  findForm: (id: string) => FormDefinition | undefined,
): (pointer: string) => { document: string; pointer: string } {
  const places = new Map<string, { document: string; pointer: string }>();
  const walk = (id: string, entries: readonly FormEntry[], base: string, trail: readonly string[]): void => {
    const enter = (other: string, at: string) =>
      trail.includes(other) ? undefined : walk(other, findForm(other)?.fields ?? [], at, [...trail, other]);
    for (const entry of entries) {
      if (isGroup(entry)) walk(id, entry.fields, base, trail);
      else if (isList(entry)) walk(id, entry.fields, `${base}${entry.list}/0`, trail);
      else if (isUsed(entry)) enter(entry.use, base);
      else if (isMounted(entry)) enter(entry.form, base + entry.at);
      else if (isField(entry)) places.set(base + entry.at, { document: `forms/${id}`, pointer: entry.at });
    }
  };
  walk(form.id, form.fields, "", [form.id]);
  return (pointer) => places.get(pointer) ?? { document: `forms/${form.id}`, pointer };
}
