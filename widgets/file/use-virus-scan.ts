import { useEffect, useState } from "react";
import type { StoredFile, WidgetServices } from "#widgets/widget.ts";

/** Milliseconds between polls; the last one repeats. */
const pollDelays = [2_000, 4_000, 8_000, 15_000];

/** Polls the virus scan of a stored file while it is pending; calls `onInfected` once. */
export function useVirusScan(
  stored: StoredFile | undefined,
  { getScanResult }: WidgetServices,
  onInfected: (stored: StoredFile) => void,
): StoredFile | undefined {
  const [settled, setSettled] = useState<StoredFile>();
  const known = settled?.fileUrl === stored?.fileUrl ? (settled ?? stored) : stored;
  const waitingUrl = known?.scan === "waiting" ? known.fileUrl : undefined;
  useEffect(() => {
    if (waitingUrl === undefined || !getScanResult) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let polls = 0;
    const schedule = () => {
      timer = setTimeout(poll, pollDelays[Math.min(polls, pollDelays.length - 1)]);
      polls += 1;
    };
    const poll = () => {
      getScanResult(waitingUrl, controller.signal)
        .catch(() => undefined) // polled again
        .then((next) => {
          if (controller.signal.aborted) return;
          if (next && next.scan !== "waiting") setSettled(next);
          else schedule();
        });
    };
    schedule();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [waitingUrl, getScanResult]);
  const infected = known?.scan === "infected" ? known : undefined;
  useEffect(() => {
    if (infected) onInfected(infected);
  }, [infected, onInfected]);
  return known;
}
