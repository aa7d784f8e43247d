import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two rules of one name in two files: only one of them would count. */
export const repeatedRule: Check = (set) => {
  const seen = new Map<string, string>();
  return set.ofKind("rules").flatMap((source) =>
    Object.keys((source.document as DocumentOf<"rules">).rules).flatMap((name) => {
      const other = seen.get(name);
      seen.set(name, source.path);
      if (other === undefined) return [];
      const message = `${other} has a rule "${name}" already`;
      return [issueAt(source, `/rules/${toPointerStep(name)}`, "repeated-rule", message)];
    }),
  );
};
