import { toKey } from "#engine/documents/kinds.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two documents of one kind with one id: only one of them would count. Organisations name their requests for themselves. */
export const repeatedDocument: Check = (set) => {
  const seen = new Map<string, string>();
  return set.sources.flatMap((source) => {
    const { kind, id } = source.document;
    const key = kind === "request" ? source.path : toKey(kind, id);
    const other = seen.get(key);
    seen.set(key, source.path);
    if (other === undefined) return [];
    return [issueAt(source, "/id", "repeated-document", `${other} is the ${kind} "${id}" already`)];
  });
};
