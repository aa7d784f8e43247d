import { useEffect, useState } from "react";
import type { StoredFile, WidgetServices } from "#widgets/widget.ts";

/** Waits between questions in milliseconds; the last one repeats. */
const waits = [2_000, 4_000, 8_000, 15_000];

/** A stored file as the virus scanner has it by now, asked for again while it waits; `onInfected` is told once. */
export function useScan(
  stored: StoredFile | undefined,
  { askScan }: WidgetServices,
  onInfected: (stored: StoredFile) => void,
): StoredFile | undefined {
  const [settled, setSettled] = useState<StoredFile>();
  const known = settled?.fileUrl === stored?.fileUrl ? (settled ?? stored) : stored;
  const waitingUrl = known?.scan === "waiting" ? known.fileUrl : undefined;
  useEffect(() => {
    if (waitingUrl === undefined || !askScan) return;
    const asking = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let asked = 0;
    const later = () => {
      timer = setTimeout(ask, waits[Math.min(asked, waits.length - 1)]);
      asked += 1;
    };
    const ask = () => {
      askScan(waitingUrl, asking.signal)
        .catch(() => undefined) // asked again
        .then((now) => {
          if (asking.signal.aborted) return;
          if (now && now.scan !== "waiting") setSettled(now);
          else later();
        });
    };
    later();
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [waitingUrl, askScan]);
  const infected = known?.scan === "infected" ? known : undefined;
  useEffect(() => {
    if (infected) onInfected(infected);
  }, [infected, onInfected]);
  return known;
}
