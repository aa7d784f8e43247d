import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A request without questions of which everything may be skipped, with no least number: it can be sent with nothing in it. */
export const nothingAsked: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const { minimumSet, questions, verifications } = source.document as DocumentOf<"request">;
    if (minimumSet || questions?.length || verifications.some(({ skipAllowed }) => !skipAllowed)) return [];
    const message = "All of these may be skipped, and then nothing is sent: say how many are needed (minimumSet)";
    return [issueAt(source, "/verifications", "nothing-asked", message)];
  });
