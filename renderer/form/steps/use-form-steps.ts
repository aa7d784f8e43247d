import { useLayoutEffect, useMemo, useRef } from "react";
import type { StepLocation } from "#renderer/runtime/step-address.ts";
import type { WidgetText } from "#widgets/widget.ts";
import type { PreparedForm } from "../prepare-form.ts";
import type { FormSteps } from "./form-steps.ts";

/**
 * The steps of a prepared form, which follow the address of the page; undefined in a form without pages. `location` is
 * another object whenever the address has changed.
 */
export function useFormSteps(
  { toSteps }: PreparedForm,
  location: StepLocation,
  text: WidgetText,
): FormSteps | undefined {
  const latest = useRef({ location, text });
  useLayoutEffect(() => {
    latest.current = { location, text };
  });
  const steps = useMemo(
    () =>
      toSteps?.({
        text: (...given) => latest.current.text(...given),
        location: {
          read: () => latest.current.location.read(),
          go: (...to) => latest.current.location.go(...to),
          back: () => latest.current.location.back(),
        },
      }),
    [toSteps],
  );
  useLayoutEffect(() => steps?.follow(), [steps, location]);
  return steps;
}
