import { findNearest, type Issue } from "#engine/documents/issue.ts";
import { issueAt, loadableRoots, type Check, type DocumentSet } from "./context.ts";

/** Which names a reference of each kind may take. */
const namesOf: Record<string, (set: DocumentSet) => Iterable<string>> = {
  screen: (set) => set.ids("screen"), form: (set) => set.ids("form"), flow: (set) => set.ids("flow"),
  options: (set) => set.ids("options"), verification: (set) => set.ids("verification"), rules: (set) => set.ids("rules"),
  organisation: (set) => set.context.organisations, article: (set) => set.ids("articles"),
  catalogue: (set) => set.catalogueIds(), operation: (set) => set.context.operations.keys(), root: () => loadableRoots,
};

/** Every name that a document gives another one must be somebody's. */
export const checkReferences: Check = (set) => {
  const issues: Issue[] = [];
  const known = new Map(Object.entries(namesOf).map(([kind, names]) => [kind, new Set(names(set))]));
  for (const source of set.sources) {
    for (const { ref, pointer, value } of set.found(source)) {
      const names = ref ? known.get(ref) : undefined;
      if (!names || typeof value !== "string" || names.has(value)) continue;
      const near = findNearest(value, names);
      issues.push(issueAt(source, pointer, "dangling-reference", `There is no ${ref} "${value}"${near ? `; did you mean "${near}"?` : ""}`));
    }
  }
  return issues;
};
