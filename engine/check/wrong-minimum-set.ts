import type { DocumentOf } from "#engine/documents/document-of.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A minimum set that can never be met: of verifications that are not asked for, or of more than it has. */
export const wrongMinimumSet: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const { minimumSet, verifications } = source.document as DocumentOf<"request">;
    if (!minimumSet) return [];
    const asked = verifications.map(({ verification }) => verification);
    const strangers = minimumSet.of.flatMap((name, index) => {
      if (asked.includes(name) || !set.find("verification", name)) return [];
      const message = `This request does not ask for "${name}"${meantOf(name, asked)}`;
      return [issueAt(source, `/minimumSet/of/${index}`, "wrong-minimum-set", message)];
    });
    const size = new Set(minimumSet.of).size;
    if (minimumSet.atLeast <= size) return strangers;
    const message = `${minimumSet.atLeast} of a set of ${size} can never be there`;
    return [...strangers, issueAt(source, "/minimumSet/atLeast", "wrong-minimum-set", message)];
  });
