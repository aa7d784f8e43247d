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
import { toPixels } from "./drawn-signature.ts";
import { sharedVerbs } from "./shared-verbs.ts";

const payPage = pageTexts.pay;

/** A short wait for elements that may be absent, in milliseconds. */
const shortWaitMs = 2000;
type Role = Parameters<Page["getByRole"]>[0];
type Scope = Page | Locator;

/** Verbs in a browser. To add one: its contract in contracts.ts, its function here. */
export const browserVerbs: PersonVerbs<BrowserRun> = {
  ...sharedVerbs,
  signIn: async ({ signIn }, run) => putIntoStorage(run.page, run.api.baseUrl, await run.toStoredSession(signIn)),
  // Pending work of the page finishes first.
  open: async ({ open, state }, run) => {
    if (run.isOpened) await run.waitUntilIdle();
    if (state) return openWithState(open, state, run);
    await run.page.goto(`${run.api.baseUrl}${open}`);
  },
  reload: async (_action, run) => {
    await run.waitUntilIdle();
    await run.page.reload();
  },
  back: async (_action, run) => {
    await run.waitUntilIdle();
    await run.page.goBack();
  },
  reply: async (action, run) => {
    if (run.isOpened) await run.waitUntilIdle();
    await run.routeReplies();
    setReply(action, run.replies);
  },
  passkeys: async ({ passkeys }, run) => {
    run.setPasskeyUser ??= await run.adapter.addAuthenticator(run.page);
    await run.setPasskeyUser(passkeys === "accept");
  },
  offline: async ({ offline }, run) => {
    if (run.isOpened) await run.waitUntilIdle();
    await run.page.context().setOffline(offline);
  },
  await: async ({ await: see, seconds }, run) => {
    const look = async () => ((await findUnseen(see, run)) === undefined ? true : undefined);
    await run.until(JSON.stringify(see), look, seconds * 1000);
    run.followAddress();
  },
  pay: async ({ pay }, run) => {
    await retry(run, "find the provider's page", async () =>
      run.page.getByRole("heading", { name: payPage.title }).waitFor({ timeout: shortWaitMs }),
    );
    await run.page.getByRole("button", { name: payPage[pay], exact: true }).click();
  },
  press: async ({ press, role, in: within, optional }, run) => {
    const roles = role === undefined ? ["button", "link"] : [role];
    const target = () =>
      findOne(run, within, (scope) => roles.map((one) => scope.getByRole(one as Role, toNameOption(press))));
    if (
      optional &&
      !(await target()
        .then((found) => found.waitFor({ timeout: shortWaitMs }))
        .then(
          () => true,
          () => false,
        ))
    )
      return;
    await retry(run, `press ${toText(press)}`, async () => click(await target()));
  },
  key: async ({ key }, run) => {
    await run.waitUntilIdle();
    await run.page.keyboard.press(key);
  },
  fill: async ({ fill, with: text, in: within }, run) => {
    await retry(run, `fill ${toText(fill)}`, async () =>
      run.adapter.fill(await findControl(run, fill, within), text, shortWaitMs),
    );
  },
  date: async ({ date, on, in: within }, run) => {
    const [year, month, day] = on.split("-").map(Number) as [number, number, number];
    const cells = run.page.getByRole("grid").getByRole("gridcell");
    const choose = (what: string, find: () => Promise<Locator>) =>
      retry(run, `choose ${what} in ${toText(date)}`, async () => click(await find()));
    await choose("a date", () => findControl(run, date, within));
    await choose(`the year ${year}`, async () => cells.filter({ hasText: new RegExp(`^${year}$`) }));
    await choose(`the month ${month}`, async () => {
      if ((await cells.count()) !== 12) throw new Error("the months are not shown");
      return cells.nth(month - 1);
    });
    await choose(`the day ${day}`, async () => cells.filter({ hasText: new RegExp(`^${day}$`) }));
  },
  choose: async (action, run) => {
    const { choose, option, type, in: within } = action;
    if (option === undefined) {
      await retry(run, `choose ${toText(choose)}`, async () => {
        const found = await findOne(run, within, (scope) => [
          scope.getByRole("radio", toNameOption(choose)),
          scope.getByRole("checkbox", toNameOption(choose)),
        ]);
        await waitForPointer(found);
        await found.check({ timeout: stepTimeoutMs });
      });
      return;
    }
    const control = () => findOne(run, within, (scope) => [scope.getByRole("combobox", toNameOption(choose))]);
    const isSelect = await retry(run, `find ${toText(choose)}`, async () =>
      (await control()).evaluate((element) => element.tagName === "SELECT", undefined, { timeout: shortWaitMs }),
    );
    await retry(run, `choose ${option} in ${toText(choose)}`, async () => {
      if (isSelect) await (await control()).selectOption({ label: option }, { timeout: shortWaitMs });
      else await pickFromList(await control(), run, option, type);
    });
  },
  upload: async ({ upload, file, in: within }, run) => {
    const content = await run.file(file);
    const input = (await findScope(run, within))
      .getByLabel(toLabel(upload), { exact: true })
      .and(run.page.locator("input[type=file]"));
    const tile = (await findUploads(input, run)) ?? input.locator("xpath=ancestor::*[.//*[@role='status']][1]");
    await input.setInputFiles(content, { timeout: stepTimeoutMs });
    const accepted = ["Uploaded", readPageText("file.scanning", run.fixture.locale)];
    const look = async () => {
      const words = (
        await tile
          .filter({ hasText: content.name })
          .getByRole("status")
          .allInnerTexts()
          .catch(() => [])
      ).map((text) => text.trim());
      return words.find((text) => accepted.includes(text) || text === "Needs attention");
    };
    const verdict = await run.until(`a verdict on ${file}`, look, inspectionTimeoutMs);
    if (!accepted.includes(verdict))
      throw new Error(`${file} needs attention: ${await run.page.locator("body").innerText()}`);
  },
  capture: async ({ capture, in: within }, run) => {
    await browserVerbs.press({ press: capture, role: "button", ...(within && { in: within }) }, run);
    const words = (key: TextKey) => readPageText(key, run.fixture.locale);
    for (const key of ["camera.capture", "camera.proceed"] as const)
      await browserVerbs.press({ press: words(key), role: "button" }, run);
    const button = (await findScope(run, within)).getByRole("button", {
      name: words("camera.take-another"),
      exact: true,
    });
    await button.and(run.page.locator(":enabled")).first().waitFor({ timeout: stepTimeoutMs });
  },
  draw: async ({ draw, in: within }, run) => {
    const pad = (await findScope(run, within)).getByRole("img", toNameOption(draw));
    await pad.scrollIntoViewIfNeeded({ timeout: stepTimeoutMs });
    const box = await pad.boundingBox({ timeout: stepTimeoutMs });
    const { mouse } = run.page;
    for (const [first, ...rest] of toPixels(box!)) {
      await mouse.move(first!.x, first!.y);
      await mouse.down();
      for (const { x, y } of rest) await mouse.move(x, y);
      await mouse.up();
    }
  },
  otp: async ({ otp, fill }, run) => {
    const code = await run.code(otp);
    await retry(run, `fill ${toText(fill)}`, async () =>
      run.adapter.fill(await findControl(run, fill), code, shortWaitMs),
    );
  },
  see: async ({ see }, run) => {
    await retry(run, `see ${JSON.stringify(see)}`, async () => {
      const reason = await findUnseen(see, run);
      if (reason !== undefined) throw new Error(reason);
    });
  },
  absent: async ({ absent }, run) => {
    await retry(run, `no longer see ${JSON.stringify(absent)}`, async () => {
      if ((await findUnseen(absent, run)) === undefined) throw new Error("it is still there");
    });
  },
};

/** The entries of a field of several files; its input goes away with the last one. Undefined for one file. */
async function findUploads(input: Locator, { page }: BrowserRun): Promise<Locator | undefined> {
  const name = await input.evaluate(
    (element) => element.closest("[role=group]")?.getAttribute("aria-label"),
    undefined,
    {
      timeout: stepTimeoutMs,
    },
  );
  return name ? page.getByRole("group", { name, exact: true }).getByRole("listitem") : undefined;
}

/** Opens an address with navigation state, as another screen of the app does. */
async function openWithState(path: string, state: object, run: BrowserRun): Promise<void> {
  const { page, api } = run;
  await page.goto(`${api.baseUrl}/favicon.svg`);
  await page.evaluate(
    ({ local, session, usr, to }) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
      // The format of the app's router.
      history.pushState({ usr, key: "replay", idx: 0 }, "", to);
    },
    { ...run.toTabStorage(), usr: state, to: path },
  );
  await page.reload();
}

/** The scope of a search: the open dialog, else the page, narrowed to a landmark. */
async function findScope({ page }: BrowserRun, within?: Landmark): Promise<Scope> {
  const dialog = page.getByRole("dialog").filter({ visible: true }).last();
  const base: Scope = within?.role !== "dialog" && (await dialog.count()) > 0 ? dialog : page;
  return within ? base.getByRole(within.role as Role, toNameOption(within.name)) : base;
}

/** Returns why an element is not visible, or undefined. */
async function findUnseen(seen: Seen, run: BrowserRun): Promise<string | undefined> {
  const isDialog = "role" in seen && seen.role === "dialog";
  const scope = isDialog ? run.page : await findScope(run, seen.in);
  const found = locate(seen, scope).filter({ visible: true }).first();
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
    { timeout: shortWaitMs },
  );
}

async function isDisabled(found: Locator): Promise<boolean> {
  return (
    (await found.isDisabled({ timeout: shortWaitMs })) ||
    (await found.getAttribute("aria-disabled", { timeout: shortWaitMs })) === "true"
  );
}

function locate(seen: Seen, scope: Scope): Locator {
  if ("role" in seen) return scope.getByRole(seen.role as Role, toNameOption(seen.name));
  if ("text" in seen) return scope.getByText(seen.text, { exact: true });
  if ("textStartsWith" in seen) return scope.getByText(toStart(seen.textStartsWith));
  return scope.getByText(new RegExp(escapeText(seen.textContains)));
}

async function findControl(run: BrowserRun, name: Name, within?: Landmark): Promise<Locator> {
  return findOne(run, within, (scope) => [
    scope.getByRole("textbox", toNameOption(name)),
    scope.getByRole("combobox", toNameOption(name)),
  ]);
}

/** The first locator with a visible element. */
async function findOne(
  run: BrowserRun,
  within: Landmark | undefined,
  toLocators: (scope: Scope) => Locator[],
): Promise<Locator> {
  const locators = toLocators(await findScope(run, within)).map((way) => way.filter({ visible: true }));
  for (const way of locators) if ((await way.count()) > 0) return way.first();
  return locators[0]!;
}

async function pickFromList(
  control: Locator,
  { page, adapter: locators }: BrowserRun,
  option: string,
  type?: string,
): Promise<void> {
  await click(control);
  if (type !== undefined) await locators.fill(control, type, shortWaitMs);
  await click(page.getByRole("option", { name: option, exact: true }).first(), shortWaitMs * 2);
}

/** Waits for the element, then clicks once. A timed-out click may still happen. */
async function click(found: Locator, timeoutMs = shortWaitMs): Promise<void> {
  await waitForPointer(found, timeoutMs);
  await found.click({ timeout: stepTimeoutMs });
}

/** Waits until the pointer can reach the element. A trial click that times out could still click. */
async function waitForPointer(found: Locator, timeoutMs = shortWaitMs): Promise<void> {
  await found.hover({ trial: true, timeout: timeoutMs });
}

/** Retries until the action works or the step times out, because the page may still render. */
async function retry<T>(run: BrowserRun, what: string, act: () => Promise<T>): Promise<T> {
  let lastError: unknown;
  const tryOnce = async () => {
    try {
      return { done: await act() };
    } catch (error) {
      lastError = error;
      return undefined;
    }
  };
  try {
    const { done } = await run.until(what, tryOnce);
    run.followAddress();
    return done;
  } catch {
    const [reason = ""] = (lastError instanceof Error ? lastError.message : String(lastError)).split("\n");
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
