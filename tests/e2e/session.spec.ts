import { startForm, startJourney, openTile, signIn } from "./candidate.ts";
import { makeMarksheet } from "./uploads.ts";
import { holdCalls } from "./hold-calls.ts";
import { endAtCall, endAtServer, expectExpired, signInByCode } from "./session-candidate.ts";
import { expect, test } from "./watched.ts";

// The session ends on the server while the page works: it shows one message, and signing in restores everything. A
// fixture covers the cases without storage.

test("while the chat loads answers", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await openTile(page, started, "Degree");
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
  await page.getByRole("button", { name: "Support chat" }).click();
  await expect(page.getByRole("textbox", { name: "Your message" })).toBeVisible();
  await endAtServer(started);
  await expectExpired(page);
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(page.getByRole("heading", { name: "Degree", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Registration number" })).toHaveValue("16PHY123");
});

test("while a draft is being saved", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await openTile(page, started, "Degree");
  const field = page.getByRole("textbox", { name: "Registration number" });
  await field.fill("16PHY");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await endAtServer(started);
  await field.fill("16PHY123");
  await expectExpired(page);
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(page).toHaveURL(/\/verification$/);
  await expect(field).toHaveValue("16PHY123");
});

test("while an action runs, with text typed in the same second", async ({ page, baseURL }) => {
  const started = await startForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await started.call("transactions.process");
  await openTile(page, started, "Employment");
  await endAtCall(page, started, (request) => request.method() === "PUT");
  await page.getByRole("textbox", { name: "Designation" }).fill("Engineer");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expectExpired(page);
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
  await page.getByRole("button", { name: /^Employment/ }).click();
  await expect(page.getByRole("textbox", { name: "Designation" })).toHaveValue("Engineer");
});

test("while a document uploads", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await openTile(page, started, "10th Marksheet");
  await page.getByRole("textbox", { name: "Roll number" }).fill("1234567");
  await endAtServer(started);
  const input = page.getByLabel("Marksheet", { exact: true }).and(page.locator("input[type=file]"));
  await input.setInputFiles(await makeMarksheet());
  await expectExpired(page);
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(page.getByRole("heading", { name: "10th Marksheet", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Roll number" })).toHaveValue("1234567");
});

test("hides everything from another person who signs in next", async ({ page, baseURL }) => {
  const [started, other] = [await startJourney(baseURL), await startJourney(baseURL)];
  await openTile(page, started, "Degree");
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await endAtServer(started);
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY1234");
  await expectExpired(page);
  await signInByCode(page, baseURL, other.tokens.mobile);
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("16PHY");
});

test("before the requested page renders: shows the message, and signing in opens that page", async ({
  page,
  baseURL,
}) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await endAtServer(started);
  const letGo = await holdCalls(page, /\/manifest/);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.goto("/transaction-history");
  await refused;
  letGo();
  await expectExpired(page);
  await signInByCode(page, baseURL, started.tokens.mobile);
  await expect(page).toHaveURL(/\/transaction-history$/);
});

test("ends at once without a call when there is no refresh token", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, { ...started.tokens, refreshToken: "" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  await page.goto("/profile");
  await expectExpired(page);
  expect(asked).toEqual([]);
});
