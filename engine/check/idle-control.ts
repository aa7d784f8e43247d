import { getAt } from "#engine/base/json-pointer.ts";
import { isMap } from "#engine/rules/expression.ts";
import { listBlocks, type PlacedBlock } from "./parts/blocks.ts";
import { meantOf } from "./parts/meant.ts";
import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

/** Something to press after which nothing happens, or steps that no press leads to. */
export const idleControl: Check = (set) =>
  set.ofKind("screen").flatMap((screen) => {
    const submitted = (stepsOfScreens(set).get(screen) ?? []).map(({ step }) => step["submit"]);
    return listBlocks(screen).flatMap((placed) => [
      ...deadPresses(set, screen, placed),
      ...deadActions(set, screen, placed),
      ...idleEvents(set, screen, placed, submitted),
    ]);
  });

const offersOf = (set: DocumentSet, { block }: PlacedBlock) =>
  Object.entries((set.definition(`block-${block.block}`)["x-offers"] ?? {}) as Record<string, true | string>);
const isThere = (block: unknown, path: true | string): boolean =>
  path === true || getAt(block, `/${path.replaceAll(".", "/")}`) !== undefined;

function deadPresses(set: DocumentSet, screen: SourceDocument, placed: PlacedBlock) {
  const { block, pointer } = placed;
  return offersOf(set, placed).flatMap(([event, by]) => {
    if (!isThere(block, by) || block.on?.[event] !== undefined) return [];
    const at = by === true ? pointer : `${pointer}/${by.replaceAll(".", "/")}`;
    return [issueAt(screen, at, "idle-control", `Nothing happens then; say what under on.${event}`)];
  });
}

function deadActions(set: DocumentSet, screen: SourceDocument, { block, pointer }: PlacedBlock) {
  const actions = listActions(set, block);
  return actions.list.flatMap((id, index) => {
    if (block.on?.[id] !== undefined) return [];
    const message = `Nothing happens then; say what under on.${id}${meantOf(id, Object.keys(block.on ?? {}))}`;
    return [issueAt(screen, `${pointer}${actions.at}/${index}/id`, "idle-control", message)];
  });
}

function idleEvents(set: DocumentSet, screen: SourceDocument, placed: PlacedBlock, submitted: readonly unknown[]) {
  const { block, pointer } = placed;
  const offers = new Map(offersOf(set, placed));
  const { at, list } = listActions(set, block);
  return Object.keys(block.on ?? {}).flatMap((event) => {
    const by = offers.get(event);
    const isRaised = by === undefined ? at === "" || event === "press" || list.includes(event) : isThere(block, by);
    if (isRaised || (event === "submit" && submitted.includes(block.id))) return [];
    const message = `Nothing on this block raises "${event}"`;
    return [issueAt(screen, `${pointer}/on/${event}`, "idle-control", message)];
  });
}

/** The ids of a block's own actions, each an event of it, and where they stand. */
function listActions(set: DocumentSet, block: PlacedBlock["block"]): { at: string; list: string[] } {
  const path = set.definition(`block-${block.block}`)["x-offers-in"];
  if (typeof path !== "string") return { at: "", list: [] };
  const at = `/${path.replaceAll(".", "/")}`;
  const found = getAt(block, at);
  return { at, list: Array.isArray(found) ? found.map((one) => (isMap(one) ? String(one["id"]) : "")) : [] };
}
