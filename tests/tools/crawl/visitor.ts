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

/** How long a page may take until it rests, on a loaded machine too; a slow one answers several calls one after the other. */
const restMs = { well: 60_000, slowly: 75_000, "with failures": 60_000, "not at all": 60_000 } as const;
const quietMs = 300;
/** What stays empty for so long stays so. */
const emptyMs = 15_000;
/** By then a press has shown that it was taken. */
const noticeMs = 400;
/** By then a page just opened has drawn what it knows without the wallet. */
const firstMs = 1200;

/** Reports of the page to the server are no part of what it does for the candidate. */
const isReport = (url: string) => /\/t\/(events|errors)$/.test(new URL(url).pathname);
const isCall = (url: string) => new URL(url).pathname.includes("/api/");

/** Calls that change nothing that another press would meet: those that ask, and these. */
const asking: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const harmless =
  /\/(get-token|poll|verification-configs\/info|notification\/read|payment\/mode|chat|detect-document-issues)$/;

/** A browser of one size in one situation: opens addresses, waits until they rest, and remembers what went wrong. */
export class Visitor {
  /** Errors of the console, uncaught errors, forbidden loads. */
  readonly errors: string[] = [];
  /** Calls of the wallet that were refused, failed, or not answered, since the last opening. */
  failed: string[] = [];
  /** Everything that was asked since the last opening, and what became of it. */
  asked: string[] = [];
  /** Something was changed on the server since the scene was made. */
  changed = false;
  /** Anything that a person would notice beside the page: a download, a chosen file, a page of its own. */
  besides = 0;
  /** What stood there before a slow server had answered. */
  atFirst: Reading | undefined;
  /** The page changed while it came to rest, if only for a moment. */
  moved = false;
  /** Requests sent. */
  sent = 0;
  private readonly under = new Set<Request>();
  private network!: Network;
  /** Nothing of an earlier scene is left in the browser. */
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

  /** The same browser, as if it were another's: nothing is kept but the code that it has loaded. */
  enter(scene: Scene): void {
    this.scene = scene;
    this.fresh = false;
    this.session = "";
    this.changed = false;
  }

  /** Opens an address as the situation has it, and waits until it rests. */
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
      // The page is there already when the line breaks; then a link leads on.
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

  /** What stands there before a slow server has answered. */
  async readEarly(afterMs = noticeMs): Promise<Reading> {
    await this.page.waitForTimeout(afterMs);
    return readPage(this.page);
  }

  /** Waits until nothing is under way and the page stays as it is. Throws when it never does. */
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
        // Between two screens a page on a loaded machine is quiet for long, and goes on while it is read.
        if ((await this.glance()) === now && (!isEmpty(reading) || quiet >= emptyMs)) return reading;
      }
      if (Date.now() > until) throw new Error(`never rests: ${this.describeBusy(now)}`);
      await this.page.waitForTimeout(80);
    }
  }

  /** What the page says, quickly; another thing each time while it is busy. */
  private async glance(): Promise<string> {
    try {
      return toLasting(
        await this.page.evaluate(() => {
          const said = document.body?.innerText ?? "";
          // A page that says nothing has not been drawn yet, nor has one whose frame stands alone.
          const main = document.querySelector("main")?.innerText ?? said;
          const busy = document.querySelector("[aria-busy=true]") !== null || main.trim() === "";
          return busy ? `busy ${performance.now()}` : `${location.href} ${said}`;
        }),
      );
    } catch {
      return `leaving ${Date.now()}`; // the page is being changed for another
    }
  }

  private describeBusy(now: string): string {
    if (this.under.size > 0) return [...this.under].map((request) => `${request.method()} ${request.url()}`).join(", ");
    return now.startsWith("busy") ? "busy" : "the page goes on changing";
  }

  /** Leads back to a page from which a press led on or opened something; what stands there then, if it rests. */
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
      // The browser says so of each refusal; whether it was due, the page's own words are judged for.
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
      if (response.status() >= 400) end(response.request()); // nobody may read what a refusal says
      if (isCall(response.url()) && response.status() >= 400)
        this.failed.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    this.network = await Network.of(page, baseUrl, this.situation.line);
  }
}
