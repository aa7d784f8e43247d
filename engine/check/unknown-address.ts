import type { DocumentOf } from "#engine/documents/document-of.ts";
import { meantOf } from "./parts/meant.ts";
import { pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A tab of an article at an address that no screen has. */
export const unknownAddress: Check = (set) => {
  const known = set.ofKind("screen").flatMap(({ document }) => pathsOf(document as DocumentOf<"screen">));
  if (set.isLeftOut("screen", "")) return [];
  return set.ofKind("articles").flatMap((source) =>
    ((source.document as DocumentOf<"articles">).tabs ?? []).flatMap(({ route }, index) => {
      if (route === undefined || known.includes(route)) return [];
      const message = `No screen stands at ${route}${meantOf(route, known)}`;
      return [issueAt(source, `/tabs/${index}/route`, "unknown-address", message)];
    }),
  );
};
