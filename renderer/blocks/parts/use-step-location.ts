import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readStep, withStep, type StepLocation } from "#renderer/runtime/step-address.ts";

/** The address of the open step of a form; another object whenever the address has changed. */
export function useStepLocation(): StepLocation {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      read: () => readStep(search),
      go: (step, replace) => void navigate({ pathname, search: withStep(search, step) }, { replace, state }),
      back: () => void navigate(-1),
    }),
    [pathname, search, state, navigate],
  );
}
