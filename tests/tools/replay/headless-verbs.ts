import type { HeadlessPage, PageSnapshot } from "#renderer/headless/headless-page.ts";
import type { AccessibleNode } from "#widgets/accessible-node.ts";
import type { ServerCoverage } from "#engine/contract/sandbox.ts";
import { watchRules } from "#engine/core/rules/evaluate.ts";
import { findNearest } from "#engine/core/base/nearest.ts";
import { BrowserEnvironment } from "#renderer/headless/browser-environment.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { deviceNow, devicePosition, takePhoto } from "./camera.ts";
import { Replies, setReply } from "./replies.ts";
import { readCoveredItems, toServerItem, toCoverageItem, type CoverageItem } from "./coverage.ts";
import type { Fixture, Landmark, Name, Seen } from "./contracts.ts";
import { eventsPath, toEventNames } from "./analytics-events.ts";
import { toDownloadLines } from "./downloaded-files.ts";
import { toObservation, toTraceLines, type PageObservation } from "./observation.ts";
import type { PersonVerbs } from "./play.ts";
import { FixtureRun, type RunTarget, inspectionTimeoutMs } from "./run.ts";
import { sharedVerbs } from "./shared-verbs.ts";
import { ownFetch } from "./api-client.ts";

const restfulTurns = 4;

const importPage = () =>
  Promise.all([import("#renderer/headless/headless-page.ts"), import("#renderer/runtime/trace.ts")]);
let imported: ReturnType<typeof importPage> | undefined;
/** The page's code, loaded once. It checks for browser globals on load. */
const loadPage = () => (imported ??= importPage());

/** A run on the page's own code without a browser. It uses the session of the page. */
export class HeadlessRun extends FixtureRun {
  readonly browser: BrowserEnvironment;
  /** Coverage items of the run. */
  readonly covered = new Set<CoverageItem>();
  #page: HeadlessPage | undefined;
  #traced = 0;
  #cursor = "";

  constructor(fixture: Fixture, served: RunTarget) {
    const { baseUrl: origin, pageFetch = ownFetch } = served;
    const replies = new Replies();
    const fetch = replies.before(pageFetch);
    const browser = new BrowserEnvironment({
      origin,
      fetch,
      metas: { "sanad-sandbox": "1" },
      geolocation: { coords: devicePosition, timestamp: deviceNow },
    });
    super(fixture, served, async () => readToken(browser), replies);
    this.browser = browser;
  }

  override async start(): Promise<void> {
    this.#cursor = await this.api.readCursor("coverage");
    await super.start();
    process.env["TZ"] = this.fixture.timeZone;
    this.browser.install();
    watchRules((name, holds) => void this.covered.add(toCoverageItem.rule(name, holds)));
    const [{ HeadlessPage: Page }] = await loadPage();
    this.#page = new Page(this.browser);
  }

  get page(): HeadlessPage {
    if (!this.#page) throw new Error("the reading has not begun");
    return this.#page;
  }

  override async finish(): Promise<void> {
    const { list } = await this.api.sandbox<{ list: ServerCoverage[] }>("GET", `coverage?since=${this.#cursor}`);
    for (const one of list) this.covered.add(toServerItem(one));
  }

  override async end(): Promise<void> {
    await super.end();
    this.#page?.close();
    watchRules(undefined);
  }

  override async observe(): Promise<PageObservation> {
    await this.settle();
    const [, { readTrace }] = await loadPage();
    const lines = [...this.page.formerTraces, ...readTrace()];
    const fresh = lines.slice(this.#traced);
    this.#traced = lines.length;
    const look = this.page.takeSnapshot(true);
    this.#noteTried(fresh, look);
    const reports = this.browser.beacons.splice(0).filter(({ path }) => path === eventsPath);
    const tracked = (await Promise.all(reports.map(({ body }) => body.text()))).flatMap(toEventNames);
    const files = this.browser.downloads.splice(0).map(async ({ name, content }) => ({
      name,
      bytes: new Uint8Array(await content),
    }));
    const downloaded = await toDownloadLines(files);
    const seen = toObservation(look, { trace: toTraceLines(fresh), downloaded, tracked });
    this.page.dismiss();
    return seen;
  }

  #noteTried(lines: readonly TraceLine[], { locale }: PageSnapshot): void {
    const { organisation, form } = this.fixture;
    const found = [
      ...lines.flatMap(readCoveredItems),
      toCoverageItem.language(organisation, locale),
      toCoverageItem.request(organisation, form),
    ];
    for (const one of found) this.covered.add(one);
  }

  protected override noteState(state: string): void {
    this.covered.add(toCoverageItem.state(state));
  }

  /** Waits until the page is idle. A document inspection takes longest. */
  async settle(): Promise<void> {
    const end = Date.now() + inspectionTimeoutMs;
    // Work that starts after an answer needs a few event loop turns.
    for (let restful = 0; restful < restfulTurns; restful += 1) {
      await new Promise((done) => setImmediate(done));
      if (this.browser.externalUrl !== undefined) break;
      if (!this.page.isIdle) restful = -1;
      if (Date.now() > end) throw new Error(`the page did not come to rest within ${inspectionTimeoutMs / 1000} s`);
    }
    const txnId = /\/ekyc\/[^/?#]+\/([^/?#]+)/.exec(this.browser.url.pathname)?.[1];
    if (txnId !== undefined) this.variables["txnId"] = decodeURIComponent(txnId);
  }
}

function readToken(browser: BrowserEnvironment): string | undefined {
  const kept = browser.localStorage.getItem("root-v3");
  return (JSON.parse(kept ?? "null") as { auth?: { accessToken?: string } } | null)?.auth?.accessToken || undefined;
}

/** Verbs without a browser. To add one: its contract in contracts.ts, its function here. */
export const headlessVerbs: PersonVerbs<HeadlessRun> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, reading) => {
    store(await reading.toStoredSession(signIn), reading.browser.localStorage);
  },
  open: async ({ open, state }, reading) => {
    if (state) {
      const { local, session } = reading.toTabStorage();
      store(local, reading.browser.localStorage);
      store(session, reading.browser.sessionStorage);
    }
    await reading.page.open(open, state);
    await reading.settle();
  },
  reload: async (_action, reading) => {
    await reading.page.reload();
    await reading.settle();
  },
  back: async (_action, reading) => {
    await reading.settle();
    reading.page.back();
    await reading.settle();
  },
  reply: async (action, { replies }) => setReply(action, replies),
  offline: async ({ offline }, reading) => {
    reading.browser.setOnline(!offline);
    await reading.settle();
  },
  await: async ({ await: see, seconds }, reading) => {
    const look = async () => {
      await reading.settle();
      return findUnseen(see, reading) === undefined ? true : undefined;
    };
    await reading.until(JSON.stringify(see), look, seconds * 1000);
  },
  pay: async ({ pay }, reading) => {
    const left = await reading.until("the provider's page", async () => reading.browser.externalUrl);
    const address = await reading.api.follow(left);
    const answer = await reading.api.sendForm(new URL(address).pathname, { outcome: pay });
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider's page did not lead back: HTTP ${answer.status}`);
    const back = new URL(location, reading.api.baseUrl);
    await reading.page.open(back.pathname + back.search);
    await reading.settle();
  },
  press: async ({ press, role, in: within, optional }, reading) => {
    await reading.settle();
    const roles = role === undefined ? ["button", "link"] : [role];
    const target = find(reading, roles, press, within);
    if (!target && optional) return;
    await get(target, `${roles.join(" or ")} ${toText(press)}`, reading, "press").press?.();
    await reading.settle();
  },
  fill: async ({ fill, with: text, in: within }, reading) => {
    await reading.settle();
    await get(find(reading, ["textbox", "combobox"], fill, within), `field ${toText(fill)}`, reading, "fill").fill?.(
      text,
    );
    await reading.settle();
  },
  date: async ({ date, on, in: within }, reading) => {
    await reading.settle();
    const [year, month, day] = on.split("-");
    const box = get(find(reading, ["textbox"], date, within), `date ${toText(date)}`, reading, "choose");
    await box.choose?.(`${day}-${month}-${year}`);
    await reading.settle();
  },
  choose: async ({ choose, option, type, in: within }, reading) => {
    await reading.settle();
    if (option === undefined) {
      const box = get(find(reading, ["radio", "checkbox"], choose, within), toText(choose), reading, "press");
      if (!box.checked) await box.press?.();
    } else
      await get(find(reading, ["combobox"], choose, within), `list ${toText(choose)}`, reading, "choose").choose?.(
        option,
        type,
      );
    await reading.settle();
  },
  upload: async ({ upload, file, in: within }, reading) => {
    await reading.settle();
    const { name, mimeType, buffer } = await reading.file(file);
    const given = new File([new Uint8Array(buffer)], name, { type: mimeType });
    await get(find(reading, ["file"], upload, within), `place for ${toText(upload)}`, reading, "upload").upload?.(
      given,
    );
    await reading.settle();
  },
  capture: async ({ capture, in: within }, reading) => {
    await reading.settle();
    const photo = await takePhoto();
    await get(find(reading, ["button"], capture, within), `camera ${toText(capture)}`, reading, "capture").capture?.(
      photo,
    );
    await reading.settle();
  },
  otp: async ({ otp, fill }, reading) => {
    await headlessVerbs.fill({ fill, with: await reading.code(otp) }, reading);
  },
  see: async ({ see }, reading) => {
    await reading.settle();
    const reason = findUnseen(see, reading);
    if (reason !== undefined) throw new Error(`${reason}\n${toLines(reading.page.takeSnapshot())}`);
  },
  absent: async ({ absent }, reading) => {
    await reading.settle();
    if (findUnseen(absent, reading) === undefined)
      throw new Error(`it is still there\n${toLines(reading.page.takeSnapshot())}`);
  },
};

function store(values: object, storage: BrowserEnvironment["localStorage"]): void {
  for (const [key, value] of Object.entries(values)) storage.setItem(key, JSON.stringify(value));
}

const flatten = (said: readonly AccessibleNode[]): AccessibleNode[] =>
  said.flatMap((one) => [one, ...flatten(one.children ?? [])]);

function find(
  reading: HeadlessRun,
  roles: readonly string[],
  name: Name,
  within: Landmark | undefined,
): AccessibleNode | undefined {
  const { frameNodes: frame, nodes: said } = reading.page.takeSnapshot();
  const all = flatten([...frame, ...said]);
  const inside = within ? all.filter((one) => one.role === within.role && fits(one.name, within.name)) : undefined;
  const place = inside ? flatten(inside.flatMap(({ children = [] }) => children)) : all;
  return place.find((one) => roles.includes(one.role) && fits(one.name, name));
}

/** A usable control. Throws with the content of the page. */
function get(
  found: AccessibleNode | undefined,
  what: string,
  reading: HeadlessRun,
  does: "press" | "fill" | "choose" | "upload" | "capture",
): AccessibleNode {
  if (!found) throw new Error(`there is no ${what}${toHint(reading, what)}\n${toLines(reading.page.takeSnapshot())}`);
  if (found.disabled || !found[does]) throw new Error(`${what} cannot be used: ${found.reason ?? "it is disabled"}`);
  return found;
}

/** A similar name on the page. */
function toHint(reading: HeadlessRun, what: string): string {
  const asked = /'(.*?)…?'$/.exec(what)?.[1] ?? "";
  const { frameNodes: frame, nodes: said } = reading.page.takeSnapshot();
  const names = flatten([...frame, ...said]).map(({ name }) => name);
  if (names.includes(asked)) return "; there is one elsewhere, or of another role";
  const near = findNearest(asked, new Set(names)) ?? names.find((name) => asked !== "" && name.startsWith(asked));
  return near === undefined ? "" : `, did you mean '${near}'?`;
}

function findUnseen(seen: Seen, reading: HeadlessRun): string | undefined {
  const { nodes: said } = reading.page.takeSnapshot();
  if ("role" in seen) {
    const found = find(reading, [seen.role], seen.name, seen.in);
    if (!found) return "it is not on the page";
    if (seen.disabled !== undefined && Boolean(found.disabled) !== seen.disabled)
      return `it is ${seen.disabled ? "enabled" : "disabled"}`;
    return seen.value === undefined || found.value === seen.value ? undefined : `its value is '${found.value ?? ""}'`;
  }
  const texts = [
    ...flatten(said).flatMap((one) => [one.name, one.hint ?? "", one.error ?? "", one.reason ?? ""]),
    ...reading.page.takeSnapshot().snackbars.map(({ text }) => text),
  ];
  const fitting = texts.some((text) => {
    if ("text" in seen) return text === seen.text;
    return "textStartsWith" in seen ? text.startsWith(seen.textStartsWith) : text.includes(seen.textContains);
  });
  return fitting ? undefined : "it is not on the page";
}

const fits = (found: string, name: Name): boolean =>
  typeof name === "string" ? found === name : found.trimStart().startsWith(name.startsWith);
const toText = (name: Name): string => (typeof name === "string" ? `'${name}'` : `'${name.startsWith}…'`);

/** The content of the page, one line per element. */
function toLines({ screen, path, nodes: said, snackbars }: PageSnapshot): string {
  const lines = flatten(said).map(
    ({ role, name, value, disabled, reason, error }) =>
      `  ${role} '${name}'${value === undefined ? "" : ` = '${value}'`}${disabled ? ` (disabled${reason ? `: ${reason}` : ""})` : ""}${error ? ` ! ${error}` : ""}`,
  );
  return [`On ${screen || "no screen"} (${path}):`, ...lines, ...snackbars.map(({ text }) => `  said '${text}'`)].join(
    "\n",
  );
}
