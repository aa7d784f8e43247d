import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A discount on what costs nothing. */
export const idleDiscount: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const { discount, payment } = source.document as DocumentOf<"request">;
    if (!discount || payment !== "none") return [];
    return [issueAt(source, "/discount", "idle-discount", "Nothing is paid here, so nothing can be taken off")];
  });
