import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { Steps } from "#engine/core/definitions/steps.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { isSessionEnded } from "#renderer/session/session.ts";
import {
  findHandledFailure,
  isOptionalFailure,
  isPollRefused,
  awaitsFailureEvent,
  toFailureKey,
  type LoadState,
  type LoadResult,
  type Polls,
} from "./load-state.ts";
import type { ScreenRequirement } from "./load-state.ts";
import type { RunEvent } from "./event-runner.ts";
import type { PlannedLoad } from "./plan-loads.ts";

/** A screen's loads and the requirement that does not hold. */
type ScreenLoads = Pick<LoadState, "planned" | "results" | "failedRequired"> & {
  unmet: ScreenRequirement | undefined;
  polls: Polls;
};

/** How a screen runs its own events. */
interface EventHandlers {
  runEvent: RunEvent;
  toContext(): ActionContext;
  /** Called when the `failed` steps of a load are done. */
  onFailureHandled(failureKey: string): void;
}

const automatic = { isAutomatic: true };

/**
 * Runs the events that a screen raises itself: `needs` once its loads are there, `enter` once, `settled` and `failed`
 * once per load. A panel raises no `enter`.
 */
export class ScreenEvents {
  readonly #done = new Set<string>();
  /** Failures whose steps ran without leaving the screen. */
  readonly #handledFailures = new Set<string>();
  #redirectedBy: ScreenRequirement | undefined;

  constructor(
    readonly document: ScreenDefinition,
    readonly isPanel: boolean,
  ) {}

  /** Runs the events that are due in this state of the loads. */
  update(loads: ScreenLoads, handlers: EventHandlers): void {
    this.#enter(loads, handlers);
    loads.planned.forEach((load, i) => {
      const result = loads.results[i];
      if (load.enabled && result) this.#follow(load, result, loads.polls, handlers);
    });
  }

  #enter({ planned, results, unmet, failedRequired }: ScreenLoads, { runEvent, toContext }: EventHandlers): void {
    const { document } = this;
    const waiting = planned.some(
      (load, i) =>
        load.enabled &&
        results[i]?.data === undefined &&
        !isOptionalFailure(load, results[i]) &&
        (!results[i]?.isError || (failedRequired.includes(load) && !isPollRefused(load, results[i]))),
    );
    // A `failed` event that navigates away comes first: the screen is then never entered.
    const isHandlingFailure = planned.some(
      (load) => load.enabled && awaitsFailureEvent(load, { planned, results }, this.#handledFailures),
    );
    if (waiting || isHandlingFailure) return;
    // Applies to each address of the screen, also after `enter`.
    if (unmet && this.#redirectedBy !== unmet) void runEvent(unmet.otherwise, "needs", {}, automatic);
    this.#redirectedBy = unmet;
    // A screen that is about to give way to the sign-in page is not entered again.
    if (unmet || isSessionEnded() || this.#done.has("enter")) return;
    this.#done.add("enter");
    if (!this.isPanel) toContext().trace({ screen: document.id });
    if (document.on?.enter && !this.isPanel) void runEvent(document.on.enter, "enter", {}, automatic);
  }

  #follow(
    planned: PlannedLoad,
    result: LoadResult,
    polls: Polls,
    { runEvent, toContext, onFailureHandled }: EventHandlers,
  ): void {
    const { load, key } = planned;
    const once = (event: string, step: Steps | undefined, eventRoots: Record<string, unknown>) => {
      const name = `${load.root}:${event} ${JSON.stringify(key)}`;
      if (!step || this.#done.has(name)) return;
      this.#done.add(name);
      void runEvent(step, name, eventRoots, automatic);
    };
    const failure = result.isError ? (result.error as object) : undefined;
    const failureKey = toFailureKey({ key }, result);
    if (findHandledFailure({ load }, result) && load.on?.failed && !this.#done.has(failureKey)) {
      this.#done.add(failureKey);
      const failedAt = window.location.pathname;
      void runEvent(load.on.failed, `${load.root}:failed ${failureKey}`, { failure }, automatic).then(() => {
        if (failedAt === window.location.pathname) this.#handledFailures.add(failureKey);
        onFailureHandled(failureKey);
      });
    }
    // A poll that ends at once waits for `enter`, so that the trace keeps its order.
    const isAnswered = !result.isFetching && (result.isError || result.data !== undefined);
    if (load.poll && isAnswered && this.#done.has("enter") && polls.isOver(planned, result, toContext().scope()))
      once("settled", load.on?.settled, failure ? { failure } : {});
  }
}
