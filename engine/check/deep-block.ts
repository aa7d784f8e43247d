import { listBlocks } from "./parts/blocks.ts";
import { issueAt, type Check } from "./parts/set.ts";

const deepest = 3;

/** Blocks that stand too deep. */
export const deepBlock: Check = (set) =>
  set.ofKind("screen").flatMap((source) =>
    listBlocks(source)
      .filter(({ depth }) => depth > deepest)
      .map(({ pointer }) =>
        issueAt(
          source,
          pointer,
          "too-deep",
          "Blocks stand three deep at most; a screen that reads like HTML lacks a block",
        ),
      ),
  );
