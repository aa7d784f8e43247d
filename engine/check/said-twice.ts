import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isMap } from "#engine/rules/expression.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What stands in one list twice, word for word: a step done twice, a condition asked twice, a name given twice. */
export const saidTwice: Check = (set) =>
  set.sources.flatMap((source) =>
    [...listTwins(source.document, "")].map(({ pointer, first }) =>
      issueAt(source, pointer, "said-twice", `This stands at ${first} already, word for word`),
    ),
  );

/** What other checks tell apart by a name of its own. */
const named = ["id", "at", "use", "section", "note", "verification", "value", "of"];
const isNamed = (value: unknown): boolean => isMap(value) && named.some((name) => Object.hasOwn(value, name));

function* listTwins(value: unknown, pointer: string): Generator<{ pointer: string; first: string }> {
  if (Array.isArray(value)) {
    const seen = new Map<string, number>();
    for (const [index, one] of (value as unknown[]).entries()) {
      const words = isNamed(one) ? undefined : JSON.stringify(one);
      const first = words === undefined ? undefined : seen.get(words);
      if (first !== undefined) yield { pointer: `${pointer}/${index}`, first: `${pointer}/${first}` };
      else if (words !== undefined) seen.set(words, index);
      yield* listTwins(one, `${pointer}/${index}`);
    }
  } else if (isMap(value)) {
    for (const [key, child] of Object.entries(value))
      if (!key.startsWith("x-")) yield* listTwins(child, `${pointer}/${toPointerStep(key)}`);
  }
}
