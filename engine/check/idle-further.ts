import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Words or a discount for a further submission of a verification that is given once. */
export const idleFurther: Check = (set) => {
  const once = (id: string) => set.find("verification", id)?.acceptMultipleSubmissions !== true;
  const words = set.ofKind("verification").flatMap((source) => {
    const { id, texts } = source.document as DocumentOf<"verification">;
    if (!texts || !once(id)) return [];
    return [issueAt(source, "/texts/addAnother", "idle-further", `${id} is given once: nobody adds another`)];
  });
  const { source, document } = findOnly(set, "prices") ?? {};
  if (!source || !document) return words;
  const discounts = Object.entries(document.prices.verifications).flatMap(([id, regions]) =>
    Object.entries(regions).flatMap(([region, { furtherDiscount }]) => {
      if (furtherDiscount === undefined || !set.find("verification", id) || !once(id)) return [];
      const at = `/prices/verifications/${toPointerStep(id)}/${toPointerStep(region)}/furtherDiscount`;
      return [issueAt(source, at, "idle-further", `${id} is given once: there is no further one`)];
    }),
  );
  return [...words, ...discounts];
};
