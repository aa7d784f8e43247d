import { enterScene, readScene } from "./enter-scene.ts";
import { findFiber, listElements, type Fiber } from "./fibers.ts";
import { highlight, highlightFaults } from "./highlights.ts";
import { listForms, listParts, type LocatedPart } from "./outline.ts";
import { restoreTypedValues, saveTypedValues } from "./typed-values.ts";
import type { FromProbe, Outline, PartFault, ToProbe } from "./protocol.ts";

// Runs in each frame of the workbench before the app's code, and reports which definition each part comes from.

let faults: readonly PartFault[] = [];
let lastOutline = "";
let isPointing = false;
let highlightedKey: string | undefined;
let pollTimer: ReturnType<typeof setInterval> | undefined;

const scene = readScene();
if (scene) {
  enterScene(scene);
  addEventListener("message", ({ source, data }: MessageEvent<ToProbe>) => {
    if (source === window.parent) handlers[data.type]?.(data as never);
  });
  addEventListener("pointermove", handleHover, true);
  addEventListener("click", handleClick, true);
  pollTimer = setInterval(reportChanges, 300);
}

const handlers: { [A in ToProbe["type"]]: (message: Extract<ToProbe, { type: A }>) => void } = {
  point: ({ on }) => {
    isPointing = on;
  },
  mark: ({ key }) => {
    if (key === highlightedKey && key === undefined) return;
    highlightedKey = key;
    const part = listParts().parts.find((one) => one.key === key);
    highlight("mark", part ? [{ part, label: part.name }] : []);
    if (part?.fiber) listElements(part.fiber)[0]?.scrollIntoView({ block: "nearest" });
  },
  faults: (message) => {
    faults = message.faults;
    highlightFaults(listParts().parts, faults);
  },
  reload: () => {
    // The old page must not restore the values that it saves for the new one.
    clearInterval(pollTimer);
    saveTypedValues(listForms());
    location.reload();
  },
};

function send(message: FromProbe): void {
  window.parent.postMessage(message, "*");
}

/** Polls the page and reports the outline when it has changed. */
function reportChanges(): void {
  restoreTypedValues(listForms());
  const { screen, parts } = listParts();
  const outline = toOutline(screen, parts);
  const text = JSON.stringify(outline);
  if (text === lastOutline) return;
  lastOutline = text;
  send({ type: "outline", outline });
  highlightFaults(parts, faults);
}

const toOutline = (screen: string, parts: readonly LocatedPart[]): Outline => ({
  screen,
  parts: parts.map(({ fiber: _fiber, ...part }) => part),
});

function handleHover({ target }: PointerEvent): void {
  if (!isPointing) return;
  const part = findPart(target);
  highlight("mark", part ? [{ part, label: `${part.document}#${part.name}` }] : []);
}

/** While pointing, a press only reports the part under it. */
function handleClick(event: MouseEvent): void {
  if (!isPointing) return;
  event.preventDefault();
  event.stopPropagation();
  const part = findPart(event.target);
  const { screen, parts } = listParts();
  if (part) send({ type: "picked", key: part.key, outline: toOutline(screen, parts) });
}

/** The innermost part that contains an element. */
function findPart(target: EventTarget | null): LocatedPart | undefined {
  const { parts } = listParts();
  const byFiber = new Map<Fiber, LocatedPart>();
  for (const part of parts)
    for (const fiber of [part.fiber, part.fiber?.alternate]) if (fiber) byFiber.set(fiber, part);
  for (let fiber: Fiber | null = findFiber(target as Element) ?? null; fiber; fiber = fiber.return) {
    const part = byFiber.get(fiber);
    if (part) return part;
  }
  return undefined;
}
