import { notifyManager } from "@tanstack/react-query";
import { ConfigClient } from "#renderer/data/config-client.ts";
import { loadRootSources } from "#renderer/data/root-sources.ts";
import { startTelemetry } from "#renderer/app/telemetry.ts";
import { queryClient } from "#renderer/data/query.ts";
import { watchCalls } from "#renderer/data/watch-calls.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { forgetTrace, readTrace } from "#renderer/runtime/trace.ts";
import { traceCall } from "#renderer/runtime/frame-trace.ts";
import { sessionCalls } from "#renderer/data/session-calls.ts";
import { Failure } from "#renderer/data/failure.ts";
import { endsSession, sayFailure } from "#renderer/data/meet-failure.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import { findElsewhere, findOrgId, findPlace, keepIds, keepPlace, type Address } from "#renderer/runtime/place.ts";
import { loadDates } from "#renderer/runtime/scope.ts";
import { toSignInPath } from "#renderer/runtime/routes.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import { judgeFailures, onSessionEnd, phaseAtom, reopenSession, settleEnd } from "#renderer/session/session.ts";
import { consentAtom } from "#renderer/session/consent.ts";
import { dismiss, dismissAll, snackbarsAtom, type Snackbar } from "#renderer/session/snackbars.ts";
import { toLocale } from "#renderer/session/locale.ts";
import { formDataAtom, miscAtom, openIdsAtom, pinnedReleaseAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { RunningScreen } from "./running-screen.ts";
import { sayFrame } from "./said/frame.ts";
import { toButton, type Said } from "./said/say.ts";
import type { Surroundings } from "./surroundings.ts";

/** A page as somebody finds it who does not see it. */
export interface Look {
  /** The screen's id; empty while none stands. */
  readonly screen: string;
  readonly title: string;
  readonly path: string;
  /** How many steps back stay in the page that was opened last. */
  readonly stepsBack: number;
  /** The language that it speaks; empty while none is known. */
  readonly locale: string;
  /** What stands on it; of an open dialog, what stands in it. */
  readonly said: readonly Said[];
  /** What stands around it, while no dialog is open. */
  readonly frame: readonly Said[];
  /** What was said in passing since it was last taken away (`dismiss`). */
  readonly snackbars: readonly Pick<Snackbar, "text" | "tone">[];
}

/** The screen that stands, or is fetched, at an address. */
interface Running {
  readonly key: string;
  route: RouteRoot;
  screen?: RunningScreen;
}

// Nothing is drawn between an answer and what it changes: whoever watches hears of it at once.
notifyManager.setScheduler(queueMicrotask);
// Nor is a line spared by waiting before one asks it again.
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });

/** The wallet's page without a browser: its own session, calls, flows, forms and rules, with words in place of a drawing. */
export class HeadlessPage {
  /** The trace of the pages before, each ended by opening another. */
  readonly left: TraceLine[] = [];
  readonly #browser: Surroundings;
  readonly #stops: (() => void)[] = [];
  #config: ConfigClient | undefined;
  /** Which configuration is wanted, and which is there: until they are the same, no screen is placed. */
  #asked = "";
  #answered = "";
  #running: Running | undefined;
  #waiting = 0;
  #unhear: () => void = () => undefined;

  constructor(browser: Surroundings) {
    this.#browser = browser;
  }

  /** Opens an address, as one types it: the page begins anew with what its storage holds. `state` is handed to it, as by another page. */
  async open(path: string, state?: object): Promise<void> {
    this.close();
    this.#browser.unload();
    this.#browser.go(path, { state });
    await this.#begin();
  }
  async reload(): Promise<void> {
    this.close();
    this.#browser.unload();
    await this.#begin();
  }
  /** One step back; false where nothing lies behind. */
  back = (): boolean => this.#browser.back();

  /** Nothing is on its way: no call, no step, no fetch. */
  get isIdle(): boolean {
    return (
      this.#browser.calls === 0 &&
      this.#waiting === 0 &&
      this.#running?.screen !== undefined &&
      queryClient.isFetching() === 0 &&
      !this.#running.screen.isBusy &&
      queryClient.isFetching() === 0
    );
  }

  /** `anew`: also what changes by itself, as the time that went by. */
  look(anew = false): Look {
    const screen = this.#running?.screen;
    const said = (anew ? screen?.say() : screen?.saidLast()) ?? [];
    const dialog = findDialog(said);
    return {
      screen: screen?.isThere ? screen.place.document.id : "",
      title: screen?.title ?? "",
      path: this.#browser.url.pathname + this.#browser.url.search,
      stepsBack: this.#browser.stepsBack,
      locale: this.#config?.manifest.locale ?? "",
      said: dialog ? [dialog] : said,
      frame: dialog ? [] : [...this.#sayBack(), ...sayFrame(this.#config)],
      snackbars: store.get(snackbarsAtom),
    };
  }

  /** Takes away what was said in passing. */
  dismiss(): void {
    for (const { id } of store.get(snackbarsAtom)) dismiss(id);
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#unhear();
    this.#running?.screen?.close();
    this.#running = undefined;
    this.#asked = "";
    this.#answered = "";
    queryClient.clear();
    dismissAll();
    this.left.push(...readTrace());
    forgetTrace();
  }

  async #begin(): Promise<void> {
    this.#browser.load();
    await Promise.all([loadRootSources(), loadDates()]);
    reopenSession(sessionCalls);
    // As a drawn page has it: what changes together is looked at once.
    let isDue = false;
    const route = () => {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        if (this.#running !== undefined || this.#stops.length > 0) this.#route();
      });
    };
    this.#browser.onMove(route);
    const look = () => this.#running?.screen?.look();
    for (const atom of [openIdsAtom, pinnedReleaseAtom, phaseAtom]) this.#stops.push(store.sub(atom, route));
    for (const atom of [viewAtom, miscAtom, formDataAtom, consentAtom]) this.#stops.push(store.sub(atom, look));
    this.#stops.push(store.sub(miscAtom, route), store.sub(formDataAtom, route));
    this.#stops.push(onSessionEnd((end, refused) => this.#end(end, refused)));
    this.#route();
  }

  #end(end: "left" | "expired", refused?: Error): void {
    dismissAll();
    const failure = refused instanceof Failure ? refused : new Failure("", 401, { code: 101 });
    if (end === "expired" && this.#config) sayFailure(failure, this.#config);
  }

  /** The configuration first, then the screen that the address names in it. */
  #route(): void {
    const orgId = findOrgId({ search: this.#browser.url.search, state: this.#browser.state });
    const locale = toLocale(this.#browser.url.search, store.get(miscAtom).locale);
    const release = store.get(pinnedReleaseAtom);
    const asked = JSON.stringify([orgId, locale, release]);
    if (asked === this.#asked) return this.#answered === asked && this.#config ? this.#place(this.#config) : undefined;
    this.#asked = asked;
    void this.#wait(ConfigClient.open(orgId, locale, release)).then((config) => {
      if (!config || this.#asked !== asked) return;
      this.#config = config;
      this.#answered = asked;
      this.#unhear();
      const stops = [watchCalls((end) => traceCall(end, config)), startTelemetry(config)];
      this.#unhear = () => stops.forEach((stop) => stop());
      judgeFailures((failure) => endsSession(failure, config));
      this.#place(config);
    });
  }

  #place(config: ConfigClient): void {
    const { pathname, search } = this.#browser.url;
    const address: Address = { pathname, search, state: this.#browser.state };
    const phase = store.get(phaseAtom);
    if (phase === "renewing") return;
    if (pathname === toSignInPath(config)) settleEnd();
    const place = findPlace(config, address, phase === "signedIn");
    const elsewhere = findElsewhere(config, address, phase, place);
    if (elsewhere) return this.#browser.go(elsewhere.to, { state: elsewhere.state, replace: true });
    if (!place.found) return;
    const { entry } = place.found;
    const context = { ...store.get(openIdsAtom), ...place.ids };
    // What the address says beside its path changes the screen that stands: nobody went elsewhere.
    const key = JSON.stringify([config.manifest, entry.id, pathname, context]);
    const stands = this.#running?.key === key ? this.#running : undefined;
    if (stands && JSON.stringify(stands.route) === JSON.stringify(place.route)) return;
    const running: Running = stands ?? { key, route: place.route };
    running.route = place.route;
    if (!stands) this.#running?.screen?.close();
    this.#running = running;
    keepPlace(place, address);
    keepIds(config, place);
    if (stands) return stands.screen?.move(place.route);
    void this.#wait(config.load(`bundle/screen.${entry.id}`)).then(() => {
      if (this.#running !== running) return;
      const document = config.get("screen", entry.id);
      const navigate = this.#navigate as never;
      const { route } = running;
      running.screen = new RunningScreen({ document, config, route, context, navigate });
    });
  }

  readonly #navigate = (
    to: string | number | { pathname: string; search?: string },
    options?: { state?: unknown; replace?: boolean },
  ): void => {
    if (typeof to === "number") return void this.#browser.back();
    this.#browser.go(typeof to === "string" ? to : to.pathname + (to.search ?? ""), options);
  };

  /** The way back, as the screen's document says it. */
  #sayBack(): Said[] {
    const [config, screen] = [this.#config, this.#running?.screen];
    if (!config || !screen) return [];
    const { back = "none" } = screen.place.document;
    const { pathname, search } = this.#browser.url;
    const ways: Record<string, () => void> = {
      root: () => this.#browser.go(`/${search}`),
      search: () => this.#browser.go(baseUrl.takeForm()),
      history: () => (this.#browser.isFirst ? this.#browser.go("/") : void this.#browser.back()),
    };
    const way = ways[typeof back === "string" ? back : (back[pathname] ?? "none")];
    return way ? [toButton(config.words("shell.back"), way)] : [];
  }

  async #wait<T>(work: Promise<T>): Promise<T | undefined> {
    this.#waiting += 1;
    try {
      return await work;
    } catch (error) {
      console.error(error);
      return undefined;
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** The dialog that lies on top. */
function findDialog(said: readonly Said[]): Said | undefined {
  return said
    .flatMap((one) => (one.role === "dialog" ? [one] : [findDialog(one.children ?? [])]))
    .filter((one) => one !== undefined)
    .at(-1);
}
