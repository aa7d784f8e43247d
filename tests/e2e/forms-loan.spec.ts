import { expect, test } from "./own-server.ts";
import { findFaults } from "./find-faults.ts";
import { startForm, nextCaptcha, openTile, pickDate, problems } from "./forms-candidate.ts";

test("driving licence: draws a new captcha after a wrong answer and accepts a right one once", async ({ page }) => {
  const asha = await startForm(page, "meridian", "loan-kyc");
  await asha.open();
  let drawn = nextCaptcha(page);
  await openTile(page, "Driving Licence");
  await drawn;
  const box = page.getByRole("textbox", { name: "Characters in the picture" });
  const picture = page.getByRole("img", { name: "Picture of the characters to enter" });
  const first = await picture.getAttribute("src");
  await page.getByRole("textbox", { name: "Licence number" }).fill("KA0120200001234");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Asha Verma");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveJSProperty("readOnly", true);
  await pickDate(page, "Expiry date", { year: 2031, month: "Mar", day: 9 });
  await box.fill("nothing");
  drawn = nextCaptcha(page);
  await page.getByRole("button", { name: "Submit" }).click();
  const second = await drawn;
  await expect(problems(page)).toHaveText(["Enter the characters as shown"]);
  await expect(picture).not.toHaveAttribute("src", first ?? "");
  expect((await asha.held("dl")).responseList).toEqual([]);

  await box.fill(second);
  drawn = nextCaptcha(page);
  await page.getByRole("button", { name: "New picture" }).click();
  const third = await drawn;
  await box.fill(third);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Driving Licence/ }).first()).toContainText("Submitted");
  const { data } = (await asha.held("dl")).responseList[0];
  expect(data).toMatchObject({ name: "Asha Verma", expiryDate: "09-03-2031" });
  expect(data).not.toHaveProperty("captchaText");
});

test("driving licence: solves a proof of work by keyboard, and retries after a lost connection or a late answer", async ({
  page,
}) => {
  const asha = await startForm(page, "meridian", "loan-kyc");
  await asha.open();
  await openTile(page, "Driving Licence");
  await page.getByRole("textbox", { name: "Licence number" }).fill("KA0120200001234");
  await pickDate(page, "Expiry date", { year: 2031, month: "Mar", day: 9 });
  const works = "**/pre-verify/dl/work";
  await page.route(works, (route) => route.abort());
  await page.getByRole("button", { name: "New picture" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "I cannot read this" })).toBeFocused();
  await page.keyboard.press("Enter");
  const field = page.getByRole("group", { name: "Characters in the picture" });
  await expect(field.getByRole("status")).toHaveText(
    "Your device could not finish. Check the connection and try again.",
  );
  await expect(field.getByRole("button", { name: "Back to the picture" })).toBeFocused();
  expect(await findFaults(page)).toEqual([]);
  await page.unroute(works);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(field.getByRole("status")).toHaveText("Done by your device");
  expect(await findFaults(page)).toEqual([]);

  await page.request.post("/sandbox/clock", { data: { advanceSeconds: 601 } });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(field.getByRole("status")).toHaveText("This took too long and no longer counts. Try again.");
  await field.getByRole("button", { name: "Try again" }).click();
  await expect(field.getByRole("status")).toHaveText("Done by your device");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Driving Licence/ }).first()).toContainText("Submitted");
  expect((await asha.held("dl")).responseList[0].data).not.toHaveProperty("captchaText");
});
