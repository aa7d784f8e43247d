import { listElements } from "./fibers.ts";
import type { Found } from "./outline.ts";
import type { PartFault } from "./wire.ts";

const layers = { mark: "#7c3aed", fault: "#c4314b" } as const;
const drawn = new Map<keyof typeof layers, HTMLElement[]>();

/** Frames parts of the page, with a word on each; what was framed in this layer before is not any more. */
export function frame(layer: keyof typeof layers, parts: readonly { part: Found; words: string }[]): void {
  for (const box of drawn.get(layer) ?? []) box.remove();
  const boxes = parts.flatMap(({ part, words }) =>
    (part.fiber ? listElements(part.fiber) : [])
      .slice(0, 3)
      .map((element, index) => toBox(element, layers[layer], index === 0 ? words : "")),
  );
  document.body.append(...boxes);
  drawn.set(layer, boxes);
}

function toBox(element: Element, colour: string, words: string): HTMLElement {
  const box = document.createElement("div");
  const { top, left, width, height } = element.getBoundingClientRect();
  Object.assign(box.style, {
    position: "absolute",
    top: `${top + window.scrollY}px`,
    left: `${left + window.scrollX}px`,
    width: `${width}px`,
    height: `${Math.max(height, 2)}px`,
    outline: `2px solid ${colour}`,
    outlineOffset: "1px",
    pointerEvents: "none",
    zIndex: "2147483647",
  });
  if (words) {
    const label = document.createElement("span");
    label.textContent = words;
    Object.assign(label.style, {
      position: "absolute",
      insetBlockEnd: "100%",
      insetInlineStart: "-2px",
      maxWidth: "320px",
      padding: "1px 6px",
      background: colour,
      color: "white",
      font: "12px/1.5 system-ui",
    });
    box.append(label);
  }
  return box;
}

/** Frames what is wrong, in its own words. */
export const frameFaults = (parts: readonly Found[], faults: readonly PartFault[]): void =>
  frame(
    "fault",
    faults.flatMap(({ document, name, message }) =>
      parts
        .filter((part) => part.document === document && part.name === name)
        .map((part) => ({ part, words: message })),
    ),
  );
