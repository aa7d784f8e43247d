import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What is shown masked once it is proved, and yet kept in drafts and logs while it is typed: the field must be sensitive. */
export const bareSecret: Check = (set) => {
  const masked = new Map(
    set.ofKind("verification").flatMap(({ document }) => {
      const { form, identity } = document as DocumentOf<"verification">;
      return form === undefined || identity?.maskedFrom === undefined ? [] : [[form, identity.maskedFrom] as const];
    }),
  );
  return listForms(set).flatMap(({ source, form, fields }) =>
    fields
      .filter(({ entry }) => entry.at === masked.get(form.id) && entry.sensitive !== true)
      .map(({ entry, pointer }) =>
        issueAt(source, pointer, "bare-secret", `${entry.at} is shown masked: say "sensitive": true here`),
      ),
  );
};
