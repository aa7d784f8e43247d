import type { PdfFile, PdfObject } from "./pdf-objects.ts";

/** More pages than a book has, and a deeper tree than any writer makes. */
const pagesMax = 10_000;
const depthMax = 40;

const kids = / \/Kids \[ ([^\][]*)\]/g;
const reference = /(\d+) \d+ R/g;
const count = / \/Count (\d+)(?= )/g;

/** A node of the page tree: all its kids, in any version of its object. */
interface TreeNode {
  kids: readonly number[];
  count: number;
}

/**
 * Returns why the page tree of a PDF is absurd: `unreadable` for one that contains itself, is nested without end or
 * claims pages that it does not have, and `bomb` for one with too many pages. Readers would work on each for ever.
 */
export function findPageTreeFault({ objects }: Pick<PdfFile, "objects">): "unreadable" | "bomb" | undefined {
  const nodes = readNodes(objects);
  const pageCounts = new Map<number, number>();
  for (const root of nodes.keys()) {
    const pages = countPages(root, nodes, pageCounts);
    if (pages === undefined) return "unreadable";
    if (pages > pagesMax) return "bomb";
    // Readers trust the claim. A tree with one page too few is common, one with thousands too few is a trap.
    if (nodes.get(root)!.count > pagesMax) return "unreadable";
  }
  return undefined;
}

/** Nodes by object number. Of an updated object the last version counts, as readers do. */
function readNodes(objects: readonly PdfObject[]): Map<number, TreeNode> {
  const nodes = new Map<number, TreeNode>();
  for (const { number, text } of objects) {
    if (typeof number !== "number" || !text.includes(" /Kids ")) continue;
    if (!text.includes(" /Pages ")) continue;
    nodes.set(number, {
      kids: [...text.matchAll(kids)].flatMap(([, list = ""]) =>
        [...list.matchAll(reference)].map(([, kid]) => Number(kid)),
      ),
      count: Math.max(0, ...[...text.matchAll(count)].map(([, pages]) => Number(pages))),
    });
  }
  return nodes;
}

interface Step {
  number: number;
  /** Kids whose pages are counted. */
  at: number;
  pages: number;
}

/**
 * Counts the pages below a node, each node once: shared nodes would double the work at each level. Returns undefined
 * for a node within itself, or too deep. Not recursive, because the file decides the depth.
 */
function countPages(
  root: number,
  nodes: ReadonlyMap<number, TreeNode>,
  known: Map<number, number>,
): number | undefined {
  const path: Step[] = [{ number: root, at: 0, pages: 0 }];
  const onPath = new Set([root]);
  for (let step = path.at(-1); step; step = path.at(-1)) {
    const kid = nodes.get(step.number)!.kids[step.at];
    if (kid === undefined) {
      known.set(step.number, step.pages);
      onPath.delete(step.number);
      path.pop();
      const parent = path.at(-1);
      if (parent) parent.pages += step.pages;
      continue;
    }
    step.at += 1;
    if (onPath.has(kid)) return undefined;
    const pages = nodes.has(kid) ? known.get(kid) : 1;
    if (pages !== undefined) step.pages += pages;
    else if (path.length >= depthMax) return undefined;
    else {
      path.push({ number: kid, at: 0, pages: 0 });
      onPath.add(kid);
    }
  }
  return known.get(root);
}
