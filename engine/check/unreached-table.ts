import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listAllSteps } from "./parts/places.ts";
import { idleAt, type Check } from "./parts/set.ts";

/** A table of a flow that no `then` and no `failed` leads to. */
export const unreachedTable: Check = (set) => {
  const reached = new Set(
    listAllSteps(set).flatMap(({ source, step }) =>
      [step["then"], step["failed"]].flatMap((table) => (typeof table === "string" ? [`${source.path} ${table}`] : [])),
    ),
  );
  return set.ofKind("flow").flatMap((source) =>
    Object.keys((source.document as DocumentOf<"flow">).tables)
      .filter((table) => table !== "start" && !reached.has(`${source.path} ${table}`))
      .map((table) =>
        idleAt(source, `/tables/${toPointerStep(table)}`, "unreached-table", `Nothing leads to the table "${table}"`),
      ),
  );
};
