import { listBlocks } from "./parts/blocks.ts";
import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A dialog that nobody may close by hand, and that no step closes. */
export const stuckDialog: Check = (set) =>
  set.ofKind("screen").flatMap((screen) => {
    const closed = (stepsOfScreens(set).get(screen) ?? []).map(({ step }) => step["close"]);
    return listBlocks(screen)
      .filter(({ block }) => block.block === "dialog" && block["closable"] === false && !closed.includes(block.id))
      .map(({ block, pointer }) =>
        issueAt(screen, `${pointer}/closable`, "stuck-dialog", `No step closes the dialog "${block.id}"`),
      );
  });
