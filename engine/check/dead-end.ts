import type { DocumentOf } from "#engine/documents/document-of.ts";
import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check, type SourceDocument } from "./parts/set.ts";

const ways = ["navigate", "visit", "leave", "signOut"];

/** A screen without a menu, a way back or a step that leads on: who is there stays there. */
export const deadEnd: Check = (set) =>
  [...stepsOfScreens(set)]
    .filter(([screen, steps]) => isBare(screen) && !steps.some(({ step }) => ways.some((way) => way in step)))
    // Whoever signs in is led on by the page.
    .filter(([screen]) => (screen.document as DocumentOf<"screen">).access !== "signedOut")
    .map(([screen]) => issueAt(screen, "/body", "dead-end", `Nothing leads on from the screen ${screen.document.id}`));

function isBare({ document }: SourceDocument): boolean {
  const { layout, back } = document as DocumentOf<"screen">;
  return layout === "plain" && (back === undefined || back === "none");
}
