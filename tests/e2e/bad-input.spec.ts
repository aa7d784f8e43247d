import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import { startJourney, openForm, openTile, signIn, type Tokens } from "./candidate.ts";
import { makeMarksheet } from "./uploads.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { expect, test } from "./watched.ts";

// Mistakes of candidates and lost connections: a clear message in the right place, and no typed text or upload is lost.

/** Enters a new number and a name, so that the page asks for the code. */
async function askForCode(page: Page): Promise<string> {
  const mobile = randomMobile("+9195########");
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(mobile.slice(3));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Full name" }).fill("Asha Verma");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("textbox", { name: "One-time password" })).toBeVisible();
  return mobile;
}

async function enter(page: Page, code: string): Promise<Locator> {
  const field = page.getByRole("textbox", { name: "One-time password" });
  await field.fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
  return field;
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test.describe("one-time passwords", () => {
  test("rejects a wrong code and a replaced one, then accepts the right one", async ({ page, baseURL }) => {
    const api = new ApiClient(baseURL);
    const mobile = await askForCode(page);
    const old = (await api.outbox(mobile))[0]?.otp ?? "";
    const field = await enter(page, other(old));
    await expect(field).toHaveAccessibleDescription(/Invalid OTP\. 2 attempts left/);
    await expect(field).toHaveAttribute("aria-invalid", "true");

    // Going back and on again requests another code and keeps number and name.
    await page.getByRole("button", { name: "Change number" }).click();
    await expect(page.getByRole("textbox", { name: "Mobile number" })).toHaveValue(new RegExp(mobile.slice(-5)));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("textbox", { name: "Full name" })).toHaveValue("Asha Verma");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(field).toBeVisible();
    const fresh = (await api.outbox(mobile))[0]?.otp ?? "";
    expect((await api.outbox(mobile)).length).toBe(2);
    await enter(page, old);
    await expect(field).toHaveAccessibleDescription(/Invalid OTP\. 1 attempts? left/);
    await enter(page, fresh);
    await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  });
});

test.describe("documents", () => {
  test("rejects a file that is too small, too large, of another type, renamed or truncated, then accepts a good one", async ({
    page,
    baseURL,
  }) => {
    await openTile(page, await startJourney(baseURL), "10th Marksheet");
    const roll = page.getByRole("textbox", { name: "Roll number" });
    await roll.fill("1234567");
    const { input, tile } = paperField(page, "Marksheet");
    const good = await makeMarksheet();
    const name = "marksheet.pdf";
    const pdf = { name, mimeType: "application/pdf" };

    await input.setInputFiles({ ...pdf, buffer: good.buffer.subarray(0, 39 * 1024) });
    await expect(tile).toContainText("File size should be more than 40 KB");
    await input.setInputFiles(await writeLarge(26 * 1024 ** 2));
    await expect(tile).toContainText("File size should be less than 25 MB");
    await input.setInputFiles({ name: "marksheet.txt", mimeType: "text/plain", buffer: Buffer.alloc(50_000, "a") });
    await expect(tile).toContainText("Please upload a file of type: PDF");

    for (const buffer of [Buffer.alloc(50_000, "not a paper "), good.buffer.subarray(0, 50_000)]) {
      await input.setInputFiles({ ...pdf, buffer });
      const told = page.getByRole("dialog");
      await expect(told).toContainText("The file you uploaded isn’t supported by our system.");
      await expect(told.getByRole("button", { name: "Upload Again" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(told).toHaveCount(0);
      await expect(input).toBeFocused();
      await expect(tile.getByRole("status").filter({ hasText: "Needs attention" })).toBeVisible();
    }

    await input.setInputFiles(good);
    await expect(tile.getByRole("status").filter({ hasText: "Uploaded" })).toBeVisible();
    await expect(roll).toHaveValue("1234567");
  });

  test("resumes an upload by itself when the connection was lost", async ({ page, context, baseURL, watch }) => {
    await openTile(page, await startJourney(baseURL), "10th Marksheet");
    await page.getByRole("textbox", { name: "Roll number" }).fill("1234567");
    const { input, tile } = paperField(page, "Marksheet");
    const offsets: number[] = [];
    let cut = true;
    await page.route("**/utility/api/1.0/uploads/**", async (route, request) => {
      if (request.method() !== "PATCH") return route.continue();
      const offset = Number(request.headers()["upload-offset"]);
      if (cut && offset > 0) {
        await context.setOffline(true);
        return route.abort("internetdisconnected");
      }
      offsets.push(offset);
      return route.continue();
    });
    await input.setInputFiles(await makeMarksheet(3 * 1024 ** 2));
    await expect(tile).toContainText("No connection. Your file is kept and is sent when you are back online.");
    expect(offsets).toEqual([0]);

    cut = false;
    await context.setOffline(false);
    await expect(tile.getByRole("status").filter({ hasText: "Uploaded" })).toBeVisible();
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
    await expect(page.getByRole("textbox", { name: "Roll number" })).toHaveValue("1234567");
    forgive(watch.faults, /ERR_INTERNET_DISCONNECTED/);
  });
});

test("another candidate's transaction", async ({ page, baseURL }) => {
  const [mine, theirs] = [await startJourney(baseURL), await startJourney(baseURL)];
  await signIn(page, mine.tokens);
  await page.goto(`/ekyc/${theirs.formId}/${theirs.txnId}?orgId=${theirs.orgId}`);
  await expect(page.getByRole("button", { name: "Access not allowed" })).toBeDisabled();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  // The tab remembers that the candidate has passed an intro.
  await openForm(page, mine);
  await page.goto(`/ekyc/${theirs.formId}/${theirs.txnId}?orgId=${theirs.orgId}`);
  await expect(page.getByRole("button", { name: "Access not allowed" })).toBeDisabled();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("rejects an amount or a state that a client invents", async ({ baseURL }) => {
  const started = await startJourney(baseURL);
  const made: readonly [Parameters<typeof started.call>[0], Record<string, unknown>][] = [
    ["payments.init", { region: "IN", express: false, toPay: 1 }],
    ["transactions.process", { state: "COMPLETED" }],
    ["verifications.save", { list: [{ verificationName: "bgv-tenth", data: {}, state: "COMPLETED" }] }],
  ];
  for (const [id, args] of made) {
    const answer = await started.call(id, args);
    expect({ id, status: answer.status, code: answer.code }).toEqual({ id, status: 400, code: 100 });
  }
});

test.describe("typed text", () => {
  test("survives a reload and appears in another browser", async ({ page, browser, baseURL, watch }) => {
    const started = await startJourney(baseURL);
    await openTile(page, started, "Degree");
    await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
    await page.getByRole("combobox", { name: "Degree level" }).selectOption({ label: "Master" });
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Registration number" })).toHaveValue("16PHY123");

    const elsewhere = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
    await watch.add(elsewhere);
    const second = await elsewhere.newPage();
    const tokens = await started.api.sandbox<Tokens>("POST", "session", { mobile: started.tokens.mobile });
    await openTile(second, { ...started, tokens }, "Degree");
    await expect(second.getByRole("textbox", { name: "Registration number" })).toHaveValue("16PHY123");
    await expect(second.getByRole("combobox", { name: "Degree level" })).toHaveValue("master");
    await elsewhere.close();
  });

  test("survives a reload within the same second while offline", async ({ page, context, baseURL, watch }) => {
    const started = await startJourney(baseURL);
    await openTile(page, started, "Degree");
    const field = page.getByRole("textbox", { name: "Degree or course" });
    await expect(field).toBeVisible();
    await context.setOffline(true);
    await field.fill("B.Sc. Physics");
    await page.waitForTimeout(600);
    await context.setOffline(false);
    await page.reload();
    await expect(field).toHaveValue("B.Sc. Physics");
    forgive(watch.faults, /ERR_INTERNET_DISCONNECTED/);
  });
});

test("keeps the session when going back from the form", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await openForm(page, started);
  await page.reload();
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
});

/** The file input with this label and the tile around it. */
function paperField(page: Page, label: string): { input: Locator; tile: Locator } {
  const input = page.getByLabel(label, { exact: true }).and(page.locator("input[type=file]"));
  return { input, tile: page.locator("form div").filter({ has: input }).last().locator("xpath=../..") };
}

/** Writes a large file to disk, because a buffer would pass through the test's own connection. */
async function writeLarge(sizeBytes: number): Promise<string> {
  const file = test.info().outputPath("large.pdf");
  await writeFile(file, Buffer.concat([(await makeMarksheet()).buffer], sizeBytes));
  return file;
}

/** Removes console errors that the lost connection caused. */
function forgive(faults: string[], pattern: RegExp): void {
  faults.splice(0, faults.length, ...faults.filter((fault) => !pattern.test(fault)));
}
