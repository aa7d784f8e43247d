import { useEffect, useRef, useState } from "react";
import { toOrderKey, toSetup, type FormOrder } from "./form-order.ts";
import { prepareForm, type PreparedForm } from "./prepare-form.ts";
import { tryAgain } from "#renderer/session/page-code.ts";

/** Fetches what the form needs; again for another form or submission, or on demand after a failure. */
export function usePrepared(
  order: FormOrder,
  draftKey: string,
): { prepared: PreparedForm | undefined; failed: boolean; retry(): Promise<void> } {
  const [state, setState] = useState<{ key: string; prepared?: PreparedForm; failure?: unknown }>({ key: "" });
  const [round, setRound] = useState(0);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  const key = toOrderKey(order, draftKey);
  useEffect(() => {
    let gone = false;
    prepareForm(toSetup(latest.current, draftKey)).then(
      (prepared) => {
        if (!gone) setState({ key, prepared });
      },
      (error: unknown) => {
        console.error(error);
        if (!gone) setState({ key, failure: error });
      },
    );
    return () => {
      gone = true;
    };
  }, [key, draftKey, round]);
  const current = state.key === key ? state : undefined;
  return {
    prepared: current?.prepared,
    failed: current?.failure !== undefined,
    retry: () =>
      tryAgain(current?.failure, () => {
        setState({ key: "" });
        setRound((n) => n + 1);
      }),
  };
}
