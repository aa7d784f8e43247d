import type { Page, Request } from "playwright/test";
import { expect } from "./watched.ts";
import type { StartedForm } from "./candidate.ts";
import { ApiClient } from "../tools/replay/api-client.ts";

/** Ends the candidate's session on the server without the page's knowledge. */
export async function endAtServer(started: StartedForm): Promise<void> {
  expect((await started.call("profile.logout")).status).toBe(200);
}

/** Ends the session when the page makes a matching call. Earlier calls still succeed. */
export async function endAtCall(
  page: Page,
  started: StartedForm,
  isMeant: (request: Request) => boolean,
): Promise<void> {
  let ended: Promise<void> | undefined;
  await page.route(/\/api\//, async (route) => {
    if (isMeant(route.request())) ended ??= endAtServer(started);
    await ended;
    await route.continue();
  });
}

/** Expects one message about the expired session and the sign-in page. */
export async function expectExpired(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("textbox", { name: "Mobile number" })).toBeVisible();
  await expect(page.getByText("Session Expired")).toHaveCount(1);
}

/** Signs in on the current page by number and code. */
export async function signInByCode(page: Page, baseUrl: string, mobile: string): Promise<void> {
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByRole("textbox", { name: "One-time password" });
  await expect(field).toBeVisible();
  await field.fill((await new ApiClient(baseUrl).outbox(mobile))[0]?.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(field).toHaveCount(0);
}
