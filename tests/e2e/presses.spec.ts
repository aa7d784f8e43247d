import { startJourney, openForm, signIn } from "./candidate.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

// While one press runs, another waits visibly in the queue. The same press again is coalesced.

test("runs both actions when two buttons are pressed at once", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await openForm(page, started);
  const skipped: string[] = [];
  page.on("request", (request) => {
    if (/mark-as-skip/.test(request.url())) skipped.push(JSON.stringify(request.postDataJSON().verificationNameList));
  });
  const letGo = await holdCalls(page, /mark-as-skip/);
  const [tenth, twelfth] = [
    page.getByRole("button", { name: "Skip 10th Marksheet", exact: true }),
    page.getByRole("button", { name: "Skip 12th Marksheet", exact: true }),
  ];
  await tenth.dblclick();
  await twelfth.click();
  await expect(tenth).toHaveAttribute("aria-busy", "true");
  await expect(twelfth).toHaveAttribute("aria-busy", "true");
  letGo();
  await expect(page.getByRole("button", { name: "Undo skip 10th Marksheet" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Undo skip 12th Marksheet" })).toBeEnabled();
  expect(skipped).toEqual(['["bgv-tenth"]', '["bgv-twelfth"]']);
});

test("leaves at once, and a running action does not navigate back", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await page.goto(`/ekyc/${started.formId}?orgId=${started.orgId}`);
  await page.waitForURL(/education-evaluation\/.+/);
  await page.getByRole("button", { name: /Verification$/ }).click();
  await page.getByRole("progressbar", { name: "Steps Completed" }).waitFor();
  const letGo = await holdCalls(page, /mark-as-skip/);
  await page.getByRole("button", { name: "Skip 10th Marksheet" }).click();
  await page.getByText("Complete later").click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  const answered = page.waitForResponse(/mark-as-skip/);
  letGo();
  await (await answered).finished();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});

test("sends organisation and no-cache headers with every call to the wallet", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  const calls: Record<string, string>[] = [];
  page.on("request", (request) => {
    if (/\/api\/\d\.\d\//.test(request.url())) calls.push({ url: request.url(), ...request.headers() });
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await expect.poll(() => calls.some(({ url }) => url?.endsWith("/profile"))).toBe(true);
  for (const call of calls)
    expect(call).toMatchObject({ "x-partner-org-id": "gce", "cache-control": "no-cache, no-store" });
});

test("registers a slow press although the field it leaves has an error", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill("12");
  const box = (await page.getByRole("button", { name: "Continue" }).boundingBox())!;
  // At the button's lower edge: an error above moves the button down by more than that.
  await page.mouse.move(box.x + box.width / 2, box.y + 4);
  await page.mouse.down();
  await page.waitForTimeout(150);
  await expect(page.getByText("Enter a valid mobile number")).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("registers a tap although the field it leaves has an error", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("textbox", { name: "Mobile number" }).fill("12");
    const box = (await page.getByRole("button", { name: "Continue" }).boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const points = [{ x: box.x + box.width / 2, y: box.y + 4 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points });
    await page.waitForTimeout(120);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  });
});
