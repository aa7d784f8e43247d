import { toFields, toTyped } from "./bench-form.ts";

/** What the runner reads from the page. Times in milliseconds. */
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
  ours: async () => (await import("./ours.tsx")).prepareOurs(count),
};
const afterPaint = (done: () => void) =>
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  });

window.bench = { firstField: 0, allFields: 0, keyToPaint: [] };
window.benchReady = run();
window.benchFocus = () => {
  const control = document.querySelector<HTMLElement>(`[id$="${toTyped(count)}"]:is(input)`);
  control?.scrollIntoView({ block: "center" });
  control?.focus();
};
document.addEventListener(
  "keydown",
  ({ timeStamp }) => afterPaint(() => window.bench.keyToPaint.push(performance.now() - timeStamp)),
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
  await new Promise<void>((resolve) => {
    const look = () => {
      const found = root.querySelectorAll("input,select").length;
      if (found > 0 && window.bench.firstField === 0) window.bench.firstField = performance.now() - begun;
      if (found < expected) return afterPaint(look);
      window.bench.allFields = performance.now() - begun;
      resolve();
    };
    afterPaint(look);
  });
}
