import { startForm, signIn } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// A link with a refresh token: it leaves the address at once, no screen renders before the exchange, and the form of
// the link stays open.

test("leads from a form's link to the partner choice, then to the form, and stores the choice", async ({
  page,
  baseURL,
}) => {
  const started = await startForm(baseURL, { orgId: "gce", formId: "education-evaluation" });
  const seen: string[] = [];
  page.on("request", (request) => seen.push(request.url(), request.headers()["referer"] ?? ""));
  let exchanged = false;
  await page.route(/get-token/, async (route) => {
    expect(page.url()).not.toContain("sso=");
    await expect(page.locator("[data-screen]")).toHaveCount(0);
    exchanged = true;
    await route.continue();
  });
  await page.goto(`/ekyc/${started.formId}/${started.txnId}?orgId=gce&sso=${started.tokens.refreshToken}`);
  await expect(page).toHaveURL(/\/select-evaluation-partner\?orgId=gce$/);
  expect(exchanged).toBe(true);
  expect(seen.slice(2).filter((url) => url.includes(started.tokens.refreshToken))).toEqual([]);
  await page.getByRole("radio", { name: "Global Credential Evaluators" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(new RegExp(`/ekyc/${started.formId}/${started.txnId}\\?orgId=gce$`));
  expect(await page.evaluate(() => sessionStorage.getItem("misc"))).toContain('"evaluationPartner":"gce"');
  await page.goto("/select-evaluation-partner");
  await expect(page.getByRole("radio", { name: "Global Credential Evaluators" })).toBeChecked();
});

test("keeps a visitor at the link when the token is rejected", async ({ page, watch }) => {
  await page.goto("/ekyc/education-evaluation?orgId=gce&sso=made-up");
  await expect(page.getByRole("button", { name: "Start Verification" })).toBeVisible();
  await expect(page).toHaveURL(/\/ekyc\/education-evaluation\?orgId=gce$/);
  expect(watch.faults.splice(0)).toEqual(["console: Single sign-on failed"]);
});

for (const yes of [true, false])
  test(`opens another person's link: ${yes ? "yes clears everything first" : "no changes nothing"}`, async ({
    page,
    baseURL,
  }) => {
    const form = { orgId: "gce", formId: "education-evaluation" };
    const [mine, theirs] = [await startForm(baseURL, form), await startForm(baseURL, form)];
    await signIn(page, mine.tokens);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
    page.on("dialog", (dialog) => void (yes ? dialog.accept() : dialog.dismiss()));
    await page.goto(`/ekyc/${theirs.formId}/${theirs.txnId}?orgId=gce&sso=${theirs.tokens.refreshToken}`);
    if (yes) {
      await expect(page).toHaveURL(/\/select-evaluation-partner/);
      await page.getByRole("radio").first().check();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("button", { name: /^(Start|View) Verification$/ })).toBeEnabled();
    } else await expect(page.getByRole("button", { name: "Access not allowed" })).toBeVisible();
  });
