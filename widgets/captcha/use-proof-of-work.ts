import { useCallback, useEffect, useRef, useState } from "react";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { WidgetServices } from "#widgets/widget.ts";

/** Progress of the proof of work; `key` is the text key of a failure. */
export type ProofOfWorkState =
  | { readonly state: "working" }
  | { readonly state: "done"; readonly expiresAt: string }
  | { readonly state: "failed"; readonly key: TextKey };

/** Receives the answer; undefined when it is no longer valid. */
interface ProofOfWorkReceiver {
  readonly services: WidgetServices;
  onAnswer(answer: string | undefined): void;
  onBusy(busy: boolean): void;
}

/** Runs a proof of work while `open`; `restart` starts another. An expired or refused answer is withdrawn. */
export function useProofOfWork(
  open: boolean,
  refused: boolean,
  receiver: ProofOfWorkReceiver,
): { work: ProofOfWorkState; restart(): void } {
  const [work, setWork] = useState<ProofOfWorkState>({ state: "working" });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(receiver);
  useEffect(() => {
    latest.current = receiver;
  });

  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    setWork({ state: "working" });
    latest.current.onBusy(true);
    runProofOfWork(latest.current.services, controller.signal).then(
      (solution) => {
        if (controller.signal.aborted) return;
        latest.current.onBusy(false);
        latest.current.onAnswer(solution.answer);
        setWork({ state: "done", expiresAt: solution.expiresAt });
      },
      () => {
        if (controller.signal.aborted) return;
        latest.current.onBusy(false);
        setWork({ state: "failed", key: "captcha.work-failed" });
      },
    );
    return () => {
      controller.abort();
      latest.current.onBusy(false);
    };
  }, [open, attempt]);

  const withdraw = useCallback(() => {
    latest.current.onAnswer(undefined);
    setWork({ state: "failed", key: "captcha.work-expired" });
  }, []);
  useEffect(() => {
    if (open && refused) withdraw();
  }, [open, refused, withdraw]);
  const expiresAt = open && work.state === "done" ? work.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(withdraw, Math.max(0, Date.parse(expiresAt) - latest.current.services.now()));
    return () => clearTimeout(timer);
  }, [expiresAt, withdraw]);
  return { work, restart: useCallback(() => setAttempt((before) => before + 1), []) };
}

/** Requests and solves a proof of work; the solver is loaded on first use. */
async function runProofOfWork(
  services: WidgetServices,
  signal: AbortSignal,
): Promise<{ answer: string; expiresAt: string }> {
  if (!services.requestProofOfWork) throw new Error("This wallet offers no proof of work.");
  const [{ solveProofOfWork }, work] = await Promise.all([
    import("./solve-proof-of-work.ts"),
    services.requestProofOfWork(signal),
  ]);
  const answer = await solveProofOfWork(work, signal);
  if (answer === undefined) throw signal.reason;
  return { answer, expiresAt: work.expiresAt };
}
