import { listBlocks } from "./parts/blocks.ts";
import { meantOf } from "./parts/meant.ts";
import { listReferences } from "./parts/places.ts";
import { stepsOfScreens } from "./parts/reach.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Which kind of block each action names. */
const named: Readonly<Record<string, string>> = { open: "dialog", close: "dialog", submit: "form" };

/** A dialog that is opened, a form that is submitted, a block that another one names: on a screen that has none of that name. */
export const missingBlock: Check = (set) => [...missingTargets(set), ...missingNeighbours(set)];

const missingNeighbours: Check = (set) =>
  (listReferences(set).get("block") ?? []).flatMap(({ source, pointer, value }) => {
    const ids = source.document.kind === "screen" ? listBlocks(source).map(({ block }) => block.id) : [];
    if (ids.includes(String(value))) return [];
    const message = `This screen has no block "${String(value)}"${meantOf(String(value), ids)}`;
    return [issueAt(source, pointer, "missing-block", message)];
  });

const missingTargets: Check = (set) =>
  [...stepsOfScreens(set)].flatMap(([screen, steps]) => {
    const blocks = listBlocks(screen);
    const idsOf = (kind: string) => blocks.filter(({ block }) => block.block === kind).map(({ block }) => block.id);
    return steps.flatMap(({ source, pointer, step }) =>
      Object.entries(named).flatMap(([action, kind]) => {
        const id = step[action];
        if (typeof id !== "string" || idsOf(kind).includes(id)) return [];
        const message = `The screen ${screen.document.id} has no ${kind} "${id}"${meantOf(id, idsOf(kind))}`;
        return [issueAt(source, `${pointer}/${action}`, `missing-${kind}`, message)];
      }),
    );
  });
