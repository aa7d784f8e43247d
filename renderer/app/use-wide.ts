import { useSyncExternalStore } from "react";

/** True where the navigation column stands beside the content: 1024 px and more. */
const wide = window.matchMedia("(min-width: 1024px)");

export const useWide = (): boolean =>
  useSyncExternalStore(
    (listen) => (wide.addEventListener("change", listen), () => wide.removeEventListener("change", listen)),
    () => wide.matches,
  );
