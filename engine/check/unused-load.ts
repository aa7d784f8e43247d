import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listBlocks } from "./parts/blocks.ts";
import { isRead } from "./parts/readings.ts";
import { idleAt, type Check, type SourceDocument } from "./parts/set.ts";
import { isFormOfVerification } from "./parts/worlds.ts";

/** What the page's frame reads of what a screen has loaded: the name of the form, for its title. */
const readByFrame: readonly string[] = ["transaction"];

/** A root that a screen fetches and never reads. */
export const unusedLoad: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const { id, load = [] } = source.document as DocumentOf<"screen">;
    const own = (where: string) => where === `the screen ${id}` || (choosesForm(source) && isFormOfVerification(where));
    return load.flatMap(({ root }, index) =>
      readByFrame.includes(root) || isRead(set, root, own)
        ? []
        : [idleAt(source, `/load/${index}`, "unused-load", `Nothing on the screen ${id} reads ${root}`)],
    );
  });

/** Whether a block draws the form that a value names: any verification's. */
const choosesForm = (screen: SourceDocument): boolean =>
  listBlocks(screen).some(({ block }) => block["form"] !== undefined && typeof block["form"] !== "string");
