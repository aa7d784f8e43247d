import { isField, isMounted } from "#engine/documents/form-entry.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { leafPointers, listForms } from "./parts/entries.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A message or a check at a field that the form does not have. */
export const unknownField: Check = (set) =>
  listForms(set).flatMap(({ source, form, entries }) => {
    const ats = entries.flatMap(({ entry }) => (isField(entry) || isMounted(entry) ? [entry.at] : []));
    const names = new Set([...ats, ...leafPointers(form.data)]);
    const tell = (pointer: string, name: string) =>
      names.has(name)
        ? []
        : [issueAt(source, pointer, "unknown-field", `There is no field ${name}${meantOf(name, names)}`)];
    return [
      ...Object.keys(form.messages ?? {}).flatMap((name) => tell(`/messages/${toPointerStep(name)}`, name)),
      ...(form.checks ?? []).flatMap(({ at }, index) => tell(`/checks/${index}/at`, at)),
    ];
  });
