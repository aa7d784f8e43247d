import { useEffect, useRef } from "react";

/** Milliseconds between attempts while the browser reports to be online; the last one repeats. */
const retryDelays = [3_000, 8_000, 20_000, 45_000];

/** Sends a waiting file again: at once when the connection returns, otherwise at intervals. */
export function useRetryWhenOnline(waiting: boolean, send: () => void): void {
  const attempts = useRef(0);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(
      () => {
        attempts.current += 1;
        if (navigator.onLine) send();
      },
      retryDelays[Math.min(attempts.current, retryDelays.length - 1)],
    );
    const handleOnline = () => {
      attempts.current = 0;
      send();
    };
    window.addEventListener("online", handleOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", handleOnline);
    };
  }, [waiting, send]);
}
