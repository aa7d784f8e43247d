import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two items of one list with the same value: nobody could tell which of them was chosen. */
export const repeatedItem: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const values = ((source.document as DocumentOf<"options">).items ?? []).map(({ value }) => value);
    return values.flatMap((value, index) =>
      values.indexOf(value) === index
        ? []
        : [issueAt(source, `/items/${index}/value`, "repeated-item", `The list has "${value}" already`)],
    );
  });
