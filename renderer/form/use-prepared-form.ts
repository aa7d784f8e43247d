import { useEffect, useRef, useState } from "react";
import { toFormKey, toPrepareSetup, type FormInput } from "./form-input.ts";
import { prepareForm, type PreparedForm } from "./prepare-form.ts";
import { retryLoad } from "#renderer/session/code-loading.ts";

/** Prepares a form, and prepares again when its key changes or on retry. */
export function usePreparedForm(
  order: FormInput,
  draftKey: string,
): { prepared: PreparedForm | undefined; failed: boolean; retry(): Promise<void> } {
  const [state, setState] = useState<{ key: string; prepared?: PreparedForm; failure?: unknown }>({ key: "" });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  const key = toFormKey(order, draftKey);
  useEffect(() => {
    let cancelled = false;
    prepareForm(toPrepareSetup(latest.current, draftKey)).then(
      (prepared) => {
        if (!cancelled) setState({ key, prepared });
      },
      (error: unknown) => {
        console.error(error);
        if (!cancelled) setState({ key, failure: error });
      },
    );
    return () => {
      cancelled = true;
    };
  }, [key, draftKey, attempt]);
  const current = state.key === key ? state : undefined;
  return {
    prepared: current?.prepared,
    failed: current?.failure !== undefined,
    retry: () =>
      retryLoad(current?.failure, () => {
        setState({ key: "" });
        setAttempt((n) => n + 1);
      }),
  };
}
