import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listReferences } from "./parts/places.ts";
import { pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A screen that nothing leads to: no step, no entry of the menu, and no link that somebody could have been sent. */
export const unreachedScreen: Check = (set) => {
  const named = new Set((listReferences(set).get("screen") ?? []).map(({ value }) => value));
  return set
    .ofKind("screen")
    .filter(({ document }) => !named.has(document.id) && !isEntry(document as DocumentOf<"screen">))
    .map((source) =>
      issueAt(source, "/route", "unreached-screen", `Nothing leads to the screen ${source.document.id}`),
    );
};

/** Where people arrive from outside: by an address that says so, before they are signed in, at the root, or by a link that names something. */
const isEntry = (screen: DocumentOf<"screen">): boolean =>
  screen.entry === true ||
  screen.access !== "signedIn" ||
  pathsOf(screen).some((path) => path === "/" || path.includes("/:"));
