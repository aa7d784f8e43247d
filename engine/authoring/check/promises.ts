import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { definitions, listSteps } from "./support/places.ts";
import { listSentences } from "./support/sentences.ts";
import { didYouMean } from "./support/suggestion.ts";

const promisesCatalogue = definitions("promises");

/** The operations that some step calls. */
const called = (set: DefinitionSet): ReadonlySet<unknown> => new Set(listSteps(set).map(({ step }) => step["call"]));

/** Every sentence of all texts, in English. */
const sentences = (set: DefinitionSet): ReadonlySet<string> =>
  new Set(listSentences(set).map(({ english }) => english));

/** Promises that no one can keep. That a role lists the operation, roles/missing-operation checks. */
export const promiseChecks: readonly Check[] = [
  check({
    code: "promises/without-caller",
    why: "The text promises what no page of the console does",
    at: promisesCatalogue,
    test: ({ document: { promises } }, set) =>
      Object.entries(promises).flatMap(([name, { operation }]) =>
        set.once(called).has(operation)
          ? []
          : [below(`/promises/${toPointerStep(name)}/operation`, `No screen or flow calls ${operation}`)],
      ),
  }),
  check({
    code: "promises/unknown-promise",
    why: "The text promises an act that is not described, so nothing shows that it can be kept",
    at: promisesCatalogue,
    test: ({ document: { promises, texts } }) =>
      Object.entries(texts).flatMap(([english, names]) =>
        names.flatMap((name, index) =>
          Object.hasOwn(promises, name)
            ? []
            : [
                below(
                  `/texts/${toPointerStep(english)}/${index}`,
                  `There is no promise "${name}"${didYouMean(name, Object.keys(promises))}`,
                ),
              ],
        ),
      ),
  }),
  check({
    code: "promises/unknown-text",
    why: "The sentence was changed or removed, so its promise is no longer checked",
    at: promisesCatalogue,
    test: ({ document: { texts } }, set) => {
      const known = set.once(sentences);
      return Object.keys(texts)
        .filter((english) => !known.has(english))
        .map((english) =>
          below(`/texts/${toPointerStep(english)}`, `No text is "${english}"${didYouMean(english, [...known])}`),
        );
    },
  }),
];

/** Promises that no text makes. */
export const unusedPromiseChecks: readonly Check[] = [
  check({
    code: "promises/unused-promise",
    why: "No text makes the promise",
    unused: true,
    removable: true,
    at: promisesCatalogue,
    test: ({ document: { promises, texts } }) => {
      const made = new Set(Object.values(texts).flat());
      return Object.keys(promises)
        .filter((name) => !made.has(name))
        .map((name) => below(`/promises/${toPointerStep(name)}`, `No text promises "${name}"`));
    },
  }),
];
