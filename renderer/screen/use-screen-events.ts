import { useEffect, useState } from "react";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import type { Perform } from "./performer.ts";
import { ScreenEvents } from "./screen-events.ts";
import type { Loads } from "./use-loads.ts";

/** Does a screen's own events as its loads come. Gives the failures (`toTrial`) that documents have spoken to. */
export function useScreenEvents(
  document: ScreenDocument,
  loads: Pick<Loads, "planned" | "results" | "unmet" | "lacking" | "polls">,
  perform: Perform,
  toContext: () => ActionContext,
  isPart: boolean,
): ReadonlySet<string> {
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const [events] = useState(() => new ScreenEvents(document, isPart));
  useEffect(() => {
    events.look(loads, { perform, toContext, told: (trial) => setTold((before) => new Set([...before, trial])) });
  });
  return told;
}
