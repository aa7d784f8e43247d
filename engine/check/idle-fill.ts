import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A value offered to a field that takes none: it is computed, or cannot be changed. */
export const idleFill: Check = (set) =>
  listForms(set).flatMap(({ source, fields }) => {
    const closed = new Set(
      fields.flatMap(({ entry }) => (entry.value !== undefined || entry.readOnly === true ? [entry.at] : [])),
    );
    return fields.flatMap(({ entry, pointer }) =>
      Object.keys(entry.fill?.into ?? {})
        .filter((at) => closed.has(at))
        .map((at) => {
          const message = `${at} cannot be changed, so what is offered for it is never taken`;
          return issueAt(source, `${pointer}/fill/into/${toPointerStep(at)}`, "idle-fill", message);
        }),
    );
  });
