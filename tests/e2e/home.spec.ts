import { beginForm, journey, openForm, signIn } from "./candidate.ts";
import { makeSeeded } from "./seeded.ts";
import { expect, test } from "./watched.ts";

test("home says of a form that runs already that it opens, opens that one, and its one button says what it starts", async ({
  page,
  baseURL,
}) => {
  const begun = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await signIn(page, begun.tokens);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Start a new one" })).toBeVisible();
  const offered = (name: string) => page.getByRole("link", { name, exact: true });
  const running = offered("Background check, Harbour Staffing");
  await expect(running).toHaveAccessibleDescription(/You have one of these already.*this opens it/);
  await expect(offered("Loan KYC, Meridian Bank")).not.toHaveAccessibleDescription(/already/);
  await expect(page.getByRole("button", { name: "Start Harbour Staffing, Background check", exact: true })).toHaveText(
    "Start",
  );
  await running.click();
  await expect(page).toHaveURL(new RegExp(`/ekyc/background-check/${begun.txnId}`));
});

test("a form that asks for a reference number says that its ring does not count it", async ({ page, baseURL }) => {
  const begun = await beginForm(baseURL, journey);
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toHaveAttribute(
    "aria-valuetext",
    "1 of 4 completed",
  );
  await expect(page.getByRole("button", { name: /^GCE reference number/ })).toBeVisible();
  await expect(page.getByText("The GCE reference number is not counted.")).toBeVisible();
});

test("a form without one says nothing of it", async ({ page, baseURL }) => {
  const other = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await signIn(page, other.tokens);
  await openForm(page, other);
  await expect(page.getByText("is not counted")).toHaveCount(0);
});

test("a link that is pressed with the key for a new tab opens there, and the page stays where it is", async ({
  page,
  context,
  baseURL,
}) => {
  const { tokens } = await makeSeeded(baseURL, "insufficient-degree");
  await signIn(page, tokens);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  const links = [
    page.getByRole("link", { name: "Global Credential Evaluators, Education evaluation, Action Required" }),
    page.getByRole("link", { name: "Loan KYC, Meridian Bank", exact: true }),
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payments" }),
  ];
  for (const link of links) {
    const address = await link.getAttribute("href");
    const opened = context.waitForEvent("page");
    await link.click({ modifiers: ["ControlOrMeta"] });
    const tab = await opened;
    await expect.poll(() => new URL(tab.url()).pathname).toBe(new URL(address!, baseURL).pathname);
    await tab.close();
    await expect(page).toHaveURL(`${baseURL}/`);
  }
});
