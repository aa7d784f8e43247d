import { QueriesObserver } from "@tanstack/react-query";
import type { RequestContext } from "#engine/api/request.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { queryClient } from "#renderer/data/query.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { FormRegistry } from "#renderer/runtime/form-registry.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { toActionContext, type ActionSetup } from "#renderer/screen/action-context.ts";
import { findHref, toBlockScope } from "#renderer/screen/block-scope.ts";
import {
  findUnmet,
  isUntold,
  judgeLoads,
  loadMore,
  Polls,
  toQuery,
  type LoadResult,
  type Need,
} from "#renderer/screen/loads.ts";
import { Performer, toPressKey, type Perform } from "#renderer/screen/performer.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { toPageTitle } from "#renderer/screen/page-title.ts";
import type { PlannedLoad } from "#renderer/screen/plan-loads.ts";
import { ScreenEvents } from "#renderer/screen/screen-events.ts";
import { HeadlessForms } from "./headless-form.ts";
import { PlanOnce, type Plan } from "./plan-once.ts";
import { says } from "./said/index.ts";
import { toButton, toLooks, type Said, type SayScope } from "./said/say.ts";

/** Where a screen stands, and the way elsewhere. */
export interface ScreenPlace {
  readonly document: ScreenDocument;
  readonly config: ConfigClient;
  readonly route: RouteRoot;
  readonly context: RequestContext;
  readonly navigate: ActionSetup["navigate"];
}

/** A screen at work without a browser: the same loads, events and steps as the one that is drawn. */
export class RunningScreen {
  #place: ScreenPlace;
  readonly forms = new FormRegistry();
  readonly #opened: HeadlessForms;
  readonly #observer: QueriesObserver;
  readonly #events: ScreenEvents;
  readonly #polls = new Polls();
  readonly #performer: Performer;
  readonly #setup: ActionSetup;
  readonly #told = new Set<string>();
  readonly #said = new Map<string, number>();
  readonly #stops: (() => void)[] = [];
  /** Something has changed since it was last said: a form may stand on it now. */
  #isUnsaid = true;
  #saidBefore: Said[] = [];
  #isPending = true;
  #asked = "";
  #busy: readonly string[] = [];
  #dialogs: readonly string[] = [];
  readonly #planned = new PlanOnce();
  #judged: { unmet: Need | undefined } | undefined;

  constructor(place: ScreenPlace) {
    this.#place = place;
    const { document, config, context, navigate } = place;
    this.#events = new ScreenEvents(document, false);
    this.#performer = new Performer((busy) => {
      this.#busy = busy;
      this.#changed();
    });
    this.#opened = new HeadlessForms(this.#changed);
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
    this.#ask();
    this.#stops.push(
      this.#observer.subscribe(() => this.look()),
      this.forms.subscribe(this.#changed),
    );
    this.forms.onSubmitting(this.#performer.hasten);
    this.look();
  }

  get place(): ScreenPlace {
    return this.#place;
  }

  /** The address says something else beside its path: what hangs on it is fetched again. */
  move(route: RouteRoot): void {
    this.#place = { ...this.#place, route };
    this.look();
  }

  readonly #changed = (): void => {
    this.#isUnsaid = true;
  };

  /** Something of it is on its way. What stands on it is fetched when it is said. */
  get isBusy(): boolean {
    const isWaiting = () => this.#busy.length > 0 || this.#opened.isPending || this.#isPending;
    if (isWaiting()) return true;
    if (this.#isUnsaid) this.say();
    return isWaiting();
  }

  /** Looks how the loads stand, and does what is due. */
  look(): void {
    const plan = this.#ask();
    const { planned, results, pending, lacking, missing } = this.#stand(plan);
    this.#isPending = pending;
    const unmet = this.#findUnmet(plan.roots, missing);
    const told = (trial: string) => {
      this.#told.add(trial);
      if (!this.#performer.left) this.look();
    };
    const toContext = () => toActionContext(this.#setup);
    this.#events.look(
      { planned, results, lacking, unmet, polls: this.#polls },
      { perform: this.#perform, toContext, told },
    );
    this.#changed();
  }

  /** What it said when it last changed. */
  saidLast(): Said[] {
    return this.#isUnsaid ? this.say() : this.#saidBefore;
  }

  /** What it says now; nothing while it waits. */
  say(): Said[] {
    this.#isUnsaid = false;
    return (this.#saidBefore = this.#say());
  }

  #say(): Said[] {
    const { document, config } = this.place;
    const plan = this.#plan();
    const { planned, results, pending, lacking, missing } = this.#stand(plan);
    const untold = lacking.some((load) => isUntold(load, { planned, results }, this.#told));
    if (pending || untold || this.#findUnmet(plan.roots, missing)) return [];
    if (lacking.length > 0)
      return [
        { role: "alert", name: config.words("load.failed") },
        toButton(config.words("load.retry"), () => this.#retry()),
      ];
    return this.#opened.sayAll(() => this.#sayBlocks(document.body, this.#toScope(plan.roots)));
  }

  async #retry(): Promise<void> {
    const failed = this.#observer.getCurrentResult().filter(({ isError }) => isError);
    await Promise.all(failed.map(({ refetch }) => refetch()));
  }

  /** It was drawn, or waits for it: it could not be read otherwise. */
  get isThere(): boolean {
    return this.#stand(this.#plan()).lacking.length === 0;
  }

  get title(): string {
    const { config, document } = this.place;
    const { roots } = this.#plan();
    return toPageTitle(config, this.#toScope(roots).text(document.title), roots);
  }

  close(): void {
    this.#performer.left = true;
    for (const stop of this.#stops) stop();
    this.#opened.close();
    this.#observer.destroy();
  }

  readonly #perform: Perform = (...event) => this.#performer.perform(this.#setup, ...event);

  #plan(): Plan {
    return this.#planned.plan(this.place);
  }
  /** Asks for what is planned now, where that is not what is asked for already. */
  #ask(): Plan {
    const plan = this.#plan();
    const asked = JSON.stringify(plan.planned.map(({ key, enabled }) => [key, enabled]));
    if (asked === this.#asked) return plan;
    this.#asked = asked;
    // As a drawn page has it: what failed before and is asked for anew is on its way, not failed.
    const toAnew = (load: PlannedLoad) => ({
      ...toQuery(load, this.place.config, this.#polls),
      _optimisticResults: "optimistic",
    });
    this.#observer.setQueries(plan.planned.map(toAnew) as never);
    return this.#plan();
  }
  #stand({ planned, roots }: Plan = this.#plan()) {
    return judgeLoads(planned, this.#observer.getCurrentResult() as LoadResult[], roots);
  }
  /** Judged once, when everything is there. */
  #findUnmet(roots: Record<string, unknown>, missing: boolean): Need | undefined {
    const { document, config } = this.place;
    if (!this.#judged && !missing) this.#judged = { unmet: findUnmet(document, config, roots) };
    return this.#judged?.unmet;
  }

  #toScope(roots: Record<string, unknown>): BlockScope {
    const { config } = this.place;
    const drawn = { ...this.#setup, readRoots: () => roots };
    return toBlockScope(roots, {
      config,
      forms: this.forms,
      isBusy: (block, event, own = {}) => this.#busy.includes(toPressKey(`${block}:${event}`, own)),
      isOpen: (dialog) => this.#dialogs.includes(dialog),
      closeDialog: (dialog) => toActionContext(this.#setup).closeDialog(dialog),
      toHref: (steps, more) => findHref(steps, toActionContext(drawn, more)),
    });
  }

  #sayBlocks(body: readonly BlockDocument[], scope: BlockScope): Said[] {
    return body
      .filter((block) => isTrue(block.when, scope.scope))
      .flatMap((block) => {
        const say = says[block.block];
        if (!say) throw new Error(`Nobody knows what the block ${block.block} says.`);
        const written = block as BlockDocument & Record<string, unknown>;
        const said = say(written, this.#toSayScope(block, scope));
        return [...said, ...toLooks(scope, written)];
      });
  }

  #firstSaid(mark: string): number {
    const at = this.#said.get(mark) ?? readServerTime().getTime();
    this.#said.set(mark, at);
    return at;
  }

  #toSayScope(block: BlockDocument, scope: BlockScope): SayScope {
    return {
      scope,
      forms: this.#opened,
      go: (path) => void this.place.navigate({ pathname: path, search: window.location.search }, { replace: true }),
      firstSaid: (mark) => this.#firstSaid(mark),
      say: (body) => this.#sayBlocks(body, scope),
      raise: (event: string, more: Record<string, unknown> = {}, handle?: FailureHandler) => {
        const steps = block.on?.[event];
        return steps ? this.#perform(steps, `${block.id}:${event}`, more, { handle }) : Promise.resolve();
      },
    };
  }
}
