import { useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { WidgetText } from "#widgets/widget.ts";
import type { PreparedForm } from "../prepare-form.ts";
import { readStep, withStep } from "./step-address.ts";
import type { FormSteps } from "./form-steps.ts";

/** The steps of a prepared form, which follow the address of the page; undefined in a form without pages. */
export function useFormSteps({ toSteps }: PreparedForm, text: WidgetText): FormSteps | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate, text });
  useLayoutEffect(() => {
    latest.current = { location, navigate, text };
  });
  const steps = useMemo(
    () =>
      toSteps?.({
        text: (...given) => latest.current.text(...given),
        location: {
          read: () => readStep(latest.current.location.search),
          go: (step, replace) => {
            const { pathname, search, state } = latest.current.location;
            void latest.current.navigate({ pathname, search: withStep(search, step) }, { replace, state });
          },
          back: () => void latest.current.navigate(-1),
        },
      }),
    [toSteps],
  );
  useLayoutEffect(() => steps?.follow(), [steps, location.search]);
  return steps;
}
