import { listElements } from "./fibers.ts";
import type { LocatedPart } from "./outline.ts";
import type { PartFault } from "./protocol.ts";

const layers = { mark: "#7c3aed", fault: "#c4314b" } as const;
const boxesByLayer = new Map<keyof typeof layers, HTMLElement[]>();

/** Outlines parts of the page with a label each; replaces the previous outlines of the layer. */
export function highlight(layer: keyof typeof layers, parts: readonly { part: LocatedPart; label: string }[]): void {
  for (const box of boxesByLayer.get(layer) ?? []) box.remove();
  const boxes = parts.flatMap(({ part, label }) =>
    (part.fiber ? listElements(part.fiber) : [])
      .slice(0, 3)
      .map((element, index) => toBox(element, layers[layer], index === 0 ? label : "")),
  );
  document.body.append(...boxes);
  boxesByLayer.set(layer, boxes);
}

function toBox(element: Element, colour: string, label: string): HTMLElement {
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
  if (label) {
    const tag = document.createElement("span");
    tag.textContent = label;
    Object.assign(tag.style, {
      position: "absolute",
      insetBlockEnd: "100%",
      insetInlineStart: "-2px",
      maxWidth: "320px",
      padding: "1px 6px",
      background: colour,
      color: "white",
      font: "12px/1.5 system-ui",
    });
    box.append(tag);
  }
  return box;
}

/** Outlines parts with faults, labelled with their messages. */
export const highlightFaults = (parts: readonly LocatedPart[], faults: readonly PartFault[]): void =>
  highlight(
    "fault",
    faults.flatMap(({ document, name, message }) =>
      parts
        .filter((part) => part.document === document && part.name === name)
        .map((part) => ({ part, label: message })),
    ),
  );
