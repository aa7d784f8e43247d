import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listRefusing } from "./parts/reasons.ts";
import { idleAt, type Check } from "./parts/set.ts";

/** What a rule says to those it refuses, though it refuses nothing. */
export const unusedReason: Check = (set) => {
  const refusing = listRefusing(set);
  return set.ofKind("rules").flatMap((source) =>
    Object.entries((source.document as DocumentOf<"rules">).rules).flatMap(([name, rule]) =>
      (["reason", "remaining"] as const)
        .filter((key) => rule[key] !== undefined && !refusing.has(name))
        .map((key) => {
          const message = `The rule "${name}" refuses nothing: no transition names it under unless`;
          return idleAt(source, `/rules/${toPointerStep(name)}/${key}`, "unused-reason", message);
        }),
    ),
  );
};
