import type { Locator, Page } from "playwright/test";
import type { Begun } from "../candidate.ts";
import { expect } from "../watched.ts";
import { toLabel, toWhy, type CaseName } from "./cases.ts";

const looks = new WeakMap<Page, Set<CaseName>>();

/** The cases that a page has been seen to refuse. */
export const seenOn = (page: Page): ReadonlySet<CaseName> => looks.get(page) ?? new Set();

/** The words of a case stand on the page. */
async function expectSaid(page: Page, one: CaseName): Promise<void> {
  await expect(page.getByText(toWhy(one)).first()).toBeVisible();
  looks.set(page, new Set([...seenOn(page), one]));
}

/** Comes to an address as somebody who is signed in, has the transaction open and has passed the form's intro. */
export async function arrive(page: Page, begun: Begun, address: string, view: object = {}): Promise<void> {
  const { tokens, orgId, formId, txnId } = begun;
  const { mobile: _, ...auth } = tokens;
  const local = { "root-v3": { auth, version: 3 }, refreshToken: tokens.refreshToken, orgId, formId, txnId };
  await page.addInitScript(
    ({ local, view }) => {
      // A reload keeps the session as it went on.
      const known = localStorage.getItem("txnId") === JSON.stringify(local.txnId);
      if (!known) {
        for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
        sessionStorage.removeItem("openIds"); // what the tab had open before goes before what the browser has
      }
      sessionStorage.setItem("formData", JSON.stringify({ showInitScreen: false }));
      sessionStorage.setItem("view", JSON.stringify(view));
    },
    { local, view },
  );
  await page.goto(address);
}

/** Opens the main screen of the transaction. */
export async function openMain(page: Page, begun: Begun): Promise<void> {
  await arrive(page, begun, `/ekyc/${begun.formId}/${begun.txnId}?orgId=${begun.orgId}`);
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
}

/** A button by the beginning of its name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${name.replaceAll(/[()]/g, String.raw`\$&`)}`) });

/** Presses the tile of an errand on the main screen. */
export async function openErrand(page: Page, one: CaseName | "free"): Promise<void> {
  await button(page, toLabel(one)).first().click();
  await expect(page.getByRole("heading", { name: toLabel(one), exact: true })).toBeVisible();
}

/** It cannot be pressed, and says why to who sees it and to who hears it. */
export async function expectDisabled(control: Locator, one: CaseName): Promise<void> {
  await expect(control).toBeDisabled();
  await expect(control).toHaveAccessibleDescription(toWhy(one));
  await expectSaid(control.page(), one);
}

/** What can be typed into. */
export const editable = ":enabled:not([readonly])";

/** A form that is only to be read, below why. */
export async function expectReadOnly(page: Page, one: CaseName, field = "Note", send = "Submit"): Promise<void> {
  await expectSaid(page, one);
  await expect(page.getByRole("textbox", { name: field }).and(page.locator(editable))).toHaveCount(0);
  await expect(page.getByRole("button", { name: send })).toHaveCount(0);
}

/** Collects the drafts that the page sends from now on. */
export function watchDrafts(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/draft")) sent.push(request.url());
  });
  return sent;
}

/** Why nothing is sent stands below the form of an errand; what is typed is there again when one comes back. */
export async function expectKeptHere(page: Page, one: CaseName): Promise<void> {
  const field = page.getByRole("textbox", { name: "Note" });
  await openErrand(page, one);
  await expect(page.getByRole("status").filter({ hasText: toWhy(one) })).toBeVisible();
  await expectSaid(page, one);
  await field.fill("Half a sent");
  // Leaving writes at once what waits for typing to rest.
  await page.goBack();
  await openErrand(page, one);
  await expect(field).toHaveValue("Half a sent");
  await page.goBack();
}
