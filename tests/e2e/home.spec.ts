import { signIn } from "./candidate.ts";
import { makeSeeded } from "./seeded.ts";
import { expect, test } from "./watched.ts";

test("opens a link in a new tab with the modifier key and stays where it is", async ({ page, context, baseURL }) => {
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
