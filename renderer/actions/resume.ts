import type { Action } from "#renderer/runtime/action.ts";
import { resumeInterrupted } from "#renderer/session/interruption.ts";

export const resume: Action = (step) => resumeInterrupted(step["resume"] === true);
