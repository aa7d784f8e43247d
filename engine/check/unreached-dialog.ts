import { listBlocks } from "./parts/blocks.ts";
import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A dialog that nothing opens. */
export const unreachedDialog: Check = (set) =>
  [...stepsOfScreens(set)].flatMap(([screen, steps]) => {
    const opened = new Set(steps.map(({ step }) => step["open"]));
    return listBlocks(screen)
      .filter(({ block }) => block.block === "dialog" && !opened.has(block.id))
      .map(({ block, pointer }) =>
        issueAt(screen, pointer, "unreached-dialog", `Nothing opens the dialog "${block.id}"`),
      );
  });
