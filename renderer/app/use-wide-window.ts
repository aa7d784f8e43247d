import { useSyncExternalStore } from "react";

/** From 1024 px the navigation is beside the content. */
const wide = window.matchMedia("(min-width: 1024px)");

export const useIsWideWindow = (): boolean =>
  useSyncExternalStore(
    (listen) => (wide.addEventListener("change", listen), () => wide.removeEventListener("change", listen)),
    () => wide.matches,
  );
