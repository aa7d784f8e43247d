import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A title for a path that has a screen, which says its own. */
export const takenTitle: Check = (set) => {
  const { source, document } = findOnly(set, "titles") ?? {};
  if (!source || !document) return [];
  const screens = set.ofKind("screen").map((one) => one.document as DocumentOf<"screen">);
  return Object.keys(document.titles).flatMap((segment) => {
    const screen = screens.find((one) => pathsOf(one).some((path) => path.split("/")[1] === segment));
    if (!screen) return [];
    const message = `The screen ${screen.id} stands at /${segment} and says its own title`;
    return [issueAt(source, `/titles/${toPointerStep(segment)}`, "taken-title", message)];
  });
};
