import { useCallback, useEffect, useRef, useState } from "react";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { WidgetServices } from "#widgets/widget.ts";

/** How far the device is; `key` says what became of it where it does not count. */
export type WorkState =
  | { readonly state: "working" }
  | { readonly state: "done"; readonly expiresAt: string }
  | { readonly state: "failed"; readonly key: TextKey };

/** What is done with it: an answer, undefined when it does not count any more. */
interface Taker {
  readonly services: WidgetServices;
  onAnswer(answer: string | undefined): void;
  onBusy(busy: boolean): void;
}

/** Has the device work while `open`; `again` begins anew. What expires or was refused is given up, and told. */
export function useWork(open: boolean, refused: boolean, taker: Taker): { work: WorkState; again(): void } {
  const [work, setWork] = useState<WorkState>({ state: "working" });
  const [round, setRound] = useState(0);
  const latest = useRef(taker);
  useEffect(() => {
    latest.current = taker;
  });

  useEffect(() => {
    if (!open) return;
    const working = new AbortController();
    setWork({ state: "working" });
    latest.current.onBusy(true);
    find(latest.current.services, working.signal).then(
      (found) => {
        if (working.signal.aborted) return;
        latest.current.onBusy(false);
        latest.current.onAnswer(found.answer);
        setWork({ state: "done", expiresAt: found.expiresAt });
      },
      () => {
        if (working.signal.aborted) return;
        latest.current.onBusy(false);
        setWork({ state: "failed", key: "captcha.work-failed" });
      },
    );
    return () => {
      working.abort();
      latest.current.onBusy(false);
    };
  }, [open, round]);

  const giveUp = useCallback(() => {
    latest.current.onAnswer(undefined);
    setWork({ state: "failed", key: "captcha.work-expired" });
  }, []);
  useEffect(() => {
    if (open && refused) giveUp();
  }, [open, refused, giveUp]);
  const expiresAt = open && work.state === "done" ? work.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(giveUp, Math.max(0, Date.parse(expiresAt) - latest.current.services.now()));
    return () => clearTimeout(timer);
  }, [expiresAt, giveUp]);
  return { work, again: useCallback(() => setRound((before) => before + 1), []) };
}

/** Asks for work and does it; what does it is fetched when it is first needed. */
async function find(services: WidgetServices, signal: AbortSignal): Promise<{ answer: string; expiresAt: string }> {
  if (!services.askWork) throw new Error("Nobody sets work here.");
  const [{ solveWork }, work] = await Promise.all([import("./solve-work.ts"), services.askWork(signal)]);
  const answer = await solveWork(work, signal);
  if (answer === undefined) throw signal.reason;
  return { answer, expiresAt: work.expiresAt };
}
