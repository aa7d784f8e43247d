import type { HeadlessPage, PageSnapshot } from "#renderer/headless/headless-page.ts";
import type { AccessibleNode } from "#widgets/accessible-node.ts";
import type { ServerCoverage } from "#engine/contract/sandbox.ts";
import { watchRules } from "#engine/core/rules/evaluate.ts";
import { findNearest } from "#engine/core/base/nearest.ts";
import { BrowserEnvironment, MemoryStorage } from "#renderer/headless/browser-environment.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { deviceNow, devicePosition, takePhoto } from "./camera.ts";
import { Replies, setReply } from "./replies.ts";
import { readCoveredItems, toServerItem, toCoverageItem, type CoverageItem } from "./coverage.ts";
import type { Fixture, Landmark, Name, Seen } from "./contracts.ts";
import { eventsPath, toEventNames } from "./analytics-events.ts";
import { toDownloadLines } from "./downloaded-files.ts";
import { PasskeyDevice } from "./passkey-device.ts";
import { toObservation, toTraceLines, type PageObservation } from "./observation.ts";
import type { PersonVerbs } from "./play.ts";
import { FixtureRun, type RunTarget, inspectionTimeoutMs } from "./run.ts";
import { drawnSignature } from "./drawn-signature.ts";
import { sharedVerbs } from "./shared-verbs.ts";
import { ownFetch } from "./api-client.ts";
import { toPageMarks } from "./page-marks.ts";

const requiredIdleTurns = 4;

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
  /** The authenticator of a device with passkeys. */
  device: PasskeyDevice | undefined;
  #page: HeadlessPage | undefined;
  #traced = 0;
  #cursor = "";

  constructor(fixture: Fixture, target: RunTarget) {
    const { baseUrl: origin, pageFetch = ownFetch } = target;
    const replies = new Replies();
    const fetch = replies.wrap(pageFetch);
    const browser = new BrowserEnvironment({
      origin,
      fetch,
      readMetas: toPageMarks,
      geolocation: { coords: devicePosition, timestamp: deviceNow },
    });
    super(fixture, target, async () => readToken(this.#hidden?.local ?? browser.localStorage), replies);
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

  protected override async setPageCookie(header: string): Promise<void> {
    this.browser.cookies.set(header);
  }

  /** The candidate's storage, while a visitor has the page. */
  #hidden: { local: MemoryStorage; session: MemoryStorage } | undefined;

  protected override async setVisitor(isVisitor: boolean): Promise<void> {
    if (isVisitor === (this.#hidden !== undefined)) return;
    const { localStorage, sessionStorage } = this.browser;
    const former = this.#hidden;
    this.#hidden = isVisitor ? { local: copyStorage(localStorage), session: copyStorage(sessionStorage) } : undefined;
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    Object.assign(localStorage, former?.local);
    Object.assign(sessionStorage, former?.session);
  }

  get page(): HeadlessPage {
    if (!this.#page) throw new Error("the run has not started");
    return this.#page;
  }

  override async finish(): Promise<void> {
    const { list } = await this.api.sandbox<{ list: ServerCoverage[] }>("GET", `coverage?since=${this.#cursor}`);
    for (const one of list) this.covered.add(toServerItem(one));
  }

  override async end(): Promise<void> {
    await super.end();
    this.#page?.close();
    this.browser.setAuthenticator(undefined);
    watchRules(undefined);
  }

  override async observe(): Promise<PageObservation> {
    await this.settle();
    const [, { readTrace }] = await loadPage();
    const lines = [...this.page.formerTraces, ...readTrace()];
    const fresh = lines.slice(this.#traced);
    this.#traced = lines.length;
    const look = this.page.takeSnapshot(true);
    this.#noteCovered(fresh, look);
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

  #noteCovered(lines: readonly TraceLine[], { locale, question }: PageSnapshot): void {
    const { organisation, form } = this.fixture;
    const found = [
      ...lines.flatMap(readCoveredItems),
      ...(question === undefined ? [] : [toCoverageItem.screen(question)]),
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
    for (let idleTurns = 0; idleTurns < requiredIdleTurns; idleTurns += 1) {
      await new Promise((done) => setImmediate(done));
      if (this.browser.externalUrl !== undefined) break;
      if (!this.page.isIdle) idleTurns = -1;
      if (Date.now() > end) throw new Error(`the page is not idle after ${inspectionTimeoutMs / 1000} s`);
    }
    const txnId = /\/ekyc\/[^/?#]+\/([^/?#]+)/.exec(this.browser.url.pathname)?.[1];
    if (txnId !== undefined) this.variables["txnId"] = decodeURIComponent(txnId);
  }
}

const copyStorage = (storage: MemoryStorage): MemoryStorage => Object.assign(new MemoryStorage(), storage);

function readToken(storage: MemoryStorage): string | undefined {
  const stored = storage.getItem("root-v3");
  return (JSON.parse(stored ?? "null") as { auth?: { accessToken?: string } } | null)?.auth?.accessToken || undefined;
}

/** Verbs without a browser. To add one: its contract in contracts.ts, its function here. */
export const headlessVerbs: PersonVerbs<HeadlessRun> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, run) => {
    store(await run.toStoredSession(signIn), run.browser.localStorage);
  },
  open: async ({ open, state }, run) => {
    if (state) {
      const { local, session } = run.toTabStorage();
      store(local, run.browser.localStorage);
      store(session, run.browser.sessionStorage);
    }
    await run.page.open(open, state);
    await run.settle();
  },
  reload: async (_action, run) => {
    await run.page.reload();
    await run.settle();
  },
  back: async (_action, run) => {
    await run.settle();
    run.page.back();
    await run.settle();
  },
  reply: async (action, { replies }) => setReply(action, replies),
  passkeys: async ({ passkeys }, run) => {
    run.device ??= new PasskeyDevice(run.browser.url.origin);
    run.device.isAccepting = passkeys === "accept";
    run.browser.setAuthenticator(run.device);
  },
  offline: async ({ offline }, run) => {
    run.browser.setOnline(!offline);
    await run.settle();
  },
  await: async ({ await: see, seconds }, run) => {
    const look = async () => {
      await run.settle();
      return findUnseen(see, run) === undefined ? true : undefined;
    };
    await run.until(JSON.stringify(see), look, seconds * 1000);
  },
  pay: async ({ pay }, run) => {
    const left = await run.until("the provider's page", async () => run.browser.externalUrl);
    const address = await run.api.follow(left);
    const answer = await run.api.sendForm(new URL(address).pathname, { outcome: pay });
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider's page did not redirect back: HTTP ${answer.status}`);
    const back = new URL(location, run.api.baseUrl);
    await run.page.open(back.pathname + back.search);
    await run.settle();
  },
  press: async ({ press, role, in: within, optional }, run) => {
    await run.settle();
    const roles = role === undefined ? ["button", "link"] : [role];
    const target = find(run, roles, press, within);
    if (!target && optional) return;
    await requireControl(target, `${roles.join(" or ")} ${toText(press)}`, run, "press").press?.();
    await run.settle();
  },
  key: async ({ key }, run) => {
    await run.settle();
    await requireControl(find(run, ["key"], key, undefined), `key '${key}'`, run, "press").press?.();
    await run.settle();
  },
  fill: async ({ fill, with: text, in: within }, run) => {
    await run.settle();
    await requireControl(find(run, ["textbox", "combobox"], fill, within), `field ${toText(fill)}`, run, "fill").fill?.(
      text,
    );
    await run.settle();
  },
  date: async ({ date, on, in: within }, run) => {
    await run.settle();
    const [year, month, day] = on.split("-");
    const box = requireControl(find(run, ["textbox"], date, within), `date ${toText(date)}`, run, "choose");
    await box.choose?.(`${day}-${month}-${year}`);
    await run.settle();
  },
  choose: async ({ choose, option, type, in: within }, run) => {
    await run.settle();
    if (option === undefined) {
      const box = requireControl(find(run, ["radio", "checkbox"], choose, within), toText(choose), run, "press");
      if (!box.checked) await box.press?.();
    } else
      await requireControl(find(run, ["combobox"], choose, within), `list ${toText(choose)}`, run, "choose").choose?.(
        option,
        type,
      );
    await run.settle();
  },
  upload: async ({ upload, file, in: within }, run) => {
    await run.settle();
    const { name, mimeType, buffer } = await run.file(file);
    const content = new File([new Uint8Array(buffer)], name, { type: mimeType });
    await requireControl(find(run, ["file"], upload, within), `file field ${toText(upload)}`, run, "upload").upload?.(
      content,
    );
    await run.settle();
  },
  capture: async ({ capture, in: within }, run) => {
    await run.settle();
    const photo = await takePhoto();
    await requireControl(find(run, ["button"], capture, within), `camera ${toText(capture)}`, run, "capture").capture?.(
      photo,
    );
    await run.settle();
  },
  draw: async ({ draw, in: within }, run) => {
    await run.settle();
    const pad = requireControl(find(run, ["img"], draw, within), `signature pad ${toText(draw)}`, run, "draw");
    await pad.draw?.(drawnSignature);
    await run.settle();
  },
  otp: async ({ otp, fill }, run) => {
    await headlessVerbs.fill({ fill, with: await run.code(otp) }, run);
  },
  see: async ({ see }, run) => {
    await run.settle();
    const reason = findUnseen(see, run);
    if (reason !== undefined) throw new Error(`${reason}\n${toLines(run.page.takeSnapshot())}`);
  },
  absent: async ({ absent }, run) => {
    await run.settle();
    if (findUnseen(absent, run) === undefined)
      throw new Error(`it is still on the page\n${toLines(run.page.takeSnapshot())}`);
  },
};

function store(values: object, storage: BrowserEnvironment["localStorage"]): void {
  for (const [key, value] of Object.entries(values)) storage.setItem(key, JSON.stringify(value));
}

const flatten = (nodes: readonly AccessibleNode[]): AccessibleNode[] =>
  nodes.flatMap((one) => [one, ...flatten(one.children ?? [])]);

function find(
  run: HeadlessRun,
  roles: readonly string[],
  name: Name,
  within: Landmark | undefined,
): AccessibleNode | undefined {
  const { frameNodes: frame, nodes } = run.page.takeSnapshot();
  const all = flatten([...frame, ...nodes]);
  const containers = within ? all.filter((one) => one.role === within.role && fits(one.name, within.name)) : undefined;
  const scope = containers ? flatten(containers.flatMap(({ children = [] }) => children)) : all;
  return scope.find((one) => roles.includes(one.role) && fits(one.name, name));
}

/** A usable control. Throws with the content of the page. */
function requireControl(
  found: AccessibleNode | undefined,
  what: string,
  run: HeadlessRun,
  does: "press" | "fill" | "choose" | "upload" | "capture" | "draw",
): AccessibleNode {
  if (!found) throw new Error(`there is no ${what}${suggestName(run, what)}\n${toLines(run.page.takeSnapshot())}`);
  if (found.disabled || !found[does]) throw new Error(`${what} cannot be used: ${found.reason ?? "it is disabled"}`);
  return found;
}

/** A similar name on the page. */
function suggestName(run: HeadlessRun, what: string): string {
  const wanted = /'(.*?)…?'$/.exec(what)?.[1] ?? "";
  const { frameNodes: frame, nodes } = run.page.takeSnapshot();
  const names = flatten([...frame, ...nodes]).map(({ name }) => name);
  if (names.includes(wanted)) return "; one exists elsewhere, or with another role";
  const near = findNearest(wanted, new Set(names)) ?? names.find((name) => wanted !== "" && name.startsWith(wanted));
  return near === undefined ? "" : `, did you mean '${near}'?`;
}

function findUnseen(seen: Seen, run: HeadlessRun): string | undefined {
  const { nodes } = run.page.takeSnapshot();
  if ("role" in seen) {
    const found = find(run, [seen.role], seen.name, seen.in);
    if (!found) return "it is not on the page";
    if (seen.disabled !== undefined && Boolean(found.disabled) !== seen.disabled)
      return `it is ${seen.disabled ? "enabled" : "disabled"}`;
    return seen.value === undefined || found.value === seen.value ? undefined : `its value is '${found.value ?? ""}'`;
  }
  const texts = [
    ...flatten(nodes).flatMap((one) => [one.name, one.hint ?? "", one.error ?? "", one.reason ?? ""]),
    ...run.page.takeSnapshot().snackbars.map(({ text }) => text),
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
function toLines({ screen, path, nodes, snackbars }: PageSnapshot): string {
  const lines = flatten(nodes).map(
    ({ role, name, value, disabled, reason, error }) =>
      `  ${role} '${name}'${value === undefined ? "" : ` = '${value}'`}${disabled ? ` (disabled${reason ? `: ${reason}` : ""})` : ""}${error ? ` ! ${error}` : ""}`,
  );
  return [
    `On ${screen || "no screen"} (${path}):`,
    ...lines,
    ...snackbars.map(({ text }) => `  snackbar '${text}'`),
  ].join("\n");
}
