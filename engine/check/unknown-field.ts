import { isField, isMounted } from "#engine/documents/form-entry.ts";
import { follow } from "#engine/base/known.ts";
import { pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import { leafPointers, listForms } from "./parts/entries.ts";
import { toDataShape } from "./parts/form-shape.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A message or a check at a field that the form does not have, or a paper that is to show one. */
export const unknownField: Check = (set) =>
  listForms(set).flatMap(({ source, form, entries, fields }) => {
    const ats = entries.flatMap(({ entry }) => (isField(entry) || isMounted(entry) ? [entry.at] : []));
    const names = new Set([...ats, ...leafPointers(form.data)]);
    const tell = (pointer: string, name: string) => [
      issueAt(source, pointer, "unknown-field", `There is no field ${name}${meantOf(name, names)}`),
    ];
    // What a paper shows may be asked by a form whose fields are used here.
    const whole = toDataShape(form.id, set);
    const isThere = (name: string) => name.startsWith("/") && "known" in follow(whole, pointerSteps(name));
    return [
      ...Object.keys(form.messages ?? {}).flatMap((name) =>
        names.has(name) ? [] : tell(`/messages/${toPointerStep(name)}`, name),
      ),
      ...(form.checks ?? []).flatMap(({ at }, index) => (names.has(at) ? [] : tell(`/checks/${index}/at`, at))),
      ...fields.flatMap(({ entry: { shows = {} }, pointer }) =>
        Object.keys(shows).flatMap((name) =>
          isThere(name) ? [] : tell(`${pointer}/shows/${toPointerStep(name)}`, name),
        ),
      ),
    ];
  });
