import { oncePer } from "#engine/base/once.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isMap } from "#engine/rules/expression.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What stands in one list twice, word for word: a step done twice, a condition asked twice, a name given twice. */
export const saidTwice: Check = (set) =>
  set.sources.flatMap((source) =>
    twinsOf(source.document).map(({ pointer, first }) =>
      issueAt(source, pointer, "said-twice", `This stands at ${first} already, word for word`),
    ),
  );

interface Twin {
  readonly pointer: string;
  readonly first: string;
}

// They depend on the document alone: one that no override touches is looked through once.
const twinsOf = oncePer((document: object): readonly Twin[] => {
  const twins: Twin[] = [];
  addTwins(document, "", twins);
  return twins;
});

/** What other checks tell apart by a name of its own. */
const named = ["id", "at", "use", "section", "note", "verification", "value", "of"];
const isNamed = (value: unknown): boolean => isMap(value) && named.some((name) => Object.hasOwn(value, name));

function addTwins(value: unknown, pointer: string, twins: Twin[]): void {
  if (Array.isArray(value)) {
    const seen = new Map<string, number>();
    for (const [index, one] of (value as unknown[]).entries()) {
      const words = value.length < 2 || isNamed(one) ? undefined : JSON.stringify(one);
      const first = words === undefined ? undefined : seen.get(words);
      if (first !== undefined) twins.push({ pointer: `${pointer}/${index}`, first: `${pointer}/${first}` });
      else if (words !== undefined) seen.set(words, index);
      addTwins(one, `${pointer}/${index}`, twins);
    }
  } else if (isMap(value)) {
    for (const [key, child] of Object.entries(value))
      if (typeof child === "object" && !key.startsWith("x-"))
        addTwins(child, `${pointer}/${toPointerStep(key)}`, twins);
  }
}
