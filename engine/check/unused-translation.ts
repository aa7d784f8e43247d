import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { listSpoken } from "./parts/sentences.ts";
import { idleAt, idleOnceTold, type Check } from "./parts/set.ts";

/** Words for a sentence that nothing says. */
export const unusedTranslation: Check = (set) => {
  const spoken = [...listSpoken(set).values()];
  const said = new Set(spoken.map(({ english }) => english));
  const contexts = new Set(spoken.map(({ context }) => context ?? ""));
  return set.ofKind("locale").flatMap((source) =>
    Object.entries((source.document as DocumentOf<"locale">).texts).flatMap(([english, words]) => {
      const at = `/texts/${toPointerStep(english)}`;
      if (!said.has(english)) {
        const say = () => `Nothing says "${english}"${english.length < 60 ? meantOf(english, said) : ""}`;
        return [idleOnceTold(source, at, "unused-translation", say)];
      }
      if (typeof words === "string") return [];
      const strange = Object.keys(words).filter((context) => !contexts.has(context));
      return strange.map((context) => {
        const message = `Nothing is said in the context "${context}"${meantOf(context, contexts)}`;
        return idleAt(source, `${at}/${toPointerStep(context)}`, "unused-translation", message);
      });
    }),
  );
};
