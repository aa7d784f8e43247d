import type { HeadlessPage, Look } from "#renderer/headless/page.ts";
import type { Said } from "#widgets/said.ts";
import type { ServerTried } from "#engine/api/sandbox.ts";
import { watchRules } from "#engine/rules/evaluate.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { Surroundings } from "#renderer/headless/surroundings.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { deviceNow, devicePlace, takePhoto } from "./camera.ts";
import { Replies, setReply } from "./replies.ts";
import { readTried, toServerTried, toTriable, type Triable } from "./coverage.ts";
import type { Fixture, Landmark, Name, Seen } from "./contracts.ts";
import { eventsPath, toCounted } from "./counted.ts";
import { toGivenLines } from "./given-files.ts";
import { toObservation, toTraceLines, type PageObservation } from "./observation.ts";
import type { PersonVerbs } from "./play.ts";
import { Reading, type Served, verdictMs } from "./reading.ts";
import { sharedVerbs } from "./shared-verbs.ts";
import { ownFetch } from "./wire.ts";

const restfulTurns = 4;

const importPage = () => Promise.all([import("#renderer/headless/page.ts"), import("#renderer/runtime/trace.ts")]);
let imported: ReturnType<typeof importPage> | undefined;
/** The page's code, asked for once: it looks for a browser as it is loaded. */
const loadPage = () => (imported ??= importPage());

/** A reading on the page's own code, without a browser: it is signed in as that page is. */
export class HeadlessReading extends Reading {
  readonly browser: Surroundings;
  /** What of the documents it has tried. */
  readonly tried = new Set<Triable>();
  #page: HeadlessPage | undefined;
  #traced = 0;
  #mark = "";

  constructor(fixture: Fixture, served: Served) {
    const { baseUrl: origin, pageFetch = ownFetch } = served;
    const replies = new Replies();
    const fetch = replies.before(pageFetch);
    const browser = new Surroundings({
      origin,
      fetch,
      metas: { "sanad-sandbox": "1" },
      place: { coords: devicePlace, timestamp: deviceNow },
    });
    super(fixture, served, async () => readToken(browser), replies);
    this.browser = browser;
  }

  override async begin(): Promise<void> {
    this.#mark = await this.wire.mark("tried");
    await super.begin();
    process.env["TZ"] = this.fixture.timeZone;
    this.browser.install();
    watchRules((name, holds) => void this.tried.add(toTriable.rule(name, holds)));
    const [{ HeadlessPage: Page }] = await loadPage();
    this.#page = new Page(this.browser);
  }

  get page(): HeadlessPage {
    if (!this.#page) throw new Error("the reading has not begun");
    return this.#page;
  }

  override async held(): Promise<void> {
    const { list } = await this.wire.sandbox<{ list: ServerTried[] }>("GET", `tried?since=${this.#mark}`);
    for (const one of list) this.tried.add(toServerTried(one));
  }

  override async end(): Promise<void> {
    await super.end();
    this.#page?.close();
    watchRules(undefined);
  }

  override async observe(): Promise<PageObservation> {
    await this.settle();
    const [, { readTrace }] = await loadPage();
    const lines = [...this.page.left, ...readTrace()];
    const fresh = lines.slice(this.#traced);
    this.#traced = lines.length;
    const look = this.page.look(true);
    this.#noteTried(fresh, look);
    const reports = this.browser.told.splice(0).filter(({ path }) => path === eventsPath);
    const counted = (await Promise.all(reports.map(({ body }) => body.text()))).flatMap(toCounted);
    const files = this.browser.given.splice(0).map(async ({ name, content }) => ({
      name,
      bytes: new Uint8Array(await content),
    }));
    const given = await toGivenLines(files);
    const seen = toObservation(look, { trace: toTraceLines(fresh), given, counted });
    this.page.dismiss();
    return seen;
  }

  #noteTried(lines: readonly TraceLine[], { locale }: Look): void {
    const { organisation, form } = this.fixture;
    const found = [
      ...lines.flatMap(readTried),
      toTriable.language(organisation, locale),
      toTriable.request(organisation, form),
    ];
    for (const one of found) this.tried.add(one);
  }

  protected override noteState(state: string): void {
    this.tried.add(toTriable.state(state));
  }

  /** Waits until nothing is on its way; what is looked at longest is a paper. */
  async settle(): Promise<void> {
    const end = Date.now() + verdictMs;
    // What an answer begins is begun a few turns later.
    for (let restful = 0; restful < restfulTurns; restful += 1) {
      await new Promise((done) => setImmediate(done));
      if (this.browser.left !== undefined) break;
      if (!this.page.isIdle) restful = -1;
      if (Date.now() > end) throw new Error(`the page did not come to rest within ${verdictMs / 1000} s`);
    }
    const txnId = /\/ekyc\/[^/?#]+\/([^/?#]+)/.exec(this.browser.url.pathname)?.[1];
    if (txnId !== undefined) this.variables["txnId"] = decodeURIComponent(txnId);
  }
}

function readToken(browser: Surroundings): string | undefined {
  const kept = browser.localStorage.getItem("root-v3");
  return (JSON.parse(kept ?? "null") as { auth?: { accessToken?: string } } | null)?.auth?.accessToken || undefined;
}

/** Verbs of a person on that page: the browser's. */
export const headlessVerbs: PersonVerbs<HeadlessReading> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, reading) => {
    store(await reading.toKept(signIn), reading.browser.localStorage);
  },
  open: async ({ open, handed }, reading) => {
    if (handed) {
      const { local, session } = reading.toLeft();
      store(local, reading.browser.localStorage);
      store(session, reading.browser.sessionStorage);
    }
    await reading.page.open(open, handed);
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
    const left = await reading.until("the provider's page", async () => reading.browser.left);
    const address = await reading.wire.follow(left);
    const answer = await reading.wire.sendForm(new URL(address).pathname, { outcome: pay });
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider's page did not lead back: HTTP ${answer.status}`);
    const back = new URL(location, reading.wire.baseUrl);
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
    const { name, mimeType, buffer } = await reading.paper(file);
    const given = new File([new Uint8Array(buffer)], name, { type: mimeType });
    await get(find(reading, ["file"], upload, within), `place for ${toText(upload)}`, reading, "give").give?.(given);
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
    if (reason !== undefined) throw new Error(`${reason}\n${toLines(reading.page.look())}`);
  },
  gone: async ({ gone }, reading) => {
    await reading.settle();
    if (findUnseen(gone, reading) === undefined) throw new Error(`it is still there\n${toLines(reading.page.look())}`);
  },
};

function store(values: object, storage: Surroundings["localStorage"]): void {
  for (const [key, value] of Object.entries(values)) storage.setItem(key, JSON.stringify(value));
}

const flatten = (said: readonly Said[]): Said[] => said.flatMap((one) => [one, ...flatten(one.children ?? [])]);

function find(
  reading: HeadlessReading,
  roles: readonly string[],
  name: Name,
  within: Landmark | undefined,
): Said | undefined {
  const { frame, said } = reading.page.look();
  const all = flatten([...frame, ...said]);
  const inside = within ? all.filter((one) => one.role === within.role && fits(one.name, within.name)) : undefined;
  const place = inside ? flatten(inside.flatMap(({ children = [] }) => children)) : all;
  return place.find((one) => roles.includes(one.role) && fits(one.name, name));
}

/** A control that can be used. Throws with what there is instead. */
function get(
  found: Said | undefined,
  what: string,
  reading: HeadlessReading,
  does: "press" | "fill" | "choose" | "give" | "capture",
): Said {
  if (!found) throw new Error(`there is no ${what}${toHint(reading, what)}\n${toLines(reading.page.look())}`);
  if (found.disabled || !found[does]) throw new Error(`${what} cannot be used: ${found.reason ?? "it is disabled"}`);
  return found;
}

/** The name on the page that was probably meant. */
function toHint(reading: HeadlessReading, what: string): string {
  const asked = /'(.*?)…?'$/.exec(what)?.[1] ?? "";
  const { frame, said } = reading.page.look();
  const names = flatten([...frame, ...said]).map(({ name }) => name);
  if (names.includes(asked)) return "; there is one elsewhere, or of another role";
  const near = findNearest(asked, new Set(names)) ?? names.find((name) => asked !== "" && name.startsWith(asked));
  return near === undefined ? "" : `, did you mean '${near}'?`;
}

function findUnseen(seen: Seen, reading: HeadlessReading): string | undefined {
  const { said } = reading.page.look();
  if ("role" in seen) {
    const found = find(reading, [seen.role], seen.name, seen.in);
    if (!found) return "it is not on the page";
    if (seen.disabled !== undefined && Boolean(found.disabled) !== seen.disabled)
      return `it is ${seen.disabled ? "enabled" : "disabled"}`;
    return seen.value === undefined || found.value === seen.value ? undefined : `its value is '${found.value ?? ""}'`;
  }
  const texts = [
    ...flatten(said).flatMap((one) => [one.name, one.hint ?? "", one.error ?? "", one.reason ?? ""]),
    ...reading.page.look().snackbars.map(({ text }) => text),
  ];
  const fitting = texts.some((text) => {
    if ("text" in seen) return text === seen.text;
    return "textStarts" in seen ? text.startsWith(seen.textStarts) : text.includes(seen.textContains);
  });
  return fitting ? undefined : "it is not on the page";
}

const fits = (found: string, name: Name): boolean =>
  typeof name === "string" ? found === name : found.trimStart().startsWith(name.starts);
const toText = (name: Name): string => (typeof name === "string" ? `'${name}'` : `'${name.starts}…'`);

/** What stands on the page, a line each. */
function toLines({ screen, path, said, snackbars }: Look): string {
  const lines = flatten(said).map(
    ({ role, name, value, disabled, reason, error }) =>
      `  ${role} '${name}'${value === undefined ? "" : ` = '${value}'`}${disabled ? ` (disabled${reason ? `: ${reason}` : ""})` : ""}${error ? ` ! ${error}` : ""}`,
  );
  return [`On ${screen || "no screen"} (${path}):`, ...lines, ...snackbars.map(({ text }) => `  said '${text}'`)].join(
    "\n",
  );
}
