import type { DocumentOf } from "#engine/documents/document-of.ts";
import { fixedChoices } from "./parts/choices.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** `enabled` names an item that the list does not have. */
export const unknownItem: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const { id, enabled } = source.document as DocumentOf<"options">;
    const values = enabled && fixedChoices(set, id)?.map(({ value }) => value);
    if (!values) return [];
    return enabled.flatMap((name, index) =>
      values.includes(name)
        ? []
        : [issueAt(source, `/enabled/${index}`, "unknown-item", `The list has no "${name}"${meantOf(name, values)}`)],
    );
  });
