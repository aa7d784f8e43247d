import type { BrowserContext, Page } from "playwright/test";
import { ApiClient } from "../tools/replay/api-client.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { signIn, type Tokens } from "./candidate.ts";
import { findFaults, findFaultsDayAndNight } from "./find-faults.ts";
import { expect, test } from "./watched.ts";

const form = { orgId: "harbour", formId: "background-check" };
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" } as const;

/** A candidate whose verifications wait for a decision. */
async function submit(baseUrl: string): Promise<{ tokens: Tokens; txnId: string }> {
  const api = new ApiClient(baseUrl);
  const mobile = randomMobile("+9194########");
  const tokens = await api.sandbox<Tokens>("POST", "session", { mobile, name: "Asha Verma", identity: true });
  const { txnId } = await api.sandbox<{ txnId: string }>("POST", "transaction", {
    mobile,
    ...form,
    state: "IN_PROGRESS",
  });
  return { tokens, txnId };
}

/** Opens the console and signs in by the sandbox's button. */
async function enter(context: BrowserContext, role: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/console?orgId=${form.orgId}`);
  await page.getByRole("button", { name: `SANDBOX: sign in as ${role}` }).click();
  await expect(page.getByRole("heading", { name: "Queue" })).toBeVisible();
  return page;
}

/** Shows what a decision tells the candidate, and sends it. */
async function decide(page: Page, outcome: string): Promise<void> {
  await page.getByRole("radio", { name: outcome }).check();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("The candidate will read")).toBeVisible();
}

test("takes a case from the queue, asks for more, and verifies what the candidate repairs", async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const { tokens, txnId } = await submit(baseURL);
  const context = await browser.newContext({ ...desktop, baseURL });
  await watch.add(context);
  const desk = await context.newPage();
  await desk.goto(`/console/cases/${txnId}/bgv-employment-1?orgId=${form.orgId}`);
  await expect(desk.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
  expect(await findFaultsDayAndNight(desk)).toEqual([]);
  // The address that was asked for opens after the sign-in.
  await desk.getByRole("button", { name: "SANDBOX: sign in as verifier" }).click();
  await expect(desk.getByRole("heading", { name: "Employment of Asha Verma" })).toBeVisible();

  await desk.getByRole("link", { name: "Queue" }).click();
  const rows = desk.getByRole("table").getByRole("row");
  await desk.getByRole("combobox", { name: "Verification" }).selectOption({ label: "Employment" });
  await expect(rows.filter({ hasText: "Asha Verma" })).toHaveCount(1);
  expect(await findFaultsDayAndNight(desk)).toEqual([]);
  await desk.getByRole("heading", { name: "Queue" }).click();
  await desk.keyboard.press("j");
  await expect(desk.getByRole("link", { name: "Asha Verma" })).toBeFocused();
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("heading", { name: "Employment of Asha Verma" })).toBeVisible();
  await expect(desk.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  await desk.keyboard.press("t");
  await expect(desk.getByText("You work on it")).toBeVisible();
  const drawn = desk.getByRole("region", { name: "Documents" }).getByRole("img", { name: "Page 1" });
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);

  await desk.getByRole("radio", { name: "Ask for more" }).check();
  await desk.getByRole("combobox", { name: "Field" }).first().selectOption({ label: "Designation" });
  await desk
    .getByRole("combobox", { name: "Why" })
    .first()
    .selectOption({ label: "This differs from your document. Please check it." });
  await desk.getByRole("button", { name: "Add another field" }).click();
  await desk.getByRole("combobox", { name: "Field" }).nth(1).selectOption({ label: "Start date" });
  await desk
    .getByRole("combobox", { name: "Why" })
    .nth(1)
    .selectOption({ label: "A page or a part is missing. Please send all of it." });
  await desk.getByRole("button", { name: "Preview" }).click();
  const asked = desk.getByRole("region", { name: "On their page" });
  await expect(asked).toContainText("A page or a part is missing. Please send all of it.");
  expect(await findFaultsDayAndNight(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Send the decision" }).click();
  await expect(desk.getByText("The decision is sent")).toBeVisible();
  const employment = rows.filter({ hasText: "Employment" });
  await expect(rows.filter({ hasText: "Address" })).toHaveCount(1);
  await expect(employment).toHaveCount(0);

  await signIn(page, tokens, baseURL);
  await page.goto(`/ekyc/${form.formId}/${txnId}?orgId=${form.orgId}`);
  await page.getByRole("button", { name: /^(Start|View) Verification$/ }).waitFor();
  await page.goto("/verification/insufficiency?verificationName=bgv-employment");
  const designation = page.getByRole("textbox", { name: "Designation" });
  await expect(designation).toBeVisible();
  // Each field has its own reason, beside the two in the banner.
  await expect(page.getByText("This differs from your document. Please check it.", { exact: true })).toBeVisible();
  await expect(page.getByText("A page or a part is missing. Please send all of it.", { exact: true })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await designation.fill("Chief engineer");
  await page.getByRole("textbox", { name: "Start date" }).click();
  for (const name of ["2019", "August", "15"])
    await page.getByRole("gridcell", { name, exact: name !== "August" }).click();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you. We go on with your verification.")).toBeVisible();

  // The open queue shows it again by itself.
  await employment.getByRole("link", { name: "Asha Verma" }).click();
  await expect(desk.getByText("Chief engineer")).toBeVisible();
  await expect(desk.getByText("The candidate changed the answer")).toBeVisible();
  await decide(desk, "Verified");
  // A tablet that is turned keeps the step of the page.
  await desk.setViewportSize({ width: 820, height: 1180 });
  await desk.setViewportSize({ width: 1280, height: 800 });
  await desk.getByRole("button", { name: "Send the decision" }).click();
  await expect(desk.getByText("The decision is sent")).toBeVisible();
  await page.goto("/verification-info?verificationName=bgv-employment");
  await expect(page.getByText("Verified").first()).toBeVisible();
  await context.close();
});

test("tells a second verifier in plain words that a colleague was faster", async ({ browser, baseURL, watch }) => {
  const { txnId } = await submit(baseURL);
  const contexts = [
    await browser.newContext({ ...desktop, baseURL }),
    await browser.newContext({ ...desktop, baseURL }),
  ];
  for (const context of contexts) await watch.add(context);
  const [verifier, lead] = [await enter(contexts[0]!, "verifier"), await enter(contexts[1]!, "lead verifier")];
  // This page does not hear of the change before it acts.
  await lead.route("**/case-events", (route) => route.fulfill({ status: 204 }));
  const open = async (page: Page) => {
    await page.goto(`/console/cases/${txnId}/bgv-tenth-1?orgId=${form.orgId}`);
    await expect(page.getByRole("button", { name: "Take", exact: true })).toBeVisible();
  };
  await open(lead);
  await open(verifier);
  await verifier.getByRole("button", { name: "Take", exact: true }).click();
  await expect(verifier.getByText("You work on it")).toBeVisible();
  await lead.getByRole("button", { name: "Take", exact: true }).click();
  await expect(
    lead
      .getByText(/Verifier \(SANDBOX\)/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  for (const context of contexts) await context.close();
});
