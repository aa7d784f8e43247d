import { findLeadingStep, type Steps } from "#engine/documents/steps.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { meetFailure } from "#renderer/data/meet-failure.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { runSteps } from "#renderer/runtime/flows.ts";
import { SessionOver } from "#renderer/session/lifetime.ts";
import { beginRun, toActionContext, type ActionSetup } from "./action-context.ts";
import { Turns } from "./turns.ts";

/** How an event is done. */
export interface Doing {
  handle?: FailureHandler;
  /** Nobody asked for it: where it leads stands in this screen's place, so that the way back is not through it. */
  byItself?: boolean;
}

/** Does the steps of an event, named "pay:press"; `more` are the roots that it brought. */
export type Perform = (steps: Steps, name: string, more: Record<string, unknown>, doing?: Doing) => Promise<void>;

/** A press is the same as another when its event is and, in a list, its item. */
export const toPressKey = (name: string, { item }: Record<string, unknown>): string =>
  item === undefined ? name : `${name} ${JSON.stringify(item)}`;

/** Where the trace says that it happens: what a load was asked with is nobody's business there. */
const toPlace = (screen: string, name: string): string => `${screen}/${name.split(" ", 1)[0]!}`;

/** Leading elsewhere waits for nothing, whether the event or the flow that it names says where. */
function isWayOut(steps: Steps | undefined, config: ConfigClient): boolean {
  const step = findLeadingStep(steps);
  const flow = typeof step?.["run"] === "string" ? config.find("flow", step["run"]) : undefined;
  const last = flow ? findLeadingStep(flow.tables["start"]) : step;
  return typeof last?.["navigate"] === "string" || last?.["visit"] !== undefined;
}

/** More of a list is fetched beside everything else. */
const asksForMore = (steps: Steps): boolean => findLeadingStep(steps)?.["more"] !== undefined;

/** Does one event at a time, in the order of the presses. A failure that nobody handles is met. A screen that was left begins nothing any more. */
export class Performer {
  readonly turns: Turns;
  left = false;

  constructor(changed: (busy: readonly string[]) => void) {
    this.turns = new Turns(changed);
  }

  perform(setup: ActionSetup, ...[steps, name, more, doing = {}]: Parameters<Perform>): Promise<void> {
    const { handle, byItself } = doing;
    const raisedAt = window.location.pathname;
    const run = async () => {
      try {
        // Its turn may come when the one before has led elsewhere and the screen only still stands.
        if (this.left || raisedAt !== window.location.pathname) throw new SessionOver();
        await runSteps(steps, toPlace(setup.document.id, name), toActionContext(setup, more, beginRun(byItself)));
      } catch (error) {
        if (!handle?.(error)) meetFailure(error, setup.config);
      }
    };
    // A form that another button submits raises its event inside that one.
    const isInner = handle !== undefined && setup.forms.isSubmitting(name.slice(0, name.lastIndexOf(":")));
    return isInner || isWayOut(steps, setup.config) || asksForMore(steps)
      ? run()
      : this.turns.take(toPressKey(name, more), run);
  }

  /** A form is about to be submitted for another part: what it raises goes first. */
  hasten = (formId: string): void => this.turns.hasten((key) => key.startsWith(`${formId}:`));
}
