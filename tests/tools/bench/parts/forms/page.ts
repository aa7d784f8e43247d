import { toFields, toTyped } from "./bench-form.ts";

/** Results that the runner reads from the page. Times in milliseconds; a field counts when its frame is painted. */
export interface BenchResult {
  firstField: number;
  allFields: number;
  keyToPaint: number[];
}
declare global {
  interface Window {
    bench: BenchResult;
    benchReady: Promise<void>;
    benchFocus(): void;
    /**
     * Starts timing each key up to its paint. Off while the script of a key is measured, because it would add to it.
     */
    benchTimePaint(): void;
  }
}

const query = new URLSearchParams(location.search);
const count = Number(query.get("n"));
const root = document.getElementById("root") as HTMLElement;
const contestants: Readonly<Record<string, () => Promise<(root: HTMLElement) => void>>> = {
  native: async () => {
    const { mountNative } = await import("./native.ts");
    return (at) => mountNative(at, count);
  },
  stock: async () => {
    const { mountStock } = await import("./stock.tsx");
    return (at) => mountStock(at, count);
  },
  ours: async () => (await import("./ours.tsx")).prepareOurs(count, "flat"),
  rows: async () => (await import("./ours.tsx")).prepareOurs(count, "rows"),
};
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
/** Called before a frame is painted; resolves when it is painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

window.bench = { firstField: 0, allFields: 0, keyToPaint: [] };
window.benchReady = run();
window.benchFocus = () => {
  // In rows, names repeat: the first field of the row in the middle.
  const inRow = `[id$="-rows-${Math.floor(count / 20)}-f0"]:is(input)`;
  const wanted = query.get("c") === "rows" ? inRow : `[id$="${toTyped(count)}"]:is(input)`;
  const control = document.querySelector<HTMLElement>(wanted);
  control?.scrollIntoView({ block: "center" });
  control?.focus();
};
window.benchTimePaint = () =>
  // At the window, where no listener stops an event first.
  window.addEventListener(
    "keydown",
    async ({ timeStamp }) => {
      await nextFrame();
      await painted();
      window.bench.keyToPaint.push(performance.now() - timeStamp);
    },
    { capture: true },
  );

async function run(): Promise<void> {
  const mount = await (contestants[query.get("c") ?? ""] as () => Promise<(root: HTMLElement) => void>)();
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  const expected = toFields(count).filter(({ shownBy }) => !shownBy).length;
  const begun = performance.now();
  mount(root);
  while (window.bench.allFields === 0) {
    await nextFrame();
    const found = root.querySelectorAll("input,select").length;
    await painted();
    const now = performance.now() - begun;
    if (found > 0) window.bench.firstField ||= now;
    if (found >= expected) window.bench.allFields = now;
  }
}
