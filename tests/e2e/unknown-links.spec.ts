import type { Page } from "playwright/test";
import { beginForm, journey, openForm, signIn } from "./candidate.ts";
import { signInByCode } from "./session-candidate.ts";
import { expect, test } from "./watched.ts";

// A link to what there is not says so, names what is missing, and leads home: trying again would change nothing.

const links = {
  "a form that there is not": { path: "/ekyc/no-such-form?orgId=gce", heading: "There is no such form" },
  "a form of another organisation": { path: "/ekyc/background-check", heading: "There is no such form" },
  "an organisation that there is not": {
    path: "/ekyc/education-evaluation?orgId=nowhere",
    heading: "There is no such organisation",
  },
};

async function expectTold(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${heading}`));
  await expect(page.getByText(/^The link may be incomplete or old\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("orgId"))).not.toBe('"nowhere"');
}

for (const [name, { path, heading }] of Object.entries(links)) {
  test(`a visitor who follows a link to ${name} reads so, and is led to sign in`, async ({ page }) => {
    await expectTold(page, path, heading);
    await page.getByRole("button", { name: "Go Back to Home" }).click();
    await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
  });
  test(`a candidate who follows a link to ${name} reads so, and is led home`, async ({ page, baseURL }) => {
    const begun = await beginForm(baseURL, journey);
    await signIn(page, begun.tokens);
    await expectTold(page, path, heading);
    await page.getByRole("button", { name: "Go Back to Home" }).click();
    await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
    await page.getByRole("link", { name: /^Global Credential Evaluators, Education evaluation/ }).click();
    await expect(page.getByRole("button", { name: /^(Start|View) Verification$/ })).toBeVisible();
  });
}

test("a form of another organisation opens from within the wallet as by its link", async ({ page, baseURL }) => {
  const begun = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await signIn(page, begun.tokens);
  await page.goto("/?orgId=gce");
  await page.getByRole("link", { name: /^Harbour Staffing, Background check/ }).click();
  await expect(page.getByText("All-in-one certificate verification platform")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Harbour Staffing");
  await openForm(page, begun);
});

test("a form's link without an organisation means the default one, whichever was open before", async ({
  page,
  baseURL,
}) => {
  const begun = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await signIn(page, begun.tokens);
  await page.goto("/ekyc/background-check?orgId=harbour");
  await expect(page.getByRole("button", { name: "Start Verification" })).toBeEnabled();
  await page.goto("/ekyc/education-evaluation");
  await expect(page.getByRole("button", { name: "Start Verification" })).toBeEnabled();
  await expect(page).toHaveURL(/\/ekyc\/education-evaluation\/[\w-]+\?orgId=gce$/);
});

test("a visitor who follows a link to what its organisation has switched off is led home by signing in", async ({
  page,
  baseURL,
}) => {
  const { tokens } = await beginForm(baseURL, journey);
  await page.goto("/faq?orgId=harbour");
  await expect(page.getByRole("heading", { name: "Sign up / Login" })).toBeVisible();
  await signInByCode(page, baseURL, tokens.mobile);
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await page.goto("/faq?orgId=harbour");
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});
