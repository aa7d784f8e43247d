import { useCallback, useEffect, useState } from "react";
import type { ActionSetup } from "./action-context.ts";
import { Performer, type Perform } from "./performer.ts";

/** Does one event at a time; `busy` are those that run or wait. A screen that was left begins nothing any more. */
export function usePerform(setup: ActionSetup): { perform: Perform; busy: readonly string[] } {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [performer] = useState(() => new Performer(setBusy));
  const { forms } = setup;
  useEffect(() => {
    performer.left = false;
    return () => void (performer.left = true);
  }, [performer]);
  useEffect(() => forms.onSubmitting(performer.hasten), [forms, performer]);
  const perform = useCallback<Perform>((...event) => performer.perform(setup, ...event), [performer, setup]);
  return { perform, busy };
}
