import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { Steps } from "#engine/documents/steps.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import {
  findRefusal,
  isDoneWithout,
  isPollRefused,
  isUntold,
  toTrial,
  type JudgedLoads,
  type LoadResult,
  type Polls,
} from "./loads.ts";
import type { Need } from "./loads.ts";
import type { Perform } from "./performer.ts";
import type { PlannedLoad } from "./plan-loads.ts";

/** A screen's loads, and what it needs and does not have. */
type Standing = Pick<JudgedLoads, "planned" | "results" | "lacking"> & { unmet: Need | undefined; polls: Polls };

/** Who does a screen's events. */
interface Doer {
  perform: Perform;
  toContext(): ActionContext;
  /** A document has spoken to this failure of a load. */
  told(trial: string): void;
}

const byItself = { byItself: true };

/**
 * What a screen does by itself: what it needs, judged once its loads are there; then `enter`, once; `settled` and `failed`
 * once per load. A part of another page enters nothing: nobody went there.
 */
export class ScreenEvents {
  readonly #done = new Set<string>();
  /** Failures that a document has spoken to without leading elsewhere. */
  readonly #told = new Set<string>();
  #led: Need | undefined;

  constructor(
    readonly document: ScreenDocument,
    readonly isPart: boolean,
  ) {}

  /** Does what is due as the loads stand now. */
  look(standing: Standing, doer: Doer): void {
    this.#enter(standing, doer);
    standing.planned.forEach((load, i) => {
      const result = standing.results[i];
      if (load.enabled && result) this.#follow(load, result, standing.polls, doer);
    });
  }

  #enter({ planned, results, unmet, lacking }: Standing, { perform, toContext }: Doer): void {
    const { document } = this;
    const waiting = planned.some(
      (load, i) =>
        load.enabled &&
        results[i]?.data === undefined &&
        !isDoneWithout(load, results[i]) &&
        (!results[i]?.isError || (lacking.includes(load) && !isPollRefused(load, results[i]))),
    );
    // Who is led elsewhere by a refusal was never here, whichever answer came first.
    const isSpeaking = planned.some((load) => load.enabled && isUntold(load, { planned, results }, this.#told));
    if (waiting || isSpeaking) return;
    // Judged anew for each address that the screen has, also after it was entered: it is not drawn then.
    if (unmet && this.#led !== unmet) void perform(unmet.otherwise, "needs", {}, byItself);
    this.#led = unmet;
    if (unmet || this.#done.has("enter")) return;
    this.#done.add("enter");
    if (!this.isPart) toContext().trace({ screen: document.id });
    if (document.on?.enter && !this.isPart) void perform(document.on.enter, "enter", {}, byItself);
  }

  #follow(planned: PlannedLoad, result: LoadResult, polls: Polls, { perform, toContext, told }: Doer): void {
    const { load, key } = planned;
    const once = (event: string, step: Steps | undefined, more: Record<string, unknown>) => {
      const name = `${load.root}:${event} ${JSON.stringify(key)}`;
      if (!step || this.#done.has(name)) return;
      this.#done.add(name);
      void perform(step, name, more, byItself);
    };
    const failure = result.isError ? (result.error as object) : undefined;
    const trial = toTrial({ key }, result);
    if (findRefusal({ load }, result) && load.on?.failed && !this.#done.has(trial)) {
      this.#done.add(trial);
      const failedAt = window.location.pathname;
      void perform(load.on.failed, `${load.root}:failed ${trial}`, { failure }, byItself).then(() => {
        if (failedAt === window.location.pathname) this.#told.add(trial);
        told(trial);
      });
    }
    // A poll that ends at once waits for the screen to be entered: its end is not told before its beginning.
    const isAnswered = !result.isFetching && (result.isError || result.data !== undefined);
    if (load.poll && isAnswered && this.#done.has("enter") && polls.isOver(planned, result, toContext().scope()))
      once("settled", load.on?.settled, failure ? { failure } : {});
  }
}
