import type { Issue } from "#engine/base/issue.ts";
import type { KindName } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import type { ShapeFault } from "./parts/shape-faults.ts";
import { judgeShape } from "./parts/shape.ts";

/** A document that does not fit the meta-schema of its kind; of a missing and an unknown key of one word, the unknown one is told. */
export const wrongShape = (path: string, kind: KindName, document: unknown, metas: MetaSchemas): Issue[] => {
  const faults = judgeShape(metas, kind, document);
  const unnamed = faults.filter(({ code }) => code === "unknown-word");
  return unique(faults.filter((fault) => !isShadowed(fault, unnamed))).map((fault) => ({ document: path, ...fault }));
};

/** Where the word that names an object is unknown, what else it lacks is noise. */
const isShadowed = ({ code, pointer }: ShapeFault, unnamed: readonly ShapeFault[]): boolean =>
  code !== "unknown-word" && unnamed.some((other) => other.pointer === pointer);

const unique = (faults: readonly ShapeFault[]): ShapeFault[] => [
  ...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values(),
];
