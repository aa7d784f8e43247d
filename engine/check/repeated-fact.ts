import { oncePer } from "#engine/base/once.ts";
import { isMap } from "#engine/rules/expression.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listBlocks, type PlacedBlock } from "./parts/blocks.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two rows, facts or actions of one block with the same id. */
export const repeatedFact: Check = (set) =>
  set.ofKind("screen").flatMap((screen) =>
    listBlocks(screen)
      .flatMap(twinsOf)
      .map(({ at, id }) => issueAt(screen, at, "repeated-fact", `This list has "${id}" already`)),
  );

interface Twin {
  readonly at: string;
  readonly id: string;
}

// The blocks of a screen that no override touches are the same in every set: each is looked through once.
const twinsOf = oncePer(({ block: { body: _body, on: _on, ...own }, pointer }: PlacedBlock): readonly Twin[] => [
  ...listTwins(own, pointer),
]);

function* listTwins(value: unknown, pointer: string): Generator<Twin> {
  if (Array.isArray(value)) {
    const ids = value.map((one: unknown) => (isMap(one) && typeof one["id"] === "string" ? one["id"] : undefined));
    for (const [index, id] of ids.entries())
      if (id !== undefined && ids.indexOf(id) < index) yield { at: `${pointer}/${index}/id`, id };
  } else if (isMap(value)) {
    for (const [key, child] of Object.entries(value)) yield* listTwins(child, `${pointer}/${toPointerStep(key)}`);
  }
}
