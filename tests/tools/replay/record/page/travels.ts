import type { Look } from "./note.ts";
import { tell } from "./tell.ts";

/** Session storage keys: a navigation by the page is pending, and the position in the history. */
const ledKey = "sanad-record-led";
const placeKey = "sanad-record-place";

/** The used part of the Navigation API (https://html.spec.whatwg.org/multipage/nav-history-apis.html). */
interface Navigation extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
}
interface Travel extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
  readonly destination: { readonly sameDocument: boolean; readonly index: number };
}
const nothingSeen = { screen: "" };

/**
 * Records navigation by a person: a typed address, a reload, a step back. A navigation by the page belongs to the press
 * before it.
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

/** Reports how this document was reached. */
function tellArrival(navigation: Navigation): void {
  const isLed = sessionStorage.getItem(ledKey) !== null;
  const before = Number(sessionStorage.getItem(placeKey) ?? "0");
  sessionStorage.removeItem(ledKey);
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (isLed || location.protocol === "about:") return;
  if (entry?.type === "reload") {
    // A frame is reloaded by the workbench after a saved definition, never by a person.
    if (window.top === window) tell({ kind: "reload" }, nothingSeen);
  } else if (entry?.type === "back_forward") tellTraverse(navigation.currentEntry?.index ?? 0, before, nothingSeen);
  else tell({ kind: "open", path: location.pathname + location.search }, nothingSeen);
}

function tellTraverse(to: number, from: number, seen?: Look): void {
  if (to === from - 1) return tell({ kind: "back" }, seen);
  tell({ kind: "unsaid", what: to > from ? "the browser's way forward" : `${from - to} steps back at once` }, seen);
}
