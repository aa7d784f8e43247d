import { useSyncExternalStore } from "react";
import type { FormSteps, StepState } from "./form-steps.ts";

const subscribeToNothing = () => () => undefined;
const readNothing = () => undefined;

/** The open step of a form; undefined in a form without pages. */
export const useStep = (steps: FormSteps | undefined): StepState | undefined =>
  useSyncExternalStore<StepState | undefined>(steps?.subscribe ?? subscribeToNothing, steps?.state ?? readNothing);
