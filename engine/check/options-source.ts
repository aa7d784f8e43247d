import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

const sources = ["items", "from", "call", "of"] as const;

/** A list of choices without a source, or with several: which of them counts? */
export const optionsSource: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const options = source.document as DocumentOf<"options">;
    const given = sources.filter((name) => options[name] !== undefined);
    if (given.length === 1) return [];
    const found = given.length === 0 ? "it has none" : `it has ${given.join(" and ")}`;
    const message = `A list comes from exactly one of ${sources.join(", ")}; ${found}`;
    return [issueAt(source, given[1] === undefined ? "" : `/${given[1]}`, "options-source", message)];
  });
