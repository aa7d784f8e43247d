import { expect, test } from "./own-server.ts";
import { startForm, openTile } from "./forms-candidate.ts";

test("loads 137 matching institutes in pages of fifty on scroll, searches once per pause, and offers 'Other'", async ({
  page,
}) => {
  expect((await page.request.post("/sandbox/fixture", { data: { name: "long-list" } })).status()).toBe(200);
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "Degree");
  const options = page.getByRole("listbox").getByRole("option");
  const asked: URL[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/institutes")) asked.push(new URL(request.url()));
  });
  const box = page.getByRole("combobox", { name: "Institute name" });
  expect(asked).toEqual([]);
  await box.click();
  await expect(options.first()).toBeVisible();
  expect(asked.map((url) => url.searchParams.get("search"))).toEqual([""]);
  asked.length = 0;
  await box.pressSequentially("sandbox coll", { delay: 40 });
  await expect(options.filter({ hasText: /sandbox/i })).toHaveCount(50);
  expect(asked.map((url) => url.searchParams.get("search"))).toEqual(["sandbox coll"]);
  for (const expected of [100, 137]) {
    await options.last().scrollIntoViewIfNeeded();
    await expect(options.filter({ hasText: /sandbox/i })).toHaveCount(expected);
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(/sandbox/i);

  await box.fill("no such place");
  await expect(page.getByText("No options")).toBeVisible();
  await expect(page.getByText("Unable to find Institute name?")).toBeVisible();
  await page.getByRole("button", { name: "Enter manually" }).click();
  const manual = page.getByPlaceholder("Enter value");
  await expect(manual).toBeFocused();
  await manual.fill("My own college");
  await page.getByRole("button", { name: "Select from options" }).click();
  await expect(page.getByRole("combobox", { name: "Institute name" })).toBeVisible();
});

test("offers 'Other' with manual entry when a search fails", async ({ page }) => {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await page.route("**/utility/api/1.0/boards*", (route) => route.abort());
  await openTile(page, "10th Marksheet");
  await page.getByRole("combobox", { name: "Board name" }).click();
  await page.getByRole("option", { name: "Other" }).click();
  await expect(page.getByPlaceholder("Enter value")).toBeFocused();
});
