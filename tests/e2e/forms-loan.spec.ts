import { expect, test } from "./own-server.ts";
import { makePdf, makePicture } from "../server/files/papers.ts";
import { findFaults } from "./find-faults.ts";
import { beginForm, nextCaptcha, openTile, pickDate, problems, upload } from "./forms-candidate.ts";

test("identity by passport: refused while it is wrong, then the name is the profile's", async ({ page }) => {
  const asha = await beginForm(page, "meridian", "loan-kyc", { identity: false, process: false });
  await asha.open();
  const dialog = page.getByRole("dialog", { name: "Start your verification" });
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page).toHaveURL(/\/profile-mode/);
  await page.getByRole("radio", { name: "Passport" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(problems(page)).toHaveText([
    "Passport number is required",
    "Name must not be empty",
    "Enter a valid Expiry date",
    "Upload Passport scan",
  ]);
  await page.getByRole("textbox", { name: "Passport number" }).fill("A1!");
  await page.getByRole("textbox", { name: "Passport number" }).blur();
  await expect(page.getByText("Enter a valid Passport number").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Passport number" }).fill("Z1234567");
  await page.getByRole("textbox", { name: "Name" }).fill("Asha Verma");
  await page.getByRole("textbox", { name: "Expiry date" }).click();
  const years = page.getByRole("grid", { name: "Years" });
  await expect(years.getByRole("gridcell", { name: "2027", exact: true })).toBeVisible();
  await expect(years.getByRole("gridcell", { name: "2025", exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await pickDate(page, "Expiry date", { year: 2031, month: "Mar", day: 9 });
  await upload(page, "Passport scan", { name: "passport.png", mimeType: "image/png", buffer: await makePicture() });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).not.toHaveURL(/profile-mode/);
  const profile = await asha.call("GET", "/web-wallet/api/1.0/profile");
  expect(profile.data).toMatchObject({
    profileDetails: { name: "Asha Verma" },
    verificationDetailList: { identity: { verificationList: [{ type: "passport" }] } },
  });
});

test("driving licence: a wrong captcha brings a new one, a right one is spent", async ({ page }) => {
  const asha = await beginForm(page, "meridian", "loan-kyc");
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

test("driving licence: by keyboard the device answers; a lost line, and an answer that is late, can be tried again", async ({
  page,
}) => {
  const asha = await beginForm(page, "meridian", "loan-kyc");
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
  await expect(field.getByRole("status")).toHaveText("What your device did does not count any more. Try again.");
  await field.getByRole("button", { name: "Try again" }).click();
  await expect(field.getByRole("status")).toHaveText("Done by your device");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Driving Licence/ }).first()).toContainText("Submitted");
  expect((await asha.held("dl")).responseList[0].data).not.toHaveProperty("captchaText");
});

test("EWS: eleven states may be chosen, the others come soon", async ({ page }) => {
  const asha = await beginForm(page, "meridian", "loan-kyc");
  await asha.open();
  const drawn = nextCaptcha(page);
  await openTile(page, "EWS Certificate");
  const state = page.getByRole("combobox", { name: "State" });
  await expect(state.locator("option:not([disabled]):not([value=''])")).toHaveCount(11);
  expect(await state.locator("option[disabled]", { hasText: "(Coming Soon)" }).count()).toBe(25);
  await expect(state.locator("option", { hasText: "Karnataka (Coming Soon)" })).toBeDisabled();
  await state.selectOption("TG");
  await page.getByRole("textbox", { name: "Certificate number" }).fill("EWS/2026/17");
  await upload(page, "Certificate", { name: "ews.pdf", mimeType: "application/pdf", buffer: await makePdf() });
  await page.getByRole("textbox", { name: "Characters in the picture" }).fill(await drawn);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^EWS Certificate/ }).first()).toContainText("Submitted");
  expect((await asha.held("finance-ews")).responseList[0].data).toMatchObject({
    state: "TG",
    certificateNumber: "EWS/2026/17",
  });
});
