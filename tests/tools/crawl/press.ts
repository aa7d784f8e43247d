import type { Locator, Page } from "playwright/test";
import { modal, toLasting, typed, type Control, type Reading } from "./reading.ts";
import type { Visitor } from "./visitor.ts";

/** The effect of a press. */
export interface Pressed {
  before: Reading;
  after: Reading;
  /** A person would notice a change. */
  noticed: boolean;
  /** The page sent a request. */
  asked: boolean;
  /** The page before a slow server answered. */
  early?: Reading;
  /** The page already confirmed the press then. */
  shown: boolean;
}

const patienceMs = 1000;

type Role = Parameters<Page["getByRole"]>[0];

const scopes: Readonly<Record<Control["within"], (page: Page) => Page | Locator>> = {
  main: (page) => page.locator("main"),
  dialog: (page) => page.locator(modal).last(),
  page: (page) => page,
};

function locate(page: Page, { role, name, nth, within }: Control): Locator {
  return scopes[within](page)
    .getByRole(role as Role, { name, exact: true })
    .nth(nth);
}

/**
 * Presses a control, or types into it, and waits until the page settles. Throws if it cannot be pressed; returns
 * undefined if it disappeared by itself, as a message does.
 */
export async function press(visitor: Visitor, before: Reading, control: Control): Promise<Pressed | undefined> {
  const { page } = visitor;
  const found = locate(page, control);
  if ((await found.count()) === 0) return undefined;
  visitor.moved = false;
  const { besides, sent } = visitor;
  const value = typed.has(control.role) ? await typeInto(found) : undefined;
  let stays = false;
  if (value === undefined) {
    const how = await found
      .evaluate((node) => ({
        native: node instanceof HTMLSelectElement,
        aside: node.getBoundingClientRect().right + window.scrollX <= 0 || node.getBoundingClientRect().width <= 1,
        current: node.getAttribute("aria-current") === "page",
      }))
      .catch(async (error: unknown) => {
        if ((await found.count()) === 0) return undefined; // it disappeared meanwhile
        throw error;
      });
    if (!how) return undefined;
    const { native, aside, current } = how;
    // A link to the current page, marked as such.
    stays = current;
    if (native) await chooseAnother(found);
    // Off-screen controls appear on keyboard focus; hidden ones are for screen readers only.
    else if (aside) await found.press("Enter");
    else await found.click({ timeout: 4000 });
  }
  const isNoticed = async (after: Reading) =>
    value === true ||
    stays ||
    visitor.moved ||
    visitor.besides > besides ||
    after.url !== before.url ||
    toLasting(after.tree) !== toLasting(before.tree) ||
    after.printed > before.printed ||
    (after.focus !== before.focus && !(await isFocused(found)));
  const early = visitor.isSlow ? await visitor.readEarly() : undefined;
  const shown = early !== undefined && (early.busy || (await isNoticed(early)));
  let after = await visitor.rest();
  let noticed = await isNoticed(after);
  if (!noticed) {
    // A short pause of the machine is no fault of the page.
    await page.waitForTimeout(patienceMs);
    after = await visitor.rest();
    noticed = await isNoticed(after);
  }
  return { ...(early && { early }), before, after, noticed, shown, asked: visitor.sent > sent };
}

/** Returns whether the field accepted a character or is read-only. */
async function typeInto(field: Locator): Promise<boolean> {
  if (!(await field.isEditable())) return true;
  const before = await field.inputValue();
  await field.click();
  await field.press("End");
  await field.press("1");
  return (await field.inputValue()) !== before || before !== "";
}

async function chooseAnother(select: Locator): Promise<void> {
  const values = await select.evaluate((node) =>
    [...(node as HTMLSelectElement).options]
      .filter(({ disabled, selected }) => !disabled && !selected)
      .map(({ value }) => value),
  );
  if (values[0] !== undefined) await select.selectOption(values[0]);
}

/** Returns whether the pressed control has the focus. */
const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((node) => node === document.activeElement, undefined, { timeout: 500 }).catch(() => false);
