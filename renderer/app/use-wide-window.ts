import { useSyncExternalStore } from "react";
import type { RouteEntry } from "#renderer/data/config-client.ts";

/** From 1024 px the navigation is beside the content; a screen that uses the whole width has it from 1280 px. */
const wide = window.matchMedia("(min-width: 1024px)");
const veryWide = window.matchMedia("(min-width: 1280px)");

export function useIsWideWindow(entry?: Pick<RouteEntry, "layout">): boolean {
  const query = entry?.layout === "wide" ? veryWide : wide;
  return useSyncExternalStore(
    (listen) => (query.addEventListener("change", listen), () => query.removeEventListener("change", listen)),
    () => query.matches,
  );
}
