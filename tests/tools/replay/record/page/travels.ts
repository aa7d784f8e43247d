import type { Look } from "./note.ts";
import { tell } from "./tell.ts";

/** Kept for the tab: the page is about to lead elsewhere by itself, or where in the history it stands. */
const ledKey = "sanad-record-led";
const placeKey = "sanad-record-place";

/** The part of the Navigation API (https://html.spec.whatwg.org/multipage/nav-history-apis.html) that is needed. */
interface Navigation extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
}
interface Travel extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
  readonly destination: { readonly sameDocument: boolean; readonly index: number };
}
const nothingSeen = { screen: "" };

/**
 * Hears how a person goes about: an address that is typed, a page loaded again, a step back. Where the page goes by its own
 * code, or by a press on it, that is what the press did.
 */
export function hearTravels(): void {
  const { navigation } = globalThis as unknown as { navigation?: Navigation };
  if (!navigation) return;
  tellArrival(navigation);
  let isOwn = false;
  const markOwn = () => {
    isOwn = true;
    setTimeout(() => (isOwn = false), 1000);
  };
  for (const name of ["go", "back", "forward"] as const) {
    const travel = History.prototype[name];
    History.prototype[name] = function (this: History, ...given: [number?]) {
      markOwn();
      travel.apply(this, given as [number]);
    };
  }
  navigation.addEventListener("navigate", (event) => {
    const { navigationType, destination } = event as Travel;
    if (navigationType === "traverse") {
      if (!isOwn && destination.sameDocument) tellTraverse(destination.index, navigation.currentEntry?.index ?? 0);
      else if (isOwn && !destination.sameDocument) sessionStorage.setItem(ledKey, "1");
    } else if (!destination.sameDocument && navigationType !== "reload") sessionStorage.setItem(ledKey, "1");
    isOwn = false;
  });
  addEventListener("pagehide", () => {
    sessionStorage.setItem(placeKey, String(navigation.currentEntry?.index ?? 0));
  });
}

/** How this document was come to. */
function tellArrival(navigation: Navigation): void {
  const isLed = sessionStorage.getItem(ledKey) !== null;
  const before = Number(sessionStorage.getItem(placeKey) ?? "0");
  sessionStorage.removeItem(ledKey);
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (isLed || location.protocol === "about:") return;
  if (entry?.type === "reload") {
    // Nobody reloads a frame by itself: the workbench does, for a document that was saved.
    if (window.top === window) tell({ kind: "reload" }, nothingSeen);
  } else if (entry?.type === "back_forward") tellTraverse(navigation.currentEntry?.index ?? 0, before, nothingSeen);
  else tell({ kind: "open", path: location.pathname + location.search }, nothingSeen);
}

function tellTraverse(to: number, from: number, seen?: Look): void {
  if (to === from - 1) return tell({ kind: "back" }, seen);
  tell({ kind: "unsaid", what: to > from ? "the browser's way forward" : `${from - to} steps back at once` }, seen);
}
