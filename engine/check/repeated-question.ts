import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two questions of one request with the same id: one answer would take the other's place. */
export const repeatedQuestion: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const ids = ((source.document as DocumentOf<"request">).questions ?? []).map(({ id }) => id);
    return ids.flatMap((id, index) =>
      ids.indexOf(id) === index
        ? []
        : [issueAt(source, `/questions/${index}/id`, "repeated-question", `There is a question "${id}" already`)],
    );
  });
