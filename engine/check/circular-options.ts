import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** A list that is narrowed from itself, through others or at once. */
export const circularOptions: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const trail = [source.document.id];
    for (let id = fromOf(set, source.document.id); id !== undefined; id = fromOf(set, id)) {
      trail.push(id);
      if (id === source.document.id)
        return [issueAt(source, "/from", "circular-options", `This list comes from itself: ${trail.join(" → ")}`)];
      if (trail.indexOf(id) < trail.length - 1) return [];
    }
    return [];
  });

const fromOf = (set: DocumentSet, id: string): string | undefined =>
  (set.find("options", id) as DocumentOf<"options"> | undefined)?.from;
