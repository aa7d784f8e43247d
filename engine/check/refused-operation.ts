import { getOperation, isOperationId } from "#engine/api/operations.ts";
import { findOnly } from "./parts/only.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A step calls what the catalogue of states has no row for: the server refuses it in every state. */
export const refusedOperation: Check = (set) => {
  const { document } = findOnly(set, "states") ?? {};
  if (!document) return [];
  const allowed = new Set(document.transitions.flatMap(({ of, by }) => [by].flat().map((doer) => `${of} ${doer}`)));
  return listAllSteps(set).flatMap(({ source, pointer, step }) => {
    const { call } = step;
    if (typeof call !== "string" || !isOperationId(call)) return [];
    const { guard } = getOperation(call);
    if (guard === undefined || allowed.has(`${guard} ${call}`)) return [];
    const message = `No transition of catalogues/states is by "${call}": it would always be refused`;
    return [issueAt(source, `${pointer}/call`, "refused-operation", message)];
  });
};
