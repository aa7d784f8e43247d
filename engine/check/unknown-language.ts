import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** An organisation offers a language that has no document. English is the source and needs none. */
export const unknownLanguage: Check = (set) => {
  const known = ["en", ...set.ids("locale")];
  return set.ofKind("organisation").flatMap((source) =>
    ((source.document as DocumentOf<"organisation">).locales ?? []).flatMap((name, index) => {
      if (known.includes(name) || set.isLeftOut("locale", name)) return [];
      const meant = known.find((one) => one.startsWith(name) || name.startsWith(one));
      const message = `There is no language "${name}"${meant === undefined ? `; npm run new -- locale ${name} begins it` : `; did you mean "${meant}"?`}`;
      return [issueAt(source, `/locales/${index}`, "unknown-language", message)];
    }),
  );
};
