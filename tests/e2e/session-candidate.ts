import type { Page, Request } from "playwright/test";
import { expect } from "./watched.ts";
import type { Begun } from "./candidate.ts";
import { ApiClient } from "../tools/replay/api-client.ts";

/** Ends the candidate's session at the server; the page knows nothing of it. */
export async function endAtServer(begun: Begun): Promise<void> {
  expect((await begun.call("profile.logout")).status).toBe(200);
}

/** Ends it in the moment in which the page makes the call that is meant: what else the page asks before that, it still gets. */
export async function endAtCall(page: Page, begun: Begun, isMeant: (request: Request) => boolean): Promise<void> {
  let ended: Promise<void> | undefined;
  await page.route(/\/api\//, async (route) => {
    if (isMeant(route.request())) ended ??= endAtServer(begun);
    await ended;
    await route.continue();
  });
}

/** The page says once that the session is over, and the way to sign in stands. */
export async function expectExpired(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("textbox", { name: "Mobile number" })).toBeVisible();
  await expect(page.getByText("Session Expired")).toHaveCount(1);
}

/** Signs in on the page that stands, by number and code. */
export async function signInByCode(page: Page, baseUrl: string, mobile: string): Promise<void> {
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByRole("textbox", { name: "One-time password" });
  await expect(field).toBeVisible();
  await field.fill((await new ApiClient(baseUrl).outbox(mobile))[0]?.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(field).toHaveCount(0);
}
