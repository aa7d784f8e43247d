import { expect, test } from "./own-server.ts";
import { makePdf } from "../server/files/papers.ts";
import { beginForm, openTile, problems, upload } from "./forms-candidate.ts";

test("a name change waits for its document, is asked once and is then shown", async ({ page }) => {
  const asha = await beginForm(page, "lotus", "admission");
  await asha.open();
  await openTile(page, "10th Marksheet");
  await page.getByRole("combobox", { name: "Board name" }).click();
  await page.getByRole("combobox", { name: "Board name" }).fill("CBSE");
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /Central Board/ })
    .click();
  await page.getByRole("textbox", { name: "Roll number" }).fill("4711");
  await page.getByRole("textbox", { name: "Year of passing" }).fill("2015");
  await page
    .getByLabel("Marksheet", { exact: true })
    .setInputFiles({ name: "sheet.pdf", mimeType: "application/pdf", buffer: await makePdf() });
  const proceed = page.getByRole("button", { name: "Proceed Anyway" });
  await expect(proceed.or(page.getByText("Uploaded", { exact: true })).first()).toBeVisible();
  if (await proceed.isVisible()) await proceed.click();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^10th Marksheet/ }).first()).toContainText("Submitted");

  await page.getByRole("button", { name: "Request name change" }).click();
  const dialog = page.getByRole("dialog", { name: "Request name change" });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(problems(page)).toHaveText(["Select Verification", "Upload document proof"]);
  await dialog.getByRole("combobox", { name: "Verification" }).selectOption({ label: "10th Marksheet" });
  await upload(page, "Document proof", { name: "gazette.pdf", mimeType: "application/pdf", buffer: await makePdf() });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toHaveCount(0);
  // Where the page stands, because what it says of it from now on is at its top.
  await expect(page.getByText("Thank you. We look at your request.")).toBeInViewport();
  await expect(page.getByText("Your name change request has been received.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Request name change" })).toHaveCount(0);
  const again = await asha.call("POST", "/verification/web-wallet/api/1.0/transactions/name-change-request", {
    orgId: "lotus",
    txnId: asha.txnId,
    verificationName: "bgv-tenth",
    documentList: [],
  });
  expect(again.status).toBeGreaterThanOrEqual(400);
});

test("what cannot be read or is locked is refused beside its field with the reason", async ({ page }) => {
  const asha = await beginForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "Employment");
  const locked = Buffer.from(
    (await makePdf(undefined, 0)).toString("latin1").replace(/trailer\s*<</, "trailer\n<< /Encrypt 1 0 R "),
    "latin1",
  );
  await page.getByLabel("Document", { exact: true }).setInputFiles({
    name: "letter.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.concat([locked, Buffer.from(`\n%${"x".repeat(60_000)}`)]),
  });
  await expect(
    page.getByText("The file is protected by a password. Remove the protection and upload it again.").first(),
  ).toBeVisible();
  await expect(page.getByText("Uploaded", { exact: true })).toHaveCount(0);
});
