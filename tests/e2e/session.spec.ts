import { beginForm, beginJourney, openTile, signIn } from "./candidate.ts";
import { makeMarksheet } from "./papers.ts";
import { holdCalls } from "./hold-calls.ts";
import { endAtCall, endAtServer, expectExpired, signInByCode } from "./session-candidate.ts";
import { expect, test } from "./watched.ts";

// The session ends on the server while the page does something: it is said once, and after signing in everything is as it was.
// What of it needs no storage is told by a fixture (a-session-that-ends-is-said-once-and-what-was-under-way-goes-on).

test("while the chat asks for answers", async ({ page, baseURL }) => {
  const begun = await beginJourney(baseURL);
  await openTile(page, begun, "Degree");
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
  await page.getByRole("button", { name: "Support chat" }).click();
  await expect(page.getByRole("textbox", { name: "Your message" })).toBeVisible();
  await endAtServer(begun);
  await expectExpired(page);
  await signInByCode(page, baseURL, begun.tokens.mobile);
  await expect(page.getByRole("heading", { name: "Degree", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Registration number" })).toHaveValue("16PHY123");
});

test("while a draft is being saved", async ({ page, baseURL }) => {
  const begun = await beginJourney(baseURL);
  await openTile(page, begun, "Degree");
  const field = page.getByRole("textbox", { name: "Registration number" });
  await field.fill("16PHY");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await endAtServer(begun);
  await field.fill("16PHY123");
  await expectExpired(page);
  await signInByCode(page, baseURL, begun.tokens.mobile);
  await expect(page).toHaveURL(/\/verification$/);
  await expect(field).toHaveValue("16PHY123");
});

test("while something is pressed, with what was typed in the same second", async ({ page, baseURL }) => {
  const begun = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await begun.call("transactions.process");
  await openTile(page, begun, "Employment");
  await endAtCall(page, begun, (request) => request.method() === "PUT");
  await page.getByRole("textbox", { name: "Designation" }).fill("Engineer");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expectExpired(page);
  await signInByCode(page, baseURL, begun.tokens.mobile);
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
  await page.getByRole("button", { name: /^Employment/ }).click();
  await expect(page.getByRole("textbox", { name: "Designation" })).toHaveValue("Engineer");
});

test("while a paper is sent", async ({ page, baseURL }) => {
  const begun = await beginJourney(baseURL);
  await openTile(page, begun, "10th Marksheet");
  await page.getByRole("textbox", { name: "Roll number" }).fill("1234567");
  await endAtServer(begun);
  const input = page.getByLabel("Marksheet", { exact: true }).and(page.locator("input[type=file]"));
  await input.setInputFiles(await makeMarksheet());
  await expectExpired(page);
  await signInByCode(page, baseURL, begun.tokens.mobile);
  await expect(page.getByRole("heading", { name: "10th Marksheet", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Roll number" })).toHaveValue("1234567");
});

test("somebody else who signs in then finds nothing of it", async ({ page, baseURL }) => {
  const [begun, other] = [await beginJourney(baseURL), await beginJourney(baseURL)];
  await openTile(page, begun, "Degree");
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await endAtServer(begun);
  await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY1234");
  await expectExpired(page);
  await signInByCode(page, baseURL, other.tokens.mobile);
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("16PHY");
});

test("before the page that was asked for stands: it is said all the same, and signing in leads to that page", async ({
  page,
  baseURL,
}) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await endAtServer(begun);
  const letGo = await holdCalls(page, /\/manifest/);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.goto("/transaction-history");
  await refused;
  letGo();
  await expectExpired(page);
  await signInByCode(page, baseURL, begun.tokens.mobile);
  await expect(page).toHaveURL(/\/transaction-history$/);
});

test("without a refresh token nothing is asked: the session is over at once", async ({ page, baseURL }) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, { ...begun.tokens, refreshToken: "" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  await page.goto("/profile");
  await expectExpired(page);
  expect(asked).toEqual([]);
});
