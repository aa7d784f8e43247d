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

/** A short wait for elements that may be absent, in milliseconds. */
const glanceMs = 2000;
type Role = Parameters<Page["getByRole"]>[0];
type Place = Page | Locator;

/** Verbs in a browser. To add one: its contract in contracts.ts, its function here. */
export const browserVerbs: PersonVerbs<BrowserRun> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, reading) =>
    putIntoStorage(reading.page, reading.api.baseUrl, await reading.toStoredSession(signIn)),
  // Pending work of the page finishes first.
  open: async ({ open, state }, reading) => {
    if (reading.isOpened) await reading.rest();
    if (state) return openWithState(open, state, reading);
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
  absent: async ({ absent }, reading) => {
    await again(reading, `no longer see ${JSON.stringify(absent)}`, async () => {
      if ((await findUnseen(absent, reading)) === undefined) throw new Error("it is still there");
    });
  },
};

/** Opens an address with navigation state, as another screen of the app does. */
async function openWithState(path: string, state: object, reading: BrowserRun): Promise<void> {
  const { page, api: wire } = reading;
  await page.goto(`${wire.baseUrl}/favicon.svg`);
  await page.evaluate(
    ({ local, session, usr, to }) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
      // The format of the app's router.
      history.pushState({ usr, key: "replay", idx: 0 }, "", to);
    },
    { ...reading.toTabStorage(), usr: state, to: path },
  );
  await page.reload();
}

/** The scope of a search: the open dialog, else the page, narrowed to a landmark. */
async function findPlace({ page }: BrowserRun, within?: Landmark): Promise<Place> {
  const dialog = page.getByRole("dialog").filter({ visible: true }).last();
  const base: Place = within?.role !== "dialog" && (await dialog.count()) > 0 ? dialog : page;
  return within ? base.getByRole(within.role as Role, toNameOption(within.name)) : base;
}

/** Returns why an element is not visible, or undefined. */
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

/** The value of a field, or the selected text of a native list. */
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
  if ("textStartsWith" in seen) return place.getByText(toStart(seen.textStartsWith));
  return place.getByText(new RegExp(escapeText(seen.textContains)));
}

async function findControl(reading: BrowserRun, name: Name, within?: Landmark): Promise<Locator> {
  return findOne(reading, within, (place) => [
    place.getByRole("textbox", toNameOption(name)),
    place.getByRole("combobox", toNameOption(name)),
  ]);
}

/** The first locator with a visible element. */
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

/** Waits for the element, then clicks once. A timed-out click may still happen. */
async function click(found: Locator, timeoutMs = glanceMs): Promise<void> {
  await reach(found, timeoutMs);
  await found.click({ timeout: stepTimeoutMs });
}

/** Waits until the pointer can reach the element. A trial click that times out could still click. */
async function reach(found: Locator, timeoutMs = glanceMs): Promise<void> {
  await found.hover({ trial: true, timeout: timeoutMs });
}

/** Retries until the action works or the step times out, because the page may still render. */
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
  return typeof name === "string" ? { name, exact: true } : { name: toStart(name.startsWith) };
}

function toLabel(name: Name): string | RegExp {
  return typeof name === "string" ? name : toStart(name.startsWith);
}

function toText(name: Name): string {
  return typeof name === "string" ? `'${name}'` : `'${name.startsWith}…'`;
}

function toStart(text: string): RegExp {
  return new RegExp(`^\\s*${escapeText(text)}`);
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
