import type { Locator, Page, Request } from "playwright";
import type { Fixture, Landmark, Name, Seen } from "./contracts.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";
import { eventsPath, toCounted } from "./counted.ts";
import { findUnequal, observePage, toTraceLines, type PageObservation } from "./observation.ts";
import type { PersonVerbs } from "./play.ts";
import { readPageText } from "./page-texts.ts";
import { patienceMs, Reading } from "./reading.ts";
import { pageWords } from "#server/sandbox/words.ts";
import { sharedVerbs } from "./shared-verbs.ts";

/** React shows what was fetched 300 ms after what stood in its place at the soonest: a page that rests longer is at rest. */
const restMs = 400;
/** Where the traces of the tab's former pages are kept. */
const leftKey = "replay-left";
/** Where a tab's reports of events are kept until they are read. */
const toldKey = "replay-told";
const payPage = pageWords.pay;

/** A short wait for what may not be there, in milliseconds. */
const glanceMs = 2000;
type Role = Parameters<Page["getByRole"]>[0];
type Place = Page | Locator;

/** A reading in a page: it is signed in as the page is. */
export class BrowserReading extends Reading {
  constructor(
    fixture: Fixture,
    baseUrl: string,
    readonly page: Page,
  ) {
    super(fixture, { baseUrl }, () => readToken(page));
  }

  /** The place where names are looked for: the open dialog, else the page; in it the landmark that is named. */
  async place(within?: Landmark): Promise<Place> {
    const dialog = this.page.getByRole("dialog").filter({ visible: true }).last();
    const base: Place = (await dialog.count()) > 0 ? dialog : this.page;
    return within ? base.getByRole(within.role as Role, toNameOption(within.name)) : base;
  }

  /** The page draws what it learnt a moment later: what is seen is what stands twice in a row. */
  override async observe(): Promise<PageObservation> {
    let last = await observePage(this.page);
    let since = Date.now();
    const rested = await this.until("a page at rest", async () => {
      const isAsking = await this.#isBusy();
      const next = await observePage(this.page);
      const isSame = findUnequal(last, next) === undefined && !isAsking && !(await this.#isBusy());
      if (!isSame) since = Date.now();
      last = next;
      return Date.now() - since > restMs ? next : undefined;
    });
    await this.page.evaluate(() => void (globalThis as { replaySaid?: string[] }).replaySaid?.splice(0));
    return { ...rested, trace: await this.#readFresh(), counted: await this.#readCounted() };
  }

  /** Events that the page has reported since the step before. */
  async #readCounted(): Promise<string[]> {
    const reports = await this.page.evaluate((key) => {
      const told = JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
      sessionStorage.removeItem(key);
      return told;
    }, toldKey);
    return reports.flatMap(toCounted);
  }

  /** Something is on its way, or a part of the page says so. */
  async #isBusy(): Promise<boolean> {
    if (this.#asked.size > 0) return true;
    return this.page.evaluate(() => document.querySelector("[aria-busy=true]") !== null);
  }

  readonly #asked = new Set<Request>();

  async #readFresh(): Promise<string[]> {
    const lines = await this.page.evaluate((key) => {
      const left = JSON.parse(sessionStorage.getItem(key) ?? "[]") as TraceLine[];
      return [...left, ...((globalThis as { sanadTrace?: TraceLine[] }).sanadTrace ?? [])];
    }, leftKey);
    const fresh = lines.slice(this.#traced);
    this.#traced = lines.length;
    return toTraceLines(fresh);
  }

  #traced = 0;

  /** A page that is left takes its trace with it: it is kept beside what the page keeps itself. */
  override async begin(): Promise<void> {
    await super.begin();
    this.page.on("request", (request) => this.#asked.add(request));
    for (const ended of ["requestfinished", "requestfailed"] as const)
      this.page.on(ended as "requestfinished", (request) => this.#asked.delete(request));
    this.page.on("framenavigated", () => this.#asked.clear());
    await this.page.addInitScript((key) => {
      const here = globalThis as { replayBegun?: number; navigation?: { currentEntry: { index: number } | null } };
      here.replayBegun = here.navigation?.currentEntry?.index ?? 0;
      addEventListener("pagehide", () => {
        const left = JSON.parse(sessionStorage.getItem(key) ?? "[]") as TraceLine[];
        const traced = (globalThis as { sanadTrace?: TraceLine[] }).sanadTrace ?? [];
        sessionStorage.setItem(key, JSON.stringify([...left, ...traced]));
      });
      // What is said in passing goes by itself: it is heard as it comes.
      const said: string[] = ((globalThis as { replaySaid?: string[] }).replaySaid = []);
      const heard = new WeakSet<Element>();
      new MutationObserver(() => {
        for (const one of document.querySelectorAll("[data-snackbars] > *")) {
          const words = one.textContent ?? "";
          if (words === "" || heard.has(one)) continue;
          heard.add(one);
          said.push(words);
        }
      }).observe(document, { childList: true, subtree: true });
    }, leftKey);
    await this.page.addInitScript(hearReports, { key: toldKey, eventsPath });
  }

  /** The open transaction, as the address tells it. */
  followAddress(): void {
    const txnId = /\/ekyc\/[^/?#]+\/([^/?#]+)/.exec(this.page.url())?.[1];
    if (txnId !== undefined) this.variables["txnId"] = decodeURIComponent(txnId);
  }
}

/** Runs in the page: what it reports of events is kept as it is sent. A report's text can only be read while it is made. */
function hearReports({ key, eventsPath: heard }: { key: string; eventsPath: string }): void {
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
    if (String(path) === heard && text !== undefined) {
      const told = JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
      sessionStorage.setItem(key, JSON.stringify([...told, text]));
    }
    return send(path, body);
  };
}

/** Verbs of the reading in the browser. One more: its contract in contracts.ts, what it does here. */
export const browserVerbs: PersonVerbs<BrowserReading> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, reading) => {
    // A picture of the same host, which runs nothing of the page.
    await reading.page.goto(`${reading.wire.baseUrl}/favicon.svg`);
    await reading.page.evaluate(
      (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
      await reading.toKept(signIn),
    );
  },
  open: async ({ open }, { page, wire }) => {
    await page.goto(`${wire.baseUrl}${open}`);
  },
  reload: async (_action, { page }) => {
    await page.reload();
  },
  back: async (_action, { page }) => {
    await page.goBack();
  },
  offline: async ({ offline }, { page }) => {
    await page.context().setOffline(offline);
  },
  await: async ({ await: see, seconds }, reading) => {
    const look = async () => ((await findUnseen(see, reading)) === undefined ? true : undefined);
    await reading.until(JSON.stringify(see), look, seconds * 1000);
    reading.followAddress();
  },
  pay: async ({ pay }, reading) => {
    await again(reading, "find the provider's page", async () =>
      reading.page.getByRole("heading", { name: payPage.title }).waitFor({ timeout: glanceMs }),
    );
    await reading.page.getByRole("button", { name: payPage[pay], exact: true }).click();
  },
  press: async ({ press, role, in: within, optional }, reading) => {
    const roles = role === undefined ? ["button", "link"] : [role];
    const target = () =>
      findOne(reading, within, (place) => roles.map((one) => place.getByRole(one as Role, toNameOption(press))));
    if (
      optional &&
      !(await target()
        .then((found) => found.waitFor({ timeout: glanceMs }))
        .then(
          () => true,
          () => false,
        ))
    )
      return;
    await again(reading, `press ${toText(press)}`, async () => (await target()).click({ timeout: glanceMs }));
  },
  fill: async ({ fill, with: text, in: within }, reading) => {
    await again(reading, `fill ${toText(fill)}`, async () =>
      (await findControl(reading, fill, within)).fill(text, { timeout: glanceMs }),
    );
  },
  date: async ({ date, on, in: within }, reading) => {
    const [year, month, day] = on.split("-").map(Number) as [number, number, number];
    const cells = reading.page.getByRole("grid").getByRole("gridcell");
    const click = (what: string, find: () => Promise<Locator>) =>
      again(reading, `choose ${what} in ${toText(date)}`, async () => (await find()).click({ timeout: glanceMs }));
    await click("a date", () => findControl(reading, date, within));
    await click(`the year ${year}`, async () => cells.filter({ hasText: new RegExp(`^${year}$`) }));
    await click(`the month ${month}`, async () => {
      if ((await cells.count()) !== 12) throw new Error("the months are not shown");
      return cells.nth(month - 1);
    });
    await click(`the day ${day}`, async () => cells.filter({ hasText: new RegExp(`^${day}$`) }));
  },
  choose: async (action, reading) => {
    const { choose, option, type, in: within } = action;
    if (option === undefined) {
      await again(reading, `choose ${toText(choose)}`, async () => {
        const found = await findOne(reading, within, (place) => [
          place.getByRole("radio", toNameOption(choose)),
          place.getByRole("checkbox", toNameOption(choose)),
        ]);
        await found.check({ timeout: glanceMs });
      });
      return;
    }
    const control = () => findOne(reading, within, (place) => [place.getByRole("combobox", toNameOption(choose))]);
    const isSelect = await again(reading, `find ${toText(choose)}`, async () =>
      (await control()).evaluate((element) => element.tagName === "SELECT", undefined, { timeout: glanceMs }),
    );
    await again(reading, `choose ${option} in ${toText(choose)}`, async () => {
      if (isSelect) await (await control()).selectOption({ label: option }, { timeout: glanceMs });
      else await pickFromList(await control(), reading.page, option, type);
    });
  },
  upload: async ({ upload, file, in: within }, reading) => {
    const paper = await reading.paper(file);
    const input = (await reading.place(within))
      .getByLabel(toLabel(upload), { exact: true })
      .and(reading.page.locator("input[type=file]"));
    await input.setInputFiles(paper, { timeout: patienceMs });
    const tile = input.locator("xpath=ancestor::*[.//*[@role='status']][1]").filter({ hasText: paper.name });
    const verdict = await reading.until(`a verdict on ${file}`, async () => {
      const words = (
        await tile
          .getByRole("status")
          .allInnerTexts()
          .catch(() => [])
      ).map((word) => word.trim());
      return words.find((word) => word === "Uploaded" || word === "Needs attention");
    });
    if (verdict !== "Uploaded")
      throw new Error(`${file} needs attention: ${await reading.page.locator("body").innerText()}`);
  },
  capture: async ({ capture, in: within }, reading) => {
    await browserVerbs.press({ press: capture, role: "button", ...(within && { in: within }) }, reading);
    const words = (key: TextKey) => readPageText(key, reading.fixture.locale);
    for (const key of ["camera.capture", "camera.proceed"] as const)
      await browserVerbs.press({ press: words(key), role: "button" }, reading);
    const button = (await reading.place(within)).getByRole("button", {
      name: words("camera.take-another"),
      exact: true,
    });
    await button.and(reading.page.locator(":enabled")).first().waitFor({ timeout: patienceMs });
  },
  otp: async ({ otp, fill }, reading) => {
    const code = await reading.code(otp);
    await again(reading, `fill ${toText(fill)}`, async () =>
      (await findControl(reading, fill)).fill(code, { timeout: glanceMs }),
    );
  },
  see: async ({ see }, reading) => {
    await again(reading, `see ${JSON.stringify(see)}`, async () => {
      const reason = await findUnseen(see, reading);
      if (reason !== undefined) throw new Error(reason);
    });
  },
  gone: async ({ gone }, reading) => {
    await again(reading, `no longer see ${JSON.stringify(gone)}`, async () => {
      if ((await findUnseen(gone, reading)) === undefined) throw new Error("it is still there");
    });
  },
};

/** Why something cannot be seen now; undefined when it can. */
async function findUnseen(seen: Seen, reading: BrowserReading): Promise<string | undefined> {
  const isDialog = "role" in seen && seen.role === "dialog";
  const place = isDialog ? reading.page : await reading.place(seen.in);
  const found = locate(seen, place).filter({ visible: true }).first();
  if ((await found.count()) === 0) return "it is not on the page";
  if (!("role" in seen)) return undefined;
  if (seen.disabled !== undefined && (await isDisabled(found)) !== seen.disabled)
    return `it is ${seen.disabled ? "enabled" : "disabled"}`;
  const value = seen.value === undefined ? undefined : await readValue(found);
  return value === seen.value ? undefined : `its value is '${value ?? ""}'`;
}

/** What stands in a box; of a native list the words of what is chosen. */
function readValue(found: Locator): Promise<string> {
  return found.evaluate(
    (element) => {
      const { value, selectedOptions } = element as HTMLSelectElement;
      return (selectedOptions?.[0]?.textContent ?? value).trim();
    },
    undefined,
    { timeout: glanceMs },
  );
}

async function isDisabled(found: Locator): Promise<boolean> {
  return (
    (await found.isDisabled({ timeout: glanceMs })) ||
    (await found.getAttribute("aria-disabled", { timeout: glanceMs })) === "true"
  );
}

function locate(seen: Seen, place: Place): Locator {
  if ("role" in seen) return place.getByRole(seen.role as Role, toNameOption(seen.name));
  if ("text" in seen) return place.getByText(seen.text, { exact: true });
  if ("textStarts" in seen) return place.getByText(toStart(seen.textStarts));
  return place.getByText(new RegExp(escapeText(seen.textContains)));
}

async function findControl(reading: BrowserReading, name: Name, within?: Landmark): Promise<Locator> {
  return findOne(reading, within, (place) => [
    place.getByRole("textbox", toNameOption(name)),
    place.getByRole("combobox", toNameOption(name)),
  ]);
}

/** The first of several ways that finds something visible. */
async function findOne(
  reading: BrowserReading,
  within: Landmark | undefined,
  toWays: (place: Place) => Locator[],
): Promise<Locator> {
  const ways = toWays(await reading.place(within)).map((way) => way.filter({ visible: true }));
  for (const way of ways) if ((await way.count()) > 0) return way.first();
  return ways[0]!;
}

async function pickFromList(control: Locator, page: Page, option: string, type?: string): Promise<void> {
  await control.click({ timeout: glanceMs });
  if (type !== undefined) await control.fill(type, { timeout: glanceMs });
  await page
    .getByRole("option", { name: option, exact: true })
    .first()
    .click({ timeout: glanceMs * 2 });
}

/** Tries until it works or patience ends: a page that is still drawing is not a page that is wrong. */
async function again<T>(reading: BrowserReading, what: string, act: () => Promise<T>): Promise<T> {
  let last: unknown;
  const attempt = async () => {
    try {
      return { done: await act() };
    } catch (error) {
      last = error;
      return undefined;
    }
  };
  try {
    const { done } = await reading.until(what, attempt);
    reading.followAddress();
    return done;
  } catch {
    const [reason = ""] = (last instanceof Error ? last.message : String(last)).split("\n");
    throw new Error(`cannot ${what}, waited ${patienceMs / 1000} s: ${reason}`);
  }
}

async function readToken(page: Page): Promise<string | undefined> {
  const kept = await page.evaluate(() => localStorage.getItem("root-v3"));
  const token = (JSON.parse(kept ?? "null") as { auth?: { accessToken?: string } } | null)?.auth?.accessToken;
  return token || undefined;
}

function toNameOption(name: Name): { name: string | RegExp; exact?: boolean } {
  return typeof name === "string" ? { name, exact: true } : { name: toStart(name.starts) };
}

function toLabel(name: Name): string | RegExp {
  return typeof name === "string" ? name : toStart(name.starts);
}

function toText(name: Name): string {
  return typeof name === "string" ? `'${name}'` : `'${name.starts}…'`;
}

function toStart(text: string): RegExp {
  return new RegExp(`^\\s*${escapeText(text)}`);
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
