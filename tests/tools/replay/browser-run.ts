import { readFile } from "node:fs/promises";
import type { Download, Page, Request } from "playwright";
import { chromiumAdapter, type BrowserAdapter } from "./chromium-adapter.ts";
import type { Fixture } from "./contracts.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { eventsPath, toEventNames } from "./analytics-events.ts";
import { toDownloadLines } from "./downloaded-files.ts";
import { findDifferentLine, toTraceLines, type PageObservation } from "./observation.ts";
import { FixtureRun } from "./run.ts";
import { replyType } from "./replies.ts";

/** React shows loaded content at most 300 ms after its placeholder. A longer pause means that the page is idle. */
const restMs = 400;
/** Session storage key for traces of earlier documents of the tab. */
const traceKey = "replay-trace";
/** Session storage key for unread event reports. */
const reportsKey = "replay-events";

/** A run in a browser page. It uses the session of the page. */
export class BrowserRun extends FixtureRun {
  constructor(
    fixture: Fixture,
    baseUrl: string,
    readonly page: Page,
    readonly adapter: BrowserAdapter = chromiumAdapter,
  ) {
    super(fixture, { baseUrl }, () => this.#readToken());
  }

  /** The tab shows a page of the wallet. */
  get isOpened(): boolean {
    const { pathname } = new URL(this.page.url());
    return this.page.url().startsWith(this.api.baseUrl) && pathname !== "/favicon.svg";
  }

  protected override async setPageCookie(header: string): Promise<void> {
    const [pair = "", ...attributes] = header.split(";");
    const [name = "", value = ""] = pair.split("=");
    const context = this.page.context();
    if (attributes.some((one) => one.trim() === "Max-Age=0")) return context.clearCookies({ name });
    const { hostname: domain } = new URL(this.api.baseUrl);
    const cookie = { name, value, domain, path: "/", secure: true, httpOnly: true, sameSite: "Strict" } as const;
    await context.addCookies([cookie]);
  }

  /** The candidate's storage, while a visitor has the page. */
  #hidden: Storages | undefined;

  protected override async setVisitor(isVisitor: boolean): Promise<void> {
    if (isVisitor === (this.#hidden !== undefined)) return;
    // The page that the candidate leaves stores nothing any more.
    await this.waitUntilIdle();
    const next = this.#hidden ?? { local: {}, session: {} };
    const former = await this.page.evaluate(swapStorage, { next, own: [traceKey, reportsKey] });
    this.#hidden = isVisitor ? former : undefined;
  }

  async #readToken(): Promise<string | undefined> {
    const stored = this.#hidden
      ? this.#hidden.local["root-v3"]
      : await this.page.evaluate(() => localStorage.getItem("root-v3"));
    const token = (JSON.parse(stored ?? "null") as { auth?: { accessToken?: string } } | null)?.auth?.accessToken;
    return token || undefined;
  }

  override async observe(): Promise<PageObservation> {
    const observation = await this.waitUntilIdle();
    await this.page.evaluate(
      () => void (globalThis as { replayAnnouncements?: string[] }).replayAnnouncements?.splice(0),
    );
    return {
      ...observation,
      trace: await this.#readFresh(),
      downloaded: await this.#readDownloads(),
      tracked: await this.#readEvents(),
    };
  }

  override async glimpse(): Promise<readonly string[]> {
    const { lines, announced } = await this.adapter.observe(this.page);
    return [...announced, ...lines].slice(0, 60);
  }

  readonly #downloads: Download[] = [];

  /** Files downloaded since the previous step. */
  async #readDownloads(): Promise<string[]> {
    const files = this.#downloads.splice(0).map(async (download) => {
      const bytes = await readFile(await download.path());
      // Firefox numbers a download whose name is still in use.
      await download.delete();
      return { name: download.suggestedFilename(), bytes };
    });
    return toDownloadLines(files);
  }

  /** Waits until no request is pending and nothing changes. Returns the observation of the idle page. */
  async waitUntilIdle(): Promise<PageObservation> {
    let at = "";
    let last: PageObservation | undefined;
    let since = Date.now();
    return this.until("a page at rest", async () => {
      const fingerprint = await this.#readFingerprint();
      if (fingerprint === undefined) return void (since = Date.now());
      // Reading the page takes a hundred times longer than checking for changes.
      const isUnchanged = last !== undefined && fingerprint === at;
      const next = isUnchanged ? last! : await this.adapter.observe(this.page);
      if (!last || findDifferentLine(last, next) !== undefined) since = Date.now();
      [at, last] = [fingerprint, next];
      return isUnchanged && Date.now() - since > restMs ? next : undefined;
    });
  }

  /** Events reported since the previous step. */
  async #readEvents(): Promise<string[]> {
    const reports = await this.page.evaluate((key) => {
      const reports = JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
      sessionStorage.removeItem(key);
      return reports;
    }, reportsKey);
    return reports.flatMap(toEventNames);
  }

  /**
   * A fingerprint of the page that differs after each change. Undefined while a request is pending or part of the page
   * is busy.
   */
  async #readFingerprint(): Promise<string | undefined> {
    if (this.#pendingRequests.size > 0) return undefined;
    return this.page.evaluate(() => {
      // The page under a dialog that interrupts a call stays busy until the dialog is answered.
      const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
      if (top.querySelector("[aria-busy=true]") !== null) return undefined;
      const changes = (globalThis as { replayChanges?: number }).replayChanges ?? performance.now();
      // A value set by a script is no mutation of the document.
      const boxes = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")];
      const values = boxes.map(({ value, checked }) => `${value} ${checked}`);
      return JSON.stringify([performance.timeOrigin, changes, location.href, values]);
    });
  }

  readonly #pendingRequests = new Set<Request>();

  async #readFresh(): Promise<string[]> {
    const lines = await this.page.evaluate((key) => {
      const earlier = JSON.parse(sessionStorage.getItem(key) ?? "[]") as TraceLine[];
      return [...earlier, ...((globalThis as { sanadTrace?: TraceLine[] }).sanadTrace ?? [])];
    }, traceKey);
    const fresh = lines.slice(this.#traced);
    this.#traced = lines.length;
    return toTraceLines(fresh);
  }

  #traced = 0;
  /** Lets the user of the device's passkeys accept or refuse; set once the device has passkeys. */
  setPasskeyUser: ((isAccepting: boolean) => Promise<void>) | undefined;

  /** Starts the run. Traces of a document that unloads go to session storage. */
  override async start(): Promise<void> {
    await super.start();
    await this.adapter.prepare(this.page);
    this.page.on("download", (download) => this.#downloads.push(download));
    this.page.on("request", (request) => {
      // A stream of events never ends.
      if (!isStream(request)) this.#pendingRequests.add(request);
    });
    for (const ended of ["requestfinished", "requestfailed"] as const)
      this.page.on(ended as "requestfinished", (request) => this.#pendingRequests.delete(request));
    this.page.on("framenavigated", () => this.#pendingRequests.clear());
    await this.page.addInitScript((key) => {
      const globals = globalThis as {
        replayStart?: number;
        replayChanges?: number;
        navigation?: { currentEntry: { index: number } | null };
      };
      globals.replayStart = globals.navigation?.currentEntry?.index ?? 0;
      addEventListener("pagehide", () => {
        const earlier = JSON.parse(sessionStorage.getItem(key) ?? "[]") as TraceLine[];
        const traced = (globalThis as { sanadTrace?: TraceLine[] }).sanadTrace ?? [];
        sessionStorage.setItem(key, JSON.stringify([...earlier, ...traced]));
      });
      globals.replayChanges = 0;
      const change = () => void (globals.replayChanges! += 1);
      new MutationObserver(change).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      for (const kind of ["input", "focusin", "focusout", "transitionend", "animationend"])
        addEventListener(kind, change, true);
      // Snackbars disappear by themselves, so they are collected as they appear.
      const announcements: string[] = ((globalThis as { replayAnnouncements?: string[] }).replayAnnouncements = []);
      const seen = new WeakSet<Element>();
      new MutationObserver(() => {
        for (const one of document.querySelectorAll("[data-snackbars] > *")) {
          const text = one.textContent ?? "";
          if (text === "" || seen.has(one)) continue;
          seen.add(one);
          announcements.push(text);
        }
      }).observe(document, { childList: true, subtree: true });
    }, traceKey);
    await this.page.addInitScript(captureReports, { key: reportsKey, eventsPath });
  }

  #isRouted = false;

  /** From now on replies of the fixture answer calls of the page. */
  async routeReplies(): Promise<void> {
    if (this.#isRouted) return;
    this.#isRouted = true;
    await this.page.route(/\/(api|config)\//, async (route) => {
      const request = route.request();
      const reply = this.replies.find(request.method(), request.url());
      if (!reply) return route.fallback();
      return reply.status === 0 ? route.abort("failed") : route.fulfill({ ...reply, contentType: replyType });
    });
  }

  /** Reads the open transaction from the address. */
  followAddress(): void {
    const txnId = /\/ekyc\/[^/?#]+\/([^/?#]+)/.exec(this.page.url())?.[1];
    if (txnId !== undefined) this.variables["txnId"] = decodeURIComponent(txnId);
  }
}

/** Runs in the page. Stores each event report as it is sent: a Blob's text is readable only at its creation. */
function captureReports({ key, eventsPath: seen }: { key: string; eventsPath: string }): void {
  const texts = new WeakMap<object, string>();
  globalThis.Blob = new Proxy(Blob, {
    construct(target, [parts, options]: [BlobPart[]?, BlobPropertyBag?]) {
      const made = new target(parts, options);
      if (parts?.length === 1 && typeof parts[0] === "string") texts.set(made, parts[0]);
      return made;
    },
  });
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (path, body) => {
    const text = texts.get(body as Blob);
    if (String(path) === seen && text !== undefined) {
      const reports = JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
      sessionStorage.setItem(key, JSON.stringify([...reports, text]));
    }
    return send(path, body);
  };
}

type Storages = Record<"local" | "session", Record<string, string>>;

/** Runs in the page. Replaces its storage; → the former one. What the runner itself has stored stays. */
function swapStorage({ next, own }: { next: Storages; own: readonly string[] }): Storages {
  const swap = (storage: Storage, items: Record<string, string>) => {
    const former = Object.fromEntries(Object.entries(storage).filter(([key]) => !own.includes(key)));
    for (const key of Object.keys(former)) storage.removeItem(key);
    for (const [key, value] of Object.entries(items)) storage.setItem(key, value);
    return former as Record<string, string>;
  };
  return { local: swap(localStorage, next.local), session: swap(sessionStorage, next.session) };
}

/** A stream of server-sent events stays open. */
const isStream = (request: Request): boolean =>
  request.resourceType() === "eventsource" || request.headers()["accept"] === "text/event-stream";
