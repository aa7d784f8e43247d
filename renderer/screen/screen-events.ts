import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { Steps } from "#engine/documents/steps.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import {
  findRefusal,
  isDoneWithout,
  isPollRefused,
  isUntold,
  toTrial,
  type JudgedLoads,
  type LoadResult,
} from "./loads.ts";
import type { Need } from "./loads.ts";
import type { Perform } from "./performer.ts";
import type { PlannedLoad } from "./plan-loads.ts";

/** A screen's loads, and what it needs and does not have. */
type Standing = Pick<JudgedLoads, "planned" | "results" | "lacking"> & { unmet: Need | undefined };

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
  readonly #polls = new Map<string, Set<number>>();
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
      if (load.enabled && result) this.#follow(load, result, doer);
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
    if (waiting || isSpeaking || this.#done.has("enter")) return;
    if (unmet) {
      if (this.#led !== unmet) void perform(unmet.otherwise, "needs", {}, byItself);
      this.#led = unmet;
      return;
    }
    this.#done.add("enter");
    if (!this.isPart) toContext().trace({ screen: document.id });
    if (document.on?.enter && !this.isPart) void perform(document.on.enter, "enter", {}, byItself);
  }

  #follow({ load, key }: PlannedLoad, result: LoadResult, { perform, toContext, told }: Doer): void {
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
    const answers = this.#polls.get(JSON.stringify(key)) ?? new Set<number>();
    this.#polls.set(JSON.stringify(key), answers);
    // A poll that ends at once waits for the screen to be entered: its end is not told before its beginning.
    if (load.poll && isSettled(load, result, answers, toContext) && this.#done.has("enter"))
      once("settled", load.on?.settled, failure ? { failure } : {});
  }
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
