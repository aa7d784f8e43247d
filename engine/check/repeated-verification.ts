import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A request that asks for one verification twice. */
export const repeatedVerification: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const names = (source.document as DocumentOf<"request">).verifications.map(({ verification }) => verification);
    return names.flatMap((name, index) => {
      if (names.indexOf(name) === index) return [];
      const message = `This request asks for "${name}" already`;
      return [issueAt(source, `/verifications/${index}/verification`, "repeated-verification", message)];
    });
  });
