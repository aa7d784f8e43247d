import { enterScene, readScene } from "./enter.ts";
import { findFiber, listElements, type Fiber } from "./fibers.ts";
import { frame, frameFaults } from "./marks.ts";
import { listHosts, listParts, type Found } from "./outline.ts";
import { giveBack, keepTyped } from "./typed.ts";
import type { FromProbe, Outline, PartFault, ToProbe } from "./wire.ts";

// Stands in each frame of the workbench, before the app's own code, and tells what is drawn from what.

let faults: readonly PartFault[] = [];
let told = "";
let pointing = false;
let marked: string | undefined;
let telling: ReturnType<typeof setInterval> | undefined;

const scene = readScene();
if (scene) {
  enterScene(scene);
  addEventListener("message", ({ source, data }: MessageEvent<ToProbe>) => {
    if (source === window.parent) answers[data.ask]?.(data as never);
  });
  addEventListener("pointermove", hover, true);
  addEventListener("click", pick, true);
  telling = setInterval(tellChanges, 300);
}

const answers: { [A in ToProbe["ask"]]: (message: Extract<ToProbe, { ask: A }>) => void } = {
  point: ({ on }) => {
    pointing = on;
  },
  mark: ({ key }) => {
    if (key === marked && key === undefined) return;
    marked = key;
    const part = listParts().parts.find((one) => one.key === key);
    frame("mark", part ? [{ part, words: part.name }] : []);
    if (part?.fiber) listElements(part.fiber)[0]?.scrollIntoView({ block: "nearest" });
  },
  faults: (message) => {
    faults = message.faults;
    frameFaults(listParts().parts, faults);
  },
  reload: () => {
    // The page that goes must not take back what it leaves for the one that comes.
    clearInterval(telling);
    keepTyped(listHosts());
    location.reload();
  },
};

function tell(message: FromProbe): void {
  window.parent.postMessage(message, "*");
}

/** The page changes by itself: what it shows is told again when it is something else. */
function tellChanges(): void {
  giveBack(listHosts());
  const { screen, parts } = listParts();
  const outline = toOutline(screen, parts);
  const text = JSON.stringify(outline);
  if (text === told) return;
  told = text;
  tell({ tell: "outline", outline });
  frameFaults(parts, faults);
}

const toOutline = (screen: string, parts: readonly Found[]): Outline => ({
  screen,
  parts: parts.map(({ fiber: _fiber, ...part }) => part),
});

function hover({ target }: PointerEvent): void {
  if (!pointing) return;
  const part = findPart(target);
  frame("mark", part ? [{ part, words: `${part.document}#${part.name}` }] : []);
}

/** A press while one points does nothing but say where it went. */
function pick(event: MouseEvent): void {
  if (!pointing) return;
  event.preventDefault();
  event.stopPropagation();
  const part = findPart(event.target);
  const { screen, parts } = listParts();
  if (part) tell({ tell: "picked", key: part.key, outline: toOutline(screen, parts) });
}

/** The innermost part that an element belongs to. */
function findPart(target: EventTarget | null): Found | undefined {
  const { parts } = listParts();
  const byFiber = new Map<Fiber, Found>();
  for (const part of parts)
    for (const fiber of [part.fiber, part.fiber?.alternate]) if (fiber) byFiber.set(fiber, part);
  for (let fiber: Fiber | null = findFiber(target as Element) ?? null; fiber; fiber = fiber.return) {
    const part = byFiber.get(fiber);
    if (part) return part;
  }
  return undefined;
}
