import { listBlocks } from "./parts/blocks.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two blocks of one screen with the same id: an override could not tell them apart. */
export const repeatedBlock: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const seen = new Set<string>();
    return listBlocks(source).flatMap(({ block, pointer }) => {
      if (!seen.has(block.id)) {
        seen.add(block.id);
        return [];
      }
      const message = `Two blocks of this screen are called "${block.id}"`;
      return [issueAt(source, `${pointer}/id`, "repeated-id", message)];
    });
  });
