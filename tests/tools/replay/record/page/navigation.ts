import type { PageView } from "./message.ts";
import { reportAction } from "./send-message.ts";

/** Session storage keys: a navigation by the page is pending, and the position in the history. */
const pageNavigationKey = "sanad-record-led";
const historyIndexKey = "sanad-record-place";

/** The used part of the Navigation API (https://html.spec.whatwg.org/multipage/nav-history-apis.html). */
interface Navigation extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
}
interface NavigateEvent extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
  readonly destination: { readonly sameDocument: boolean; readonly index: number };
}
const emptyView = { screen: "" };

/**
 * Records navigation by a person: a typed address, a reload, a step back. A navigation by the page belongs to the press
 * before it.
 */
export function recordNavigation(): void {
  const { navigation } = globalThis as unknown as { navigation?: Navigation };
  if (!navigation) return;
  reportArrival(navigation);
  let isByPage = false;
  const markByPage = () => {
    isByPage = true;
    setTimeout(() => (isByPage = false), 1000);
  };
  for (const name of ["go", "back", "forward"] as const) {
    const original = History.prototype[name];
    History.prototype[name] = function (this: History, ...args: [number?]) {
      markByPage();
      original.apply(this, args as [number]);
    };
  }
  navigation.addEventListener("navigate", (event) => {
    const { navigationType, destination } = event as NavigateEvent;
    if (navigationType === "traverse") {
      if (!isByPage && destination.sameDocument) reportTraverse(destination.index, navigation.currentEntry?.index ?? 0);
      else if (isByPage && !destination.sameDocument) sessionStorage.setItem(pageNavigationKey, "1");
    } else if (!destination.sameDocument && navigationType !== "reload") sessionStorage.setItem(pageNavigationKey, "1");
    isByPage = false;
  });
  addEventListener("pagehide", () => {
    sessionStorage.setItem(historyIndexKey, String(navigation.currentEntry?.index ?? 0));
  });
}

/** Reports how this document was reached. */
function reportArrival(navigation: Navigation): void {
  const isByPage = sessionStorage.getItem(pageNavigationKey) !== null;
  const before = Number(sessionStorage.getItem(historyIndexKey) ?? "0");
  sessionStorage.removeItem(pageNavigationKey);
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (isByPage || location.protocol === "about:") return;
  if (entry?.type === "reload") {
    // A frame is reloaded by the workbench after a saved definition, never by a person.
    if (window.top === window) reportAction({ kind: "reload" }, emptyView);
  } else if (entry?.type === "back_forward") reportTraverse(navigation.currentEntry?.index ?? 0, before, emptyView);
  else reportAction({ kind: "open", path: location.pathname + location.search }, emptyView);
}

function reportTraverse(to: number, from: number, view?: PageView): void {
  if (to === from - 1) return reportAction({ kind: "back" }, view);
  reportAction(
    { kind: "unsupported", what: to > from ? "the browser's way forward" : `${from - to} steps back at once` },
    view,
  );
}
