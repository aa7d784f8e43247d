import type { Locator, Page } from "playwright/test";
import type { StartedForm } from "../candidate.ts";
import { expect } from "../watched.ts";
import { toLabel, toWhy, type CaseName } from "./cases.ts";

const looks = new WeakMap<Page, Set<CaseName>>();

/** The cases that a page has refused so far. */
export const seenOn = (page: Page): ReadonlySet<CaseName> => looks.get(page) ?? new Set();

/** Expects the message of a case on the page. */
async function expectSaid(page: Page, one: CaseName): Promise<void> {
  await expect(page.getByText(toWhy(one)).first()).toBeVisible();
  looks.set(page, new Set([...seenOn(page), one]));
}

/** Opens an address as a signed-in candidate with an open transaction, past the form's intro. */
export async function openAddress(page: Page, started: StartedForm, address: string, view: object = {}): Promise<void> {
  const { tokens, orgId, formId, txnId } = started;
  const { mobile: _, ...auth } = tokens;
  const local = { "root-v3": { auth, version: 3 }, refreshToken: tokens.refreshToken, orgId, formId, txnId };
  await page.addInitScript(
    ({ local, view }) => {
      // A reload keeps the current session.
      const known = localStorage.getItem("txnId") === JSON.stringify(local.txnId);
      if (!known) for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
      sessionStorage.setItem("formData", JSON.stringify({ showInitScreen: false }));
      sessionStorage.setItem("view", JSON.stringify(view));
    },
    { local, view },
  );
  await page.goto(address);
}

/** Opens the main screen of the transaction. */
export async function openMain(page: Page, started: StartedForm): Promise<void> {
  await openAddress(page, started, `/ekyc/${started.formId}/${started.txnId}?orgId=${started.orgId}`);
  await expect(page.getByText("is requesting the following verifications")).toBeVisible();
}

/** A button by the start of its name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${name.replaceAll(/[()]/g, String.raw`\$&`)}`) });

/** Presses the tile of a verification on the main screen. */
export async function openCaseTile(page: Page, one: CaseName | "free"): Promise<void> {
  await button(page, toLabel(one)).first().click();
  await expect(page.getByRole("heading", { name: toLabel(one), exact: true })).toBeVisible();
}

/** Expects a disabled control with its reason visible and in its accessible description. */
export async function expectDisabled(control: Locator, one: CaseName): Promise<void> {
  await expect(control).toBeDisabled();
  await expect(control).toHaveAccessibleDescription(toWhy(one));
  await expectSaid(control.page(), one);
}

/** Selects editable fields. */
export const editable = ":enabled:not([readonly])";

/** Expects a read-only form below the reason. */
export async function expectReadOnly(page: Page, one: CaseName, field = "Note", send = "Submit"): Promise<void> {
  await expectSaid(page, one);
  await expect(page.getByRole("textbox", { name: field }).and(page.locator(editable))).toHaveCount(0);
  await expect(page.getByRole("button", { name: send })).toHaveCount(0);
}

/** Collects the drafts that the page stores from now on. */
export function watchDrafts(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/draft")) sent.push(request.url());
  });
  return sent;
}

/** Expects the reason below the form, and the typed text again after coming back. */
export async function expectDraftKept(page: Page, one: CaseName): Promise<void> {
  const field = page.getByRole("textbox", { name: "Note" });
  await openCaseTile(page, one);
  await expect(page.getByRole("status").filter({ hasText: toWhy(one) })).toBeVisible();
  await expectSaid(page, one);
  await field.fill("Half a sent");
  // Leaving stores the draft at once, without waiting for a pause in typing.
  await page.goBack();
  await openCaseTile(page, one);
  await expect(field).toHaveValue("Half a sent");
  await page.goBack();
}
