import { toPointerStep } from "#engine/base/json-pointer.ts";
import { toGaps } from "#engine/documents/text.ts";
import { listSentences } from "./parts/sentences.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A value for a gap that the sentence does not have. */
export const valueWithoutGap: Check = (set) =>
  listSentences(set).flatMap(({ source, pointer, english, filled = [] }) => {
    const gaps = toGaps(english);
    return filled
      .filter((name) => !gaps.includes(name))
      .map((name) => {
        const message = `The sentence has no gap {${name}}${meantOf(name, gaps)}`;
        return issueAt(source, `${pointer}/with/${toPointerStep(name)}`, "value-without-gap", message);
      });
  });
