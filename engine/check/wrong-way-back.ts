import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A way back that differs by address: one for each address of the screen, and for no other. */
export const wrongWayBack: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const screen = source.document as DocumentOf<"screen">;
    const { back } = screen;
    if (typeof back !== "object") return [];
    const paths = pathsOf(screen);
    const unknown = Object.keys(back).filter((path) => !paths.includes(path));
    const missing = paths.filter((path) => !Object.hasOwn(back, path));
    return [
      ...unknown.map((path) =>
        issueAt(
          source,
          `/back/${toPointerStep(path)}`,
          "wrong-way-back",
          `The screen does not stand at ${path}${meantOf(path, paths)}`,
        ),
      ),
      // One that is misspelt is told once.
      ...(unknown.length > 0 ? [] : missing).map((path) =>
        issueAt(source, "/back", "wrong-way-back", `Nothing is said of the way back from ${path}`),
      ),
    ];
  });
