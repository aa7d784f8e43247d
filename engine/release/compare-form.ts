import { isField, isMounted, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { FormDocument, FormEntry } from "#engine/documents/form.ts";
import type { CheckModel, FormModel } from "#engine/form/form-model.ts";
import { toChanges, type Change, type Finding } from "./change.ts";
import { addedField, compareField, removedField, type FieldContext } from "./compare-field.ts";
import { toMeaning } from "./meaning.ts";

/** A form of one release, and where its fields are written. */
export interface FormSide extends FieldContext {
  readonly model: FormModel;
  /** Document and place in that document's data of a place in the whole form's data. */
  place(pointer: string): { document: string; pointer: string };
}

/** What became of a form: every field, then the checks across fields. Order, titles, notes and messages are words. */
export function compareForms(former: FormSide, newer: FormSide): Change[] {
  const pointers = new Set([...former.model.byPointer.keys(), ...newer.model.byPointer.keys()]);
  const fields = [...pointers].flatMap((pointer): Change[] => {
    const [before, after] = [former.model.byPointer.get(pointer), newer.model.byPointer.get(pointer)];
    if (!after) return put(removedField, former, pointer);
    const side = { ...newer, field: after };
    return put(before ? compareField({ ...former, field: before }, side) : addedField(side), newer, pointer);
  });
  return [...fields, ...compareChecks(former, newer)];
}

function put(findings: readonly Finding[], side: FormSide, pointer: string): Change[] {
  const place = side.place(pointer);
  return toChanges(findings, place.document, place.pointer);
}

/** A check that warns refuses nothing; what a new or another check refuses, data tells. */
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
    return put(finding(verdict, `is checked by ${fresh.id}${old ? " in another way" : " now"}`), newer, fresh.pointer);
  });
}

const finding = (verdict: Finding["verdict"], message: string): Finding[] => [{ verdict, at: "", message }];

function isSameCheck(former: [CheckModel, FormSide], newer: [CheckModel, FormSide]): boolean {
  const [before, after] = [former, newer].map(([{ pointer, severity, when, assert }, { rules }]) =>
    toMeaning([pointer, severity, when ?? true, assert ?? true], rules),
  );
  return before === after;
}

/** Where the fields of a form are written: in the document itself, or in one whose fields it mounts or uses. */
export function toPlaces(
  form: FormDocument,
  findForm: (id: string) => FormDocument | undefined,
): (pointer: string) => { document: string; pointer: string } {
  const places = new Map<string, { document: string; pointer: string }>();
  const walk = (id: string, entries: readonly FormEntry[], base: string, trail: readonly string[]): void => {
    const enter = (other: string, at: string) =>
      trail.includes(other) ? undefined : walk(other, findForm(other)?.fields ?? [], at, [...trail, other]);
    for (const entry of entries) {
      if (isSection(entry)) walk(id, entry.fields, base, trail);
      else if (isUsed(entry)) enter(entry.use, base);
      else if (isMounted(entry)) enter(entry.form, base + entry.at);
      else if (isField(entry)) places.set(base + entry.at, { document: `forms/${id}`, pointer: entry.at });
    }
  };
  walk(form.id, form.fields, "", [form.id]);
  return (pointer) => places.get(pointer) ?? { document: `forms/${form.id}`, pointer };
}
