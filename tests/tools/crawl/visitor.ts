import type { Browser, BrowserContext, Page, Request } from "playwright/test";
import { signInAgain } from "../screenshots/scene.ts";
import { ApiClient } from "../replay/api-client.ts";
import type { Address } from "./addresses.ts";
import { Network } from "./network.ts";
import { readPage, toLasting, type Reading } from "./reading.ts";
import { isEmpty } from "./judge.ts";
import type { Scene, Situation } from "./situations.ts";

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof sizes;

/** Longest time until a page settles on a loaded machine. A slow server answers several calls in sequence. */
const restMs = { well: 60_000, slowly: 75_000, "with failures": 60_000, "not at all": 60_000 } as const;
const quietMs = 300;
/** A page that is empty for this long stays empty. */
const emptyMs = 15_000;
/** A press must be confirmed by then. */
const noticeMs = 400;
/** A new page must have rendered what it knows without the wallet by then. */
const firstMs = 1200;

/** Telemetry of the page and its stream of events, which change nothing by themselves. */
const isReport = (url: string) => /\/t\/(events|errors)$|\/profile\/events$/.test(new URL(url).pathname);
const isCall = (url: string) => new URL(url).pathname.includes("/api/");

/** Calls without an effect on later presses: reads, and these. */
const asking: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const harmless =
  /\/(get-token|poll|verification-configs\/info|notification\/read|payment\/mode|chat|detect-document-issues)$/;

/** A browser of one size in one situation. Opens addresses, waits until they settle, and collects errors. */
export class Visitor {
  /** Console errors, uncaught errors and blocked loads. */
  readonly errors: string[] = [];
  /** Failed, refused and unanswered calls since the last page. */
  failed: string[] = [];
  /** All requests since the last page, with their outcome. */
  asked: string[] = [];
  /** A call changed data on the server since the scene was created. */
  changed = false;
  /** Number of effects outside the page: downloads, file choosers, new pages. */
  besides = 0;
  /** The page before a slow server answered. */
  atFirst: Reading | undefined;
  /** The page changed while it settled. */
  moved = false;
  /** Number of requests. */
  sent = 0;
  private readonly under = new Set<Request>();
  private network!: Network;
  /** The browser holds nothing of an earlier scene. */
  private fresh = true;
  private session = "";

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly baseUrl: string,
    private readonly situation: Situation,
    public scene: Scene,
  ) {}

  static async start(
    browser: Browser,
    baseUrl: string,
    size: Size,
    situation: Situation,
    scene: Scene,
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: sizes[size],
      hasTouch: size === "phone",
      locale: "en-IN",
      timezoneId: "Asia/Kolkata",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    page.setDefaultNavigationTimeout(60_000);
    const visitor = new Visitor(page, context, baseUrl, situation, scene);
    await visitor.watch();
    return visitor;
  }

  /** Switches to another candidate's browser: clears all data except the code cache. */
  enter(scene: Scene): void {
    this.scene = scene;
    this.fresh = false;
    this.session = "";
    this.changed = false;
  }

  /** Opens an address in the situation and waits until it settles. */
  async open({ path, state, from }: Address): Promise<Reading> {
    await this.network.heal();
    await this.page.goto(`${this.baseUrl}/favicon.svg`);
    if (!this.fresh) await this.clear();
    const { line, ends } = this.situation;
    const held = this.session !== "" && (await this.page.evaluate(() => localStorage.getItem("refreshToken") !== null));
    const tokens =
      held || this.scene.mobile === undefined ? undefined : await signInAgain(this.baseUrl, this.scene.mobile);
    if (!held) this.session = tokens?.accessToken ?? "";
    await this.page.evaluate(
      ([keeps, auth, ids, usr]) => {
        const kept = keeps ? ["root-v3", "refreshToken"].map((key) => [key, localStorage.getItem(key) ?? ""]) : [];
        localStorage.clear();
        sessionStorage.clear();
        for (const [key, value] of kept) localStorage.setItem(key!, value!);
        if (auth) {
          localStorage.setItem("root-v3", JSON.stringify({ auth, version: 3 }));
          localStorage.setItem("refreshToken", JSON.stringify(auth.refreshToken));
        }
        for (const [key, value] of Object.entries(ids ?? {})) localStorage.setItem(key, JSON.stringify(value));
        sessionStorage.setItem("formData", JSON.stringify({ showInitScreen: false }));
        if (usr) sessionStorage.setItem("crawl", JSON.stringify(usr));
      },
      [held, tokens, this.scene.open, state] as const,
    );
    if (ends === "before") await this.endSession();
    this.errors.length = 0;
    this.failed = [];
    this.asked = [];
    if (line === "not at all") {
      // The page has loaded when the connection breaks; then a link is followed.
      await this.page.goto(this.baseUrl + from);
      await this.rest();
      await this.network.breakOff();
      this.failed = [];
      await this.page.evaluate(
        ([to, usr]) => {
          history.pushState({ usr, key: "crawl", idx: 1 }, "", to);
          dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
        },
        [path, state ?? null] as const,
      );
    } else await this.page.goto(this.baseUrl + path, { waitUntil: "commit" });
    this.atFirst = this.isSlow ? await this.readEarly(firstMs) : undefined;
    const reading = await this.rest();
    if (ends === "meanwhile") await this.endSession();
    return reading;
  }

  get isSlow(): boolean {
    return this.situation.line === "slowly";
  }

  /** Reads the page before a slow server answers. */
  async readEarly(afterMs = noticeMs): Promise<Reading> {
    await this.page.waitForTimeout(afterMs);
    return readPage(this.page);
  }

  /** Waits until no request runs and the page stays the same. Throws if that never happens. */
  async rest(): Promise<Reading> {
    const until = Date.now() + restMs[this.situation.line];
    let last = await this.glance();
    let since = Date.now();
    for (;;) {
      const now = await this.glance();
      if (now !== last) this.moved = true;
      if (now !== last || this.under.size > 0) since = Date.now();
      last = now;
      const quiet = Date.now() - since;
      if (quiet >= quietMs) {
        const reading = await readPage(this.page);
        // Between two screens, a page on a loaded machine is quiet for long and may continue during the read.
        if ((await this.glance()) === now && (!isEmpty(reading) || quiet >= emptyMs)) return reading;
      }
      if (Date.now() > until) throw new Error(`never rests: ${this.describeBusy(now)}`);
      await this.page.waitForTimeout(80);
    }
  }

  /** A quick signature of the page, different each time while it is busy. */
  private async glance(): Promise<string> {
    try {
      return toLasting(
        await this.page.evaluate(() => {
          const said = document.body?.innerText ?? "";
          // A page without text, or with a frame only, has not rendered yet.
          const main = document.querySelector("main")?.innerText ?? said;
          const busy = document.querySelector("[aria-busy=true]") !== null || main.trim() === "";
          return busy ? `busy ${performance.now()}` : `${location.href} ${said}`;
        }),
      );
    } catch {
      return `leaving ${Date.now()}`; // the page is navigating
    }
  }

  private describeBusy(now: string): string {
    if (this.under.size > 0) return [...this.under].map((request) => `${request.method()} ${request.url()}`).join(", ");
    return now.startsWith("busy") ? "busy" : "the page goes on changing";
  }

  /** Goes back to the page before a press and reads it, if it settles. */
  async goBack(from: string): Promise<Reading | undefined> {
    if (this.situation.ends || this.situation.line === "not at all") return undefined;
    try {
      if (this.page.url() === from) await this.page.keyboard.press("Escape");
      else await this.page.goBack({ waitUntil: "commit", timeout: 2000 });
      this.errors.length = 0;
      this.failed = [];
      return await this.rest();
    } catch {
      return undefined;
    }
  }

  private async clear(): Promise<void> {
    await this.context.clearCookies();
    await this.page.evaluate(async () => {
      localStorage.clear();
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    });
    this.fresh = true;
  }

  private async endSession(): Promise<void> {
    if (this.session === "") return;
    const bearer = await this.page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem("root-v3") ?? "{}") as { auth?: { accessToken?: string } }).auth?.accessToken,
    );
    this.session = "";
    if (bearer === undefined) return;
    const { status } = await new ApiClient(this.baseUrl).call("profile.logout", {}, { bearer });
    if (status !== 200) throw new Error(`The session could not be ended: ${status}`);
  }

  private async watch(): Promise<void> {
    const { context, page, baseUrl } = this;
    await context.addInitScript(() => {
      if (location.protocol === "about:" || location.pathname === "/favicon.svg") return;
      const usr = sessionStorage.getItem("crawl");
      if (usr !== null) {
        sessionStorage.removeItem("crawl");
        history.replaceState({ usr: JSON.parse(usr) as unknown, key: "crawl", idx: 0 }, "");
      }
      const counted = window as { crawlPrinted?: number };
      window.print = () => (counted.crawlPrinted = (counted.crawlPrinted ?? 0) + 1);
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI}`),
      );
    });
    context.on("console", (message) => {
      // The browser logs each refusal. The page's own text is judged instead.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        this.errors.push(message.text());
    });
    context.on("weberror", (error) => this.errors.push(`uncaught: ${error.error().message}`));
    page.on("download", () => (this.besides += 1));
    page.on("filechooser", () => (this.besides += 1));
    context.on("page", (other) => {
      if (other === page) return;
      this.besides += 1;
      void other.close();
    });
    page.on("request", (request) => {
      if (isReport(request.url())) return;
      this.sent += 1;
      this.under.add(request);
      if (isCall(request.url()) && !asking.has(request.method()) && !harmless.test(new URL(request.url()).pathname))
        this.changed = true;
    });
    const end = (request: Request) => this.under.delete(request);
    page.on("requestfinished", end);
    page.on("requestfailed", (request) => {
      end(request);
      this.asked.push(`${request.failure()?.errorText} ${request.url()}`);
      if (!isReport(request.url()) && request.failure()?.errorText !== "net::ERR_ABORTED")
        this.failed.push(new URL(request.url()).pathname);
    });
    page.on("response", (response) => {
      this.asked.push(`${response.status()} ${response.url()}`);
      if (response.status() >= 400) end(response.request()); // the page may not read the body of a refusal
      if (isCall(response.url()) && response.status() >= 400)
        this.failed.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    this.network = await Network.of(page, baseUrl, this.situation.line);
  }
}
