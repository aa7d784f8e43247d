import type { Locator, Page } from "playwright";
import type { BrowserRun } from "./browser-run.ts";
import type { Landmark, Name, Seen } from "./contracts.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { PersonVerbs } from "./play.ts";
import { readPageText } from "./page-texts.ts";
import { stepTimeoutMs, inspectionTimeoutMs } from "./run.ts";
import { putIntoStorage } from "../../support/put-into-storage.ts";
import { pageTexts } from "#server/sandbox/texts.ts";
import { setReply } from "./replies.ts";
import { sharedVerbs } from "./shared-verbs.ts";

const payPage = pageTexts.pay;

/** A short wait for what may not be there, in milliseconds. */
const glanceMs = 2000;
type Role = Parameters<Page["getByRole"]>[0];
type Place = Page | Locator;

/** Verbs of the reading in the browser. One more: its contract in contracts.ts, what it does here. */
export const browserVerbs: PersonVerbs<BrowserRun> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, reading) =>
    putIntoStorage(reading.page, reading.api.baseUrl, await reading.toStoredSession(signIn)),
  // What is under way on the page is done first, as a person would wait for it.
  open: async ({ open, handed }, reading) => {
    if (reading.isOpened) await reading.rest();
    if (handed) return leadTo(open, handed, reading);
    await reading.page.goto(`${reading.api.baseUrl}${open}`);
  },
  reload: async (_action, reading) => {
    await reading.rest();
    await reading.page.reload();
  },
  back: async (_action, reading) => {
    await reading.rest();
    await reading.page.goBack();
  },
  reply: async (action, reading) => {
    if (reading.isOpened) await reading.rest();
    await reading.letReply();
    setReply(action, reading.replies);
  },
  offline: async ({ offline }, reading) => {
    if (reading.isOpened) await reading.rest();
    await reading.page.context().setOffline(offline);
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
    await again(reading, `press ${toText(press)}`, async () => click(await target()));
  },
  fill: async ({ fill, with: text, in: within }, reading) => {
    await again(reading, `fill ${toText(fill)}`, async () =>
      reading.ways.fill(await findControl(reading, fill, within), text, glanceMs),
    );
  },
  date: async ({ date, on, in: within }, reading) => {
    const [year, month, day] = on.split("-").map(Number) as [number, number, number];
    const cells = reading.page.getByRole("grid").getByRole("gridcell");
    const choose = (what: string, find: () => Promise<Locator>) =>
      again(reading, `choose ${what} in ${toText(date)}`, async () => click(await find()));
    await choose("a date", () => findControl(reading, date, within));
    await choose(`the year ${year}`, async () => cells.filter({ hasText: new RegExp(`^${year}$`) }));
    await choose(`the month ${month}`, async () => {
      if ((await cells.count()) !== 12) throw new Error("the months are not shown");
      return cells.nth(month - 1);
    });
    await choose(`the day ${day}`, async () => cells.filter({ hasText: new RegExp(`^${day}$`) }));
  },
  choose: async (action, reading) => {
    const { choose, option, type, in: within } = action;
    if (option === undefined) {
      await again(reading, `choose ${toText(choose)}`, async () => {
        const found = await findOne(reading, within, (place) => [
          place.getByRole("radio", toNameOption(choose)),
          place.getByRole("checkbox", toNameOption(choose)),
        ]);
        await reach(found);
        await found.check({ timeout: stepTimeoutMs });
      });
      return;
    }
    const control = () => findOne(reading, within, (place) => [place.getByRole("combobox", toNameOption(choose))]);
    const isSelect = await again(reading, `find ${toText(choose)}`, async () =>
      (await control()).evaluate((element) => element.tagName === "SELECT", undefined, { timeout: glanceMs }),
    );
    await again(reading, `choose ${option} in ${toText(choose)}`, async () => {
      if (isSelect) await (await control()).selectOption({ label: option }, { timeout: glanceMs });
      else await pickFromList(await control(), reading, option, type);
    });
  },
  upload: async ({ upload, file, in: within }, reading) => {
    const paper = await reading.file(file);
    const input = (await findPlace(reading, within))
      .getByLabel(toLabel(upload), { exact: true })
      .and(reading.page.locator("input[type=file]"));
    await input.setInputFiles(paper, { timeout: stepTimeoutMs });
    const tile = input.locator("xpath=ancestor::*[.//*[@role='status']][1]").filter({ hasText: paper.name });
    const taken = ["Uploaded", readPageText("file.scanning", reading.fixture.locale)];
    const look = async () => {
      const words = (
        await tile
          .getByRole("status")
          .allInnerTexts()
          .catch(() => [])
      ).map((word) => word.trim());
      return words.find((word) => taken.includes(word) || word === "Needs attention");
    };
    const verdict = await reading.until(`a verdict on ${file}`, look, inspectionTimeoutMs);
    if (!taken.includes(verdict))
      throw new Error(`${file} needs attention: ${await reading.page.locator("body").innerText()}`);
  },
  capture: async ({ capture, in: within }, reading) => {
    await browserVerbs.press({ press: capture, role: "button", ...(within && { in: within }) }, reading);
    const words = (key: TextKey) => readPageText(key, reading.fixture.locale);
    for (const key of ["camera.capture", "camera.proceed"] as const)
      await browserVerbs.press({ press: words(key), role: "button" }, reading);
    const button = (await findPlace(reading, within)).getByRole("button", {
      name: words("camera.take-another"),
      exact: true,
    });
    await button.and(reading.page.locator(":enabled")).first().waitFor({ timeout: stepTimeoutMs });
  },
  otp: async ({ otp, fill }, reading) => {
    const code = await reading.code(otp);
    await again(reading, `fill ${toText(fill)}`, async () =>
      reading.ways.fill(await findControl(reading, fill), code, glanceMs),
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

/** Goes to an address as another page of the app leads there, with what it hands on. */
async function leadTo(path: string, handed: object, reading: BrowserRun): Promise<void> {
  const { page, api: wire } = reading;
  await page.goto(`${wire.baseUrl}/favicon.svg`);
  await page.evaluate(
    ({ local, session, usr, to }) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
      // As the app's router keeps it.
      history.pushState({ usr, key: "handed", idx: 0 }, "", to);
    },
    { ...reading.toTabStorage(), usr: handed, to: path },
  );
  await page.reload();
}

/** The place where names are looked for: the open dialog, else the page; in it the landmark that is named. */
async function findPlace({ page }: BrowserRun, within?: Landmark): Promise<Place> {
  const dialog = page.getByRole("dialog").filter({ visible: true }).last();
  const base: Place = within?.role !== "dialog" && (await dialog.count()) > 0 ? dialog : page;
  return within ? base.getByRole(within.role as Role, toNameOption(within.name)) : base;
}

/** Why something cannot be seen now; undefined when it can. */
async function findUnseen(seen: Seen, reading: BrowserRun): Promise<string | undefined> {
  const isDialog = "role" in seen && seen.role === "dialog";
  const place = isDialog ? reading.page : await findPlace(reading, seen.in);
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

async function findControl(reading: BrowserRun, name: Name, within?: Landmark): Promise<Locator> {
  return findOne(reading, within, (place) => [
    place.getByRole("textbox", toNameOption(name)),
    place.getByRole("combobox", toNameOption(name)),
  ]);
}

/** The first of several ways that finds something visible. */
async function findOne(
  reading: BrowserRun,
  within: Landmark | undefined,
  toWays: (place: Place) => Locator[],
): Promise<Locator> {
  const ways = toWays(await findPlace(reading, within)).map((way) => way.filter({ visible: true }));
  for (const way of ways) if ((await way.count()) > 0) return way.first();
  return ways[0]!;
}

async function pickFromList(
  control: Locator,
  { page, ways }: BrowserRun,
  option: string,
  type?: string,
): Promise<void> {
  await click(control);
  if (type !== undefined) await ways.fill(control, type, glanceMs);
  await click(page.getByRole("option", { name: option, exact: true }).first(), glanceMs * 2);
}

/** What can be reached within `timeoutMs` is clicked, once: a click that is given up may be done all the same. */
async function click(found: Locator, timeoutMs = glanceMs): Promise<void> {
  await reach(found, timeoutMs);
  await found.click({ timeout: stepTimeoutMs });
}

/** Waits until the pointer can be led there. Not by a click on trial: one that is given up is a click, when it comes late. */
async function reach(found: Locator, timeoutMs = glanceMs): Promise<void> {
  await found.hover({ trial: true, timeout: timeoutMs });
}

/** Tries until it works or patience ends: a page that is still drawing is not a page that is wrong. */
async function again<T>(reading: BrowserRun, what: string, act: () => Promise<T>): Promise<T> {
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
    throw new Error(`cannot ${what}, waited ${stepTimeoutMs / 1000} s: ${reason}`);
  }
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
