import { findFinalStep, type Steps } from "#engine/core/definitions/steps.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { handleFailure } from "#renderer/data/handle-failure.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { runSteps } from "#renderer/runtime/flows.ts";
import { SessionEndedError } from "#renderer/session/session-signal.ts";
import { startRun, toActionContext, type ActionSetup } from "./action-context.ts";
import { ActionQueue } from "./action-queue.ts";

/** How to run an event. */
export interface RunOptions {
  handle?: FailureHandler;
  /** No press started it: its navigation replaces this screen in the history. */
  isAutomatic?: boolean;
}

/** Runs the steps of an event named like "pay:press". `eventRoots` are the roots that the event adds. */
export type RunEvent = (
  steps: Steps,
  name: string,
  eventRoots: Record<string, unknown>,
  options?: RunOptions,
) => Promise<void>;

/** Identifies a press by its event and, in a list, by its item. */
export const toPressKey = (name: string, { item }: Record<string, unknown>): string =>
  item === undefined ? name : `${name} ${JSON.stringify(item)}`;

/** The path of an event in the trace, without the arguments of a load. */
const toTracePath = (screen: string, name: string): string => `${screen}/${name.split(" ", 1)[0]!}`;

/** Returns whether the steps, or the flow they run, only navigate. Navigation does not queue. */
function isNavigation(steps: Steps | undefined, config: ConfigClient): boolean {
  const step = findFinalStep(steps);
  const flow = typeof step?.["run"] === "string" ? config.find("flow", step["run"]) : undefined;
  const last = flow ? findFinalStep(flow.tables["start"]) : step;
  return typeof last?.["navigate"] === "string" || last?.["openLink"] !== undefined;
}

/** Returns whether the steps load more of a list. That does not queue. */
const isLoadMore = (steps: Steps): boolean => findFinalStep(steps)?.["loadMore"] !== undefined;

/**
 * Runs events one at a time, in the order of the presses, and handles their failures. Starts nothing after the screen
 * has closed.
 */
export class EventRunner {
  readonly queue: ActionQueue;
  isClosed = false;

  constructor(changed: (busy: readonly string[]) => void) {
    this.queue = new ActionQueue(changed);
  }

  run(setup: ActionSetup, ...[steps, name, eventRoots, options = {}]: Parameters<RunEvent>): Promise<void> {
    const { handle, isAutomatic } = options;
    const raisedAt = window.location.pathname;
    const run = async () => {
      try {
        // The event before may have navigated away while this one waited.
        if (this.isClosed || raisedAt !== window.location.pathname) throw new SessionEndedError();
        await runSteps(
          steps,
          toTracePath(setup.document.id, name),
          toActionContext(setup, eventRoots, startRun(isAutomatic)),
        );
      } catch (error) {
        if (!handle?.(error)) handleFailure(error, setup.config);
      }
    };
    // A form that another button submits raises its event inside the event of that button.
    const isInner = handle !== undefined && setup.forms.isSubmitting(name.slice(0, name.lastIndexOf(":")));
    return isInner || isNavigation(steps, setup.config) || isLoadMore(steps)
      ? run()
      : this.queue.enqueue(toPressKey(name, eventRoots), run);
  }

  /** Runs the queued event of a form next, because another part is about to submit it. */
  runNext = (formId: string): void => this.queue.runNext((key) => key.startsWith(`${formId}:`));
}
