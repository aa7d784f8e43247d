import { expect, test } from "./own-server.ts";
import { makePdf } from "../server/files/sample-documents.ts";
import { startForm, openTile, pickDate, problems } from "./forms-candidate.ts";

test("asks only for what is insufficient, shows the earlier answer, and resubmits", async ({ page }) => {
  const asha = await startForm(page, "harbour", "joining-questions", { process: false });
  const questions = (
    await asha.call(
      "GET",
      `/verification/web-wallet/api/1.0/purposes/user?formId=joining-questions&orgId=harbour&id=${asha.txnId}&seed=0&count=10`,
    )
  ).data.list;
  const answers = ["Because", "day", "31-12-2026"];
  const answered = await asha.call("PATCH", "/verification/web-wallet/api/1.0/transactions/user-response", {
    txnId: asha.txnId,
    orgId: "harbour",
    data: questions.map((question: { _id: string }, i: number) => ({ questionId: question._id, answer: answers[i] })),
  });
  expect(answered.code, JSON.stringify(answered)).toBe(0);
  const keys = { orgId: "harbour", txnId: asha.txnId };
  await asha.call("POST", "/verification/web-wallet/api/1.0/transactions/process", keys);
  await asha.open();
  await openTile(page, "Employment Check");
  await page.getByRole("combobox", { name: "Company name" }).pressSequentially("zzzz");
  await page.getByRole("button", { name: "Enter manually" }).click();
  await page.getByPlaceholder("Enter value").fill("A small firm");
  await page.getByRole("textbox", { name: "Designation" }).fill("Engineer");
  await pickDate(page, "Start date", { year: 2020, month: "Jan", day: 31 });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Employment Check/ }).first()).toContainText("Submitted");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Your documents have been submitted" })).toBeVisible();

  await asha.decide({
    outcome: "insufficient",
    reason: "The firm does not know this title",
    fields: ["designation", "endDate"],
  });
  await asha.open();
  await page
    .getByRole("button", { name: /^Employment Check/ })
    .first()
    .click();
  await expect(page.getByText("The firm does not know this title")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Designation" })).toHaveValue("Engineer");
  await expect(page.getByRole("combobox", { name: "Company name" })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Start date" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Designation" }).fill("");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(problems(page)).toHaveText(["Designation is required"]);
  await page.getByRole("textbox", { name: "Designation" }).fill("Junior engineer");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you. We go on with your verification.")).toBeVisible();
  expect((await asha.held("employment-check")).responseList[0]).toMatchObject({
    data: { company: "A small firm", designation: "Junior engineer", startDate: "31-01-2020" },
  });

  await asha.decide({ outcome: "complete" });
  await asha.open();
  await page
    .getByRole("button", { name: /^Employment Check/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/verification-info$/);
  await expect(page.getByRole("definition").filter({ hasText: "Junior engineer" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
});

test("rejects an unreadable or locked file beside its field with the reason", async ({ page }) => {
  const asha = await startForm(page, "harbour", "background-check");
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
