import { QueriesObserver } from "@tanstack/react-query";
import type { RequestContext } from "#engine/contract/request.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { FormRegistry } from "#renderer/runtime/form-registry.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { toActionContext, type ActionSetup } from "#renderer/screen/action-context.ts";
import { findHref, toBlockScope } from "#renderer/screen/block-scope.ts";
import {
  findUnmetRequirement,
  awaitsFailureEvent,
  toLoadState,
  loadMore,
  Polls,
  toQuery,
  type LoadResult,
  type ScreenRequirement,
} from "#renderer/screen/load-state.ts";
import { EventRunner, toPressKey, type RunEvent } from "#renderer/screen/event-runner.ts";
import { interruptionAtom } from "#renderer/session/interruption.ts";
import { store } from "#renderer/session/slices.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { toPageTitle } from "#renderer/screen/page-title.ts";
import type { PlannedLoad } from "#renderer/screen/plan-loads.ts";
import { ScreenEvents } from "#renderer/screen/screen-events.ts";
import { readStep, withStep } from "#renderer/runtime/step-address.ts";
import { HeadlessForms } from "./headless-form.ts";
import { CachedPlan, type Plan } from "./cached-plan.ts";
import { findDescription } from "./descriptions/index.ts";
import { toButtonNode, toAppearanceNodes, type AccessibleNode, type DescribeScope } from "./descriptions/nodes.ts";

/** A screen definition with its configuration, route and navigation. */
export interface ScreenInstance {
  readonly document: ScreenDefinition;
  readonly config: ConfigClient;
  readonly route: RouteRoot;
  readonly context: RequestContext;
  readonly navigate: ActionSetup["navigate"];
  /** The navigation state of the address. */
  readState(): unknown;
  /** Shown in a dialog, not as a page. */
  readonly isPanel?: boolean;
}

/** Ends with the event, or when a question interrupts it: a person then answers before the event ends. */
async function untilQuestion(run: Promise<void>): Promise<void> {
  let stop = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    stop = store.sub(interruptionAtom, () => store.get(interruptionAtom) !== undefined && resolve());
  });
  await Promise.race([run, asked]).finally(stop);
}

/** A running screen without a browser. It has the same loads, events and steps as the rendered one. */
export class HeadlessScreen {
  #instance: ScreenInstance;
  readonly forms = new FormRegistry();
  readonly #headlessForms: HeadlessForms;
  readonly #observer: QueriesObserver;
  readonly #events: ScreenEvents;
  readonly #polls = new Polls();
  readonly #runner: EventRunner;
  readonly #setup: ActionSetup;
  readonly #handledFailures = new Set<string>();
  readonly #describedAt = new Map<string, number>();
  readonly #states = new Map<string, unknown>();
  readonly #stops: (() => void)[] = [];
  /** Changed since the last description; a new form may be on it. */
  #isStale = true;
  #lastNodes: AccessibleNode[] = [];
  #isPending = true;
  #observedKey = "";
  #busy: readonly string[] = [];
  #dialogs: readonly string[] = [];
  readonly #cachedPlan = new CachedPlan();
  #requirements: { unmet: ScreenRequirement | undefined } | undefined;

  constructor(instance: ScreenInstance) {
    this.#instance = instance;
    const { document, config, context, navigate, isPanel = false } = instance;
    this.#events = new ScreenEvents(document, isPanel);
    this.#runner = new EventRunner((busy) => {
      this.#busy = busy;
      this.#changed();
    });
    this.#headlessForms = new HeadlessForms(this.#changed);
    this.#setup = {
      document,
      config,
      context,
      forms: this.forms,
      navigate,
      readRoots: () => this.#plan().roots,
      loadMore: (root) => loadMore(this.#plan().planned, root, config),
      changeDialogs: (change) => {
        this.#dialogs = change(this.#dialogs);
        this.#changed();
      },
    };
    this.#observer = new QueriesObserver(queryClient, []);
    this.#observe();
    this.#stops.push(
      this.#observer.subscribe(() => this.update()),
      this.forms.subscribe(this.#changed),
    );
    this.forms.onSubmitting(this.#runner.runNext);
    this.update();
  }

  get instance(): ScreenInstance {
    return this.#instance;
  }

  /** Sets the `route` root after a change of the query; dependent roots load again. */
  setRoute(route: RouteRoot): void {
    this.#instance = { ...this.#instance, route };
    this.update();
  }

  readonly #changed = (): void => {
    this.#isStale = true;
  };

  /** Returns whether anything is in progress. Describing the screen may start the load of a form. */
  get isBusy(): boolean {
    const isWaiting = () => this.#busy.length > 0 || this.#headlessForms.isPending || this.#isPending;
    if (isWaiting()) return true;
    if (this.#isStale) this.describe();
    return isWaiting();
  }

  /** Reads the state of the loads and runs the events that are due. */
  update(): void {
    const plan = this.#observe();
    const { planned, results, pending, failedRequired, isIncomplete } = this.#toLoadState(plan);
    this.#isPending = pending;
    const unmet = this.#findUnmet(plan.roots, isIncomplete);
    const onFailureHandled = (failureKey: string) => {
      this.#handledFailures.add(failureKey);
      if (!this.#runner.isClosed) this.update();
    };
    const toContext = () => toActionContext(this.#setup);
    this.#events.update(
      { planned, results, failedRequired, unmet, polls: this.#polls },
      { runEvent: this.#runEvent, toContext, onFailureHandled },
    );
    this.#changed();
  }

  /** The description as of the last change. */
  lastDescription(): AccessibleNode[] {
    return this.#isStale ? this.describe() : this.#lastNodes;
  }

  /** Describes the screen; nothing while it loads. */
  describe(): AccessibleNode[] {
    this.#isStale = false;
    return (this.#lastNodes = this.#describe());
  }

  #describe(): AccessibleNode[] {
    const { document, config } = this.instance;
    const plan = this.#plan();
    const { planned, results, pending, failedRequired, isIncomplete } = this.#toLoadState(plan);
    const isHandlingFailure = failedRequired.some((load) =>
      awaitsFailureEvent(load, { planned, results }, this.#handledFailures),
    );
    if (pending || isHandlingFailure || this.#findUnmet(plan.roots, isIncomplete)) return [];
    if (failedRequired.length > 0)
      return [
        { role: "alert", name: config.uiText("load.failed") },
        toButtonNode(config.uiText("load.retry"), () => this.#retry()),
      ];
    return this.#headlessForms.describeAll(() => this.#describeBlocks(document.body, this.#toScope(plan.roots)));
  }

  async #retry(): Promise<void> {
    const failed = this.#observer.getCurrentResult().filter(({ isError }) => isError);
    await Promise.all(failed.map(({ refetch }) => refetch()));
  }

  /** Returns whether the screen is shown or loading, not failed. */
  get isShown(): boolean {
    return this.#toLoadState(this.#plan()).failedRequired.length === 0;
  }

  get title(): string {
    const { config, document } = this.instance;
    const { roots } = this.#plan();
    return toPageTitle(config, this.#toScope(roots).text(document.title), roots);
  }

  close(): void {
    this.#runner.isClosed = true;
    for (const stop of this.#stops) stop();
    this.#headlessForms.close();
    this.#observer.destroy();
  }

  readonly #runEvent: RunEvent = (...event) => this.#runner.run(this.#setup, ...event);

  #plan(): Plan {
    return this.#cachedPlan.plan(this.instance);
  }
  /** Observes the planned queries, if they have changed. */
  #observe(): Plan {
    const plan = this.#plan();
    const observedKey = JSON.stringify(plan.planned.map(({ key, enabled }) => [key, enabled]));
    if (observedKey === this.#observedKey) return plan;
    this.#observedKey = observedKey;
    // Like in a rendered page, a query that failed before counts as loading.
    const toLoadingQuery = (load: PlannedLoad) => ({
      ...toQuery(load, this.instance.config, this.#polls),
      _optimisticResults: "optimistic",
    });
    this.#observer.setQueries(plan.planned.map(toLoadingQuery) as never);
    return this.#plan();
  }
  #toLoadState({ planned, roots }: Plan = this.#plan()) {
    return toLoadState(planned, this.#observer.getCurrentResult() as LoadResult[], roots);
  }
  /** Evaluated once, when all roots are there. */
  #findUnmet(roots: Record<string, unknown>, isIncomplete: boolean): ScreenRequirement | undefined {
    const { document, config } = this.instance;
    if (!this.#requirements && !isIncomplete)
      this.#requirements = { unmet: findUnmetRequirement(document, config, roots) };
    return this.#requirements?.unmet;
  }

  #toScope(roots: Record<string, unknown>): BlockScope {
    const { config } = this.instance;
    const setup = { ...this.#setup, readRoots: () => roots };
    return toBlockScope(roots, {
      config,
      forms: this.forms,
      isBusy: (block, event, own = {}) => this.#busy.includes(toPressKey(`${block}:${event}`, own)),
      isOpen: (dialog) => this.#dialogs.includes(dialog),
      closeDialog: (dialog) => toActionContext(this.#setup).closeDialog(dialog),
      toHref: (steps, eventRoots) => findHref(steps, toActionContext(setup, eventRoots)),
    });
  }

  #describeBlocks(body: readonly BlockDefinition[], scope: BlockScope): AccessibleNode[] {
    return body
      .filter((block) => isTrue(block.when, scope.scope))
      .flatMap((block) => {
        const describe = findDescription(block.block);
        if (!describe) throw new Error(`The block ${block.block} has no description.`);
        const definition = block as BlockDefinition & Record<string, unknown>;
        const nodes = describe(definition, this.#toDescribeScope(block, scope));
        return [...nodes, ...toAppearanceNodes(scope, definition)];
      });
  }

  #firstDescribedAt(mark: string): number {
    const at = this.#describedAt.get(mark) ?? readServerTime().getTime();
    this.#describedAt.set(mark, at);
    return at;
  }

  #toDescribeScope(block: BlockDefinition, scope: BlockScope): DescribeScope {
    return {
      scope,
      forms: this.#headlessForms,
      go: (path) => void this.instance.navigate({ pathname: path, search: window.location.search }, { replace: true }),
      location: {
        read: () => readStep(window.location.search),
        go: (step, replace) => {
          const { navigate, readState } = this.instance;
          const { pathname, search } = window.location;
          void navigate({ pathname, search: withStep(search, step) }, { replace, state: readState() });
        },
        back: () => void this.instance.navigate(-1),
      },
      state: {
        read: (name) => this.#states.get(`${block.id} ${name}`),
        write: (name, value) => {
          this.#states.set(`${block.id} ${name}`, value);
          this.#changed();
        },
      },
      firstDescribedAt: (mark) => this.#firstDescribedAt(mark),
      describe: (body) => this.#describeBlocks(body, scope),
      raise: (event: string, eventRoots: Record<string, unknown> = {}, handle?: FailureHandler) => {
        const steps = block.on?.[event];
        const run = steps && this.#runEvent(steps, `${block.id}:${event}`, eventRoots, { handle });
        return run ? untilQuestion(run) : Promise.resolve();
      },
    };
  }
}
