import { useSyncExternalStore } from "react";

function listen(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** False while the browser knows that it has no line. */
export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine);
