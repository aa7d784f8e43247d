import { ApiClient } from "../tools/replay/api-client.ts";
import { randomMobile } from "../tools/replay/variables.ts";
import { askAadhaarCode, signIn, type Tokens } from "./candidate.ts";
import { expect, test } from "./watched.ts";

test("starts at once after identity verification, also on a slow connection", async ({ page, baseURL }) => {
  const api = new ApiClient(baseURL);
  const tokens = await api.sandbox<Tokens>("POST", "session", { mobile: randomMobile("+9194########") });
  await signIn(page, tokens);
  await page.goto("/ekyc/background-check?orgId=harbour");
  await page.getByRole("button", { name: "Start Verification" }).click();
  const start = page.getByRole("dialog", { name: "Start your verification" });
  await start.getByRole("button", { name: "Start" }).click();
  await askAadhaarCode(page);
  await page.route("**/transactions/info?*", async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  const [said] = await api.outbox(tokens.mobile);
  await page.getByRole("textbox", { name: "One-time password" }).fill(said?.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("progressbar", { name: "Steps Completed" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Skip / }).first()).toBeVisible();
  await expect(start).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });
});

test("tells a verified candidate that their identity is verified and does not ask again", async ({ page, baseURL }) => {
  const tokens = await new ApiClient(baseURL).sandbox<Tokens>("POST", "session", {
    mobile: randomMobile("+9194########"),
    name: "Asha Verma",
    identity: true,
  });
  await signIn(page, tokens);
  await page.goto("/profile-mode");
  await expect(page.getByRole("heading", { name: "Identity", level: 1 })).toBeVisible();
  await expect(page.getByText("Your identity is verified, once for every form.")).toBeVisible();
  await expect(page.getByText("Asha Verma")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await page.getByRole("button", { name: "Go Back to Home" }).click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
});
