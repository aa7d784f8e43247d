import { toGaps } from "#engine/documents/text.ts";
import { listSentences } from "./parts/sentences.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A sentence with a gap that nothing fills. */
export const gapWithoutValue: Check = (set) =>
  listSentences(set).flatMap(({ source, pointer, english, filled = [], byCode }) =>
    toGaps(english)
      .filter((gap) => !filled.includes(gap) && !byCode.includes(gap))
      .map((gap) => {
        const message = `Nothing fills the gap {${gap}}${meantOf(gap, [...filled, ...byCode])}`;
        return issueAt(source, pointer, "gap-without-value", message);
      }),
  );
