import { notifyManager } from "@tanstack/react-query";
import { ConfigClient } from "#renderer/data/config-client.ts";
import { loadRootSources } from "#renderer/data/root-sources.ts";
import { startTelemetry } from "#renderer/app/telemetry.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import { watchCallOutcomes } from "#renderer/data/call-outcomes.ts";
import type { SignInKind } from "#engine/core/definitions/app.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { clearTrace, readTrace } from "#renderer/runtime/trace.ts";
import { traceCall } from "#renderer/runtime/frame-trace.ts";
import { prepareCandidate } from "#renderer/data/session-calls.ts";
import { prepareStaff } from "#renderer/data/staff-sign-in.ts";
import { Failure } from "#renderer/data/failure.ts";
import { endsSession, showFailure } from "#renderer/data/handle-failure.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import {
  findRedirect,
  findOrgId,
  resolveAddress,
  storeOpenIds,
  saveReturnPath,
  type Address,
} from "#renderer/runtime/resolve-address.ts";
import { loadDates } from "#renderer/runtime/scope.ts";
import { toHomePath, toSignInPath } from "#renderer/runtime/routes.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import { getPageApp, reloadPageApp } from "#renderer/session/page-app.ts";
import {
  setFinalFailureTest,
  onSessionEnd,
  phaseAtom,
  restartSession,
  type SessionCalls,
  acknowledgeSessionEnd,
} from "#renderer/session/session.ts";
import { interruptionAtom } from "#renderer/session/interruption.ts";
import { consentAtom } from "#renderer/session/consent.ts";
import { dismissSnackbar, dismissAllSnackbars, snackbarsAtom, type Snackbar } from "#renderer/session/snackbars.ts";
import { toLocale } from "#renderer/session/locale.ts";
import { formDataAtom, miscAtom, openIdsAtom, pinnedReleaseAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { HeadlessQuestion } from "./headless-question.ts";
import { HeadlessScreen } from "./headless-screen.ts";
import { describeFrame } from "./descriptions/frame.ts";
import { toButtonNode, type AccessibleNode } from "./descriptions/nodes.ts";
import type { BrowserEnvironment } from "./browser-environment.ts";
import { detectPasskeySupport } from "#renderer/session/passkey-support.ts";

/** What a user of assistive technology perceives of the page. */
export interface PageSnapshot {
  /** The screen's id; empty if there is none. */
  readonly screen: string;
  /** The id of the screen that a question shows over it. */
  readonly question?: string;
  readonly title: string;
  readonly path: string;
  /** The number of history entries since the last page load. */
  readonly stepsBack: number;
  /** The language of the page; empty until it is known. */
  readonly locale: string;
  /** The nodes of the screen, or of the open dialog. */
  readonly nodes: readonly AccessibleNode[];
  /** The nodes of the frame; none while a dialog is open. */
  readonly frameNodes: readonly AccessibleNode[];
  /** The snackbars since the last `dismiss`. */
  readonly snackbars: readonly Pick<Snackbar, "text" | "tone">[];
}

/** The screen at an address, loaded or loading. */
interface CurrentScreen {
  readonly key: string;
  route: RouteRoot;
  search: string;
  screen?: HeadlessScreen;
}

// There is no rendering to wait for: observers are notified at once.
notifyManager.setScheduler(queueMicrotask);
// Retries need no delay either.
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });

/** How a page prepares its session, by who signs in. */
const sessions: Readonly<Record<SignInKind, () => SessionCalls>> = {
  candidate: prepareCandidate,
  staff: prepareStaff,
};

/**
 * The wallet's page without a browser: the same session, calls, flows, forms and rules, with an accessibility tree
 * instead of a DOM.
 */
export class HeadlessPage {
  /** The traces of earlier page loads. */
  readonly formerTraces: TraceLine[] = [];
  readonly #browser: BrowserEnvironment;
  readonly #stops: (() => void)[] = [];
  #config: ConfigClient | undefined;
  /** The requested and the loaded configuration. A screen needs both to be the same. */
  #requested = "";
  #loaded = "";
  #current: CurrentScreen | undefined;
  #pending = 0;
  readonly #question = new HeadlessQuestion();
  #stopTelemetry: () => void = () => undefined;

  constructor(browser: BrowserEnvironment) {
    this.#browser = browser;
  }

  /** Opens an address as a new page load; storage stays. `state` is the navigation state. */
  async open(path: string, state?: object): Promise<void> {
    this.close();
    this.#browser.unload();
    this.#browser.go(path, { state });
    await this.#start();
  }
  async reload(): Promise<void> {
    this.close();
    this.#browser.unload();
    await this.#start();
  }
  /** Goes one entry back; returns false at the first entry. */
  back = (): boolean => this.#browser.back();

  /** Returns whether no call, step or fetch is in progress. */
  get isIdle(): boolean {
    // The screen below an open question waits for its answer.
    const screen = this.#question.isOpen ? this.#question.screen : this.#current?.screen;
    return (
      this.#browser.pendingCalls === 0 &&
      this.#pending === 0 &&
      screen !== undefined &&
      queryClient.isFetching() === 0 &&
      !screen.isBusy &&
      queryClient.isFetching() === 0
    );
  }

  /** `isFresh`: describes again, so that relative times are current. */
  takeSnapshot(isFresh = false): PageSnapshot {
    const screen = this.#current?.screen;
    const nodes = (isFresh ? screen?.describe() : screen?.lastDescription()) ?? [];
    const dialog = this.#question.describe() ?? findDialog(nodes);
    return {
      screen: screen?.isShown ? screen.instance.document.id : "",
      ...(this.#question.screen && { question: this.#question.screen.instance.document.id }),
      title: screen?.title ?? "",
      path: this.#browser.url.pathname + this.#browser.url.search,
      stepsBack: this.#browser.stepsBack,
      locale: this.#config?.manifest.locale ?? "",
      nodes: dialog ? [dialog] : nodes,
      frameNodes: dialog ? [] : [...this.#describeBack(), ...describeFrame(this.#config)],
      snackbars: store.get(snackbarsAtom),
    };
  }

  /** Closes all snackbars. */
  dismiss(): void {
    for (const { id } of store.get(snackbarsAtom)) dismissSnackbar(id);
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#stopTelemetry();
    this.#question.close();
    this.#current?.screen?.close();
    this.#current = undefined;
    this.#requested = "";
    this.#loaded = "";
    queryClient.clear();
    dismissAllSnackbars();
    this.formerTraces.push(...readTrace());
    clearTrace();
  }

  async #start(): Promise<void> {
    this.#browser.load();
    reloadPageApp();
    await Promise.all([loadRootSources(), loadDates()]);
    restartSession(sessions[getPageApp().signIn]());
    await detectPasskeySupport();
    // Batches simultaneous changes, as React does.
    let isDue = false;
    const route = () => {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        if (this.#current !== undefined || this.#stops.length > 0) this.#route();
      });
    };
    this.#browser.onMove(route);
    const update = () => {
      this.#current?.screen?.update();
      this.#question.screen?.update();
    };
    this.#stops.push(store.sub(interruptionAtom, () => void this.#track(this.#ask())));
    for (const atom of [openIdsAtom, pinnedReleaseAtom, phaseAtom]) this.#stops.push(store.sub(atom, route));
    for (const atom of [viewAtom, miscAtom, formDataAtom, consentAtom]) this.#stops.push(store.sub(atom, update));
    this.#stops.push(store.sub(miscAtom, route), store.sub(formDataAtom, route));
    this.#stops.push(onSessionEnd((end, refused) => this.#onSessionEnd(end, refused)));
    this.#route();
  }

  #onSessionEnd(end: "signedOut" | "expired", refused?: Error): void {
    dismissAllSnackbars();
    const failure = refused instanceof Failure ? refused : new Failure("", 401, { code: 101 });
    if (end === "expired" && this.#config) showFailure(failure, this.#config);
  }

  /** Loads the configuration first, then the screen of the address. */
  #route(): void {
    const orgId = findOrgId({ search: this.#browser.url.search, state: this.#browser.state });
    const locale = toLocale(this.#browser.url.search, store.get(miscAtom).locale);
    const release = store.get(pinnedReleaseAtom);
    const requested = JSON.stringify([orgId, locale, release]);
    if (requested === this.#requested)
      return this.#loaded === requested && this.#config ? this.#showScreen(this.#config) : undefined;
    this.#requested = requested;
    void this.#track(ConfigClient.open(orgId, locale, release)).then((config) => {
      if (!config || this.#requested !== requested) return;
      this.#config = config;
      this.#loaded = requested;
      this.#stopTelemetry();
      const stops = [watchCallOutcomes((end) => traceCall(end, config)), startTelemetry(config)];
      this.#stopTelemetry = () => stops.forEach((stop) => stop());
      setFinalFailureTest((failure) => endsSession(failure, config));
      this.#showScreen(config);
    });
  }

  #showScreen(config: ConfigClient): void {
    const { pathname, search, hash } = this.#browser.url;
    const address: Address = { pathname, search, hash, state: this.#browser.state };
    const phase = store.get(phaseAtom);
    if (phase === "renewing") return;
    if (pathname === toSignInPath(config)) acknowledgeSessionEnd();
    const resolved = resolveAddress(config, address, phase === "signedIn");
    const redirect = findRedirect(config, address, phase, resolved);
    if (redirect) return this.#browser.go(redirect.to, { state: redirect.state, replace: true });
    if (!resolved.found) return;
    const { entry } = resolved.found;
    const context = { ...store.get(openIdsAtom), ...resolved.ids };
    // The query is no part of the key: it changes the screen that is shown.
    const key = JSON.stringify([config.manifest, entry.id, pathname, context]);
    const shown = this.#current?.key === key ? this.#current : undefined;
    const isSame = shown && JSON.stringify(shown.route) === JSON.stringify(resolved.route);
    if (isSame && shown.search === search) return;
    const current: CurrentScreen = shown ?? { key, route: resolved.route, search };
    Object.assign(current, { route: resolved.route, search });
    if (!shown) this.#current?.screen?.close();
    this.#current = current;
    saveReturnPath(resolved, address);
    storeOpenIds(config, resolved);
    if (shown) return shown.screen?.setRoute(resolved.route);
    void this.#track(config.load(`bundle/screen.${entry.id}`)).then(() => {
      if (this.#current !== current) return;
      const document = config.get("screen", entry.id);
      const navigate = this.#navigate as never;
      const { route } = current;
      const readState = () => this.#browser.state;
      current.screen = new HeadlessScreen({ document, config, route, context, navigate, readState });
    });
  }

  async #ask(): Promise<void> {
    if (this.#config) await this.#question.show(this.#config, this.#navigate as never, () => this.#browser.state);
  }

  readonly #navigate = (
    to: string | number | { pathname: string; search?: string },
    options?: { state?: unknown; replace?: boolean },
  ): void => {
    if (typeof to === "number") return void this.#browser.back();
    this.#browser.go(typeof to === "string" ? to : to.pathname + (to.search ?? ""), options);
  };

  /** The 'Back' button as the screen defines it. */
  #describeBack(): AccessibleNode[] {
    const [config, screen] = [this.#config, this.#current?.screen];
    if (!config || !screen) return [];
    const { back = "none" } = screen.instance.document;
    const { pathname, search } = this.#browser.url;
    const actions: Record<string, () => void> = {
      root: () => this.#browser.go(`/${search}`),
      search: () => this.#browser.go(baseUrl.readForm()),
      history: () => (this.#browser.isFirst ? this.#browser.go(toHomePath(config)) : void this.#browser.back()),
    };
    const action = actions[typeof back === "string" ? back : (back[pathname] ?? "none")];
    return action ? [toButtonNode(config.uiText("shell.back"), action)] : [];
  }

  async #track<T>(work: Promise<T>): Promise<T | undefined> {
    this.#pending += 1;
    try {
      return await work;
    } catch (error) {
      console.error(error);
      return undefined;
    } finally {
      this.#pending -= 1;
    }
  }
}

/** The top dialog. */
function findDialog(nodes: readonly AccessibleNode[]): AccessibleNode | undefined {
  return nodes
    .flatMap((one) => (one.role === "dialog" ? [one] : [findDialog(one.children ?? [])]))
    .filter((one) => one !== undefined)
    .at(-1);
}
