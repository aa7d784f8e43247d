import { useEffect, useRef } from "react";

/** Waits between attempts while the browser believes itself online, in milliseconds; the last one repeats. */
const waits = [3_000, 8_000, 20_000, 45_000];

/** Sends again what is waiting: at once when the line comes back, and now and then in case nobody says so. */
export function useResend(waiting: boolean, send: () => void): void {
  const attempts = useRef(0);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(
      () => {
        attempts.current += 1;
        if (navigator.onLine) send();
      },
      waits[Math.min(attempts.current, waits.length - 1)],
    );
    const online = () => {
      attempts.current = 0;
      send();
    };
    window.addEventListener("online", online);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", online);
    };
  }, [waiting, send]);
}
