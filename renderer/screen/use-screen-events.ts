import { useEffect, useRef, useState } from "react";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { Steps } from "#engine/documents/steps.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import type { PlannedLoad } from "./plan-loads.ts";
import { findRefusal, isDoneWithout, isPollRefused, toTrial, type LoadResult, type Loads } from "./use-loads.ts";
import type { Perform } from "./use-perform.ts";

/**
 * What the screen needs, judged once its loads are there; then `enter`, once; `settled` and `failed` once per load. A part
 * of another page enters nothing: nobody went there. Gives the failures (`toTrial`) that documents have spoken to.
 */
export function useScreenEvents(
  document: ScreenDocument,
  { planned, results, unmet, lacking }: Pick<Loads, "planned" | "results" | "unmet" | "lacking">,
  perform: Perform,
  toContext: () => ActionContext,
  isPart: boolean,
): ReadonlySet<string> {
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const done = useRef(new Set<string>());
  const polls = useRef(new Map<string, Set<number>>());
  const led = useRef<Loads["unmet"]>(undefined);
  const inTurn = (...event: Parameters<Perform>) => void perform(...event);
  const waiting = planned.some(
    (load, i) =>
      load.enabled &&
      results[i]?.data === undefined &&
      !isDoneWithout(load, results[i]) &&
      (!results[i]?.isError || (lacking.includes(load) && !isPollRefused(load, results[i]))),
  );
  useEffect(() => {
    if (waiting || done.current.has("enter")) return;
    if (unmet) {
      if (led.current !== unmet) inTurn(unmet.otherwise, "needs", {});
      led.current = unmet;
      return;
    }
    done.current.add("enter");
    if (!isPart) toContext().trace({ screen: document.id });
    if (document.on?.enter && !isPart) inTurn(document.on.enter, "enter", {});
  });
  useEffect(() => {
    planned.forEach(({ load, enabled, key }, i) => {
      const result = results[i];
      if (!enabled || !result) return;
      const once = (event: string, step: Steps | undefined, more: Record<string, unknown>) => {
        const name = `${event} ${JSON.stringify(key)}`;
        if (!step || done.current.has(name)) return;
        done.current.add(name);
        inTurn(step, name, more);
      };
      const failure = result.isError ? (result.error as object) : undefined;
      const trial = toTrial({ key }, result);
      if (findRefusal({ load }, result) && load.on?.failed && !done.current.has(trial)) {
        done.current.add(trial);
        void perform(load.on.failed, `failed ${trial}`, { failure }).then(() =>
          setTold((before) => new Set([...before, trial])),
        );
      }
      const answers = polls.current.get(JSON.stringify(key)) ?? new Set<number>();
      polls.current.set(JSON.stringify(key), answers);
      // A poll that ends at once waits for the screen to be entered: its end is not told before its beginning.
      if (load.poll && isSettled(load, result, answers, toContext) && done.current.has("enter"))
        once("settled", load.on?.settled, failure ? { failure } : {});
    });
  });
  return told;
}

/** True when the rule holds, an error came, or as many answers came as there are attempts. */
function isSettled(
  { root, poll }: PlannedLoad["load"],
  result: LoadResult,
  answers: Set<number>,
  toContext: () => ActionContext,
): boolean {
  if (result.isError) return true;
  if (result.data === undefined || result.isFetching) return false;
  answers.add(result.dataUpdatedAt);
  const scope = toContext().scope();
  return (
    answers.size >= (poll?.times ?? 1) ||
    isTrue(poll?.until, { ...scope, roots: { ...scope.roots, [root]: result.data } })
  );
}
