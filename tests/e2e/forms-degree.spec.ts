import { PDFDocument } from "pdf-lib";
import { expect, test } from "./own-server.ts";
import { makePdf, makePicture } from "../server/files/sample-documents.ts";
import { startForm, openTile, problems, upload, type FormsCandidate } from "./forms-candidate.ts";
import type { Page } from "playwright/test";

async function openDegree(page: Page): Promise<FormsCandidate> {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "Degree");
  return asha;
}

const institute = (page: Page) => page.getByRole("combobox", { name: "Institute name" });

async function choose(page: Page, name: string): Promise<void> {
  await institute(page).click();
  await institute(page).fill(name);
  await page.getByRole("listbox").getByRole("option", { name, exact: true }).click();
}

async function fillFacts(page: Page): Promise<void> {
  await choose(page, "University of Delhi");
  await page.getByRole("textbox", { name: "Registration number" }).fill("12ABC345");
  await page.getByRole("combobox", { name: "Degree level" }).selectOption("bachelor");
  await page.getByRole("textbox", { name: "Degree or course" }).fill("B.Sc. Physics");
  await page.getByRole("textbox", { name: "Year of passing" }).fill("2018");
}

test("shows the institute's number format as a hint and only warns about another format", async ({ page }) => {
  await openDegree(page);
  await expect(page.getByText("All institutes across India")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Asha Verma");
  await choose(page, "University of Delhi");
  await expect(page.getByText("Roll number looks like ##AAA###", { exact: false })).toBeVisible();
  const number = page.getByRole("textbox", { name: "Registration number" });
  await number.fill("nonsense");
  await number.blur();
  await expect(page.getByText("This does not look like a number of this institute. Please check it.")).toBeVisible();
  await number.fill("12ABC345");
  await expect(page.getByText("This does not look like a number of this institute. Please check it.")).toHaveCount(0);
});

test("merges photos and PDFs into one marksheet in order and submits the degree", async ({ page }) => {
  const asha = await openDegree(page);
  await fillFacts(page);
  await page.getByRole("combobox", { name: "Documents you have" }).selectOption("DEGREE_WITH_MARKSHEET");
  await page.getByLabel("Marksheet", { exact: true }).setInputFiles([
    { name: "second.jpg", mimeType: "image/jpeg", buffer: await makePicture({ format: "jpeg", rows: 6 }) },
    { name: "first.pdf", mimeType: "application/pdf", buffer: await makePdf() },
    { name: "third.png", mimeType: "image/png", buffer: await makePicture({ blur: 9, rows: 6 }) },
  ]);
  await expect(page.getByText("1. second.jpg")).toBeVisible();
  await page.getByRole("button", { name: "Move up 2" }).click();
  await expect(page.getByText("1. first.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Rotate 2" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "third.png" })).toContainText(/blurry/i);
  await page.getByRole("button", { name: "Merge and upload" }).click();
  const proceed = page.getByRole("button", { name: "Proceed Anyway" });
  await expect(proceed).toBeVisible();
  const modal = page.getByRole("dialog");
  await expect(modal.getByText("Upload a clear, full-sized scanned copy.")).toBeVisible();
  await expect(modal.getByText("Make sure all text and seals are visible.")).toBeVisible();
  await expect(modal.getByRole("button", { name: "Upload Again" })).toBeVisible();
  await proceed.click();
  await expect(page.getByText("Uploaded", { exact: true })).toHaveCount(1);
  await upload(page, "Degree certificate", {
    name: "degree.png",
    mimeType: "image/png",
    buffer: await makePicture({ rows: 6 }),
  });
  await expect(page.getByText("Uploaded", { exact: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: /^Degree/ }).first()).toContainText("Submitted");
  const stored = (await asha.held("bgv-degree")).responseList[0].data;
  expect(stored).toMatchObject({
    name: "Asha Verma",
    institute: "university-of-delhi",
    degreeStatus: "DEGREE_WITH_MARKSHEET",
  });
  const session = await page.evaluate(
    () => JSON.parse(localStorage.getItem("root-v3") ?? "{}").auth.accessToken as string,
  );
  const bytes = await page.request.get(stored.Marksheet, { headers: { authorization: `Bearer ${session}` } });
  expect(bytes.headers()).toMatchObject({
    "content-disposition": expect.stringMatching(/^attachment/),
    "x-content-type-options": "nosniff",
  });
  const merged = await PDFDocument.load(await bytes.body());
  expect(merged.getPageCount()).toBe(3);
  expect((await page.request.get(stored.Marksheet)).status()).toBe(401);
});

test("rejects files by size, type and count before anything is uploaded", async ({ page }) => {
  await openDegree(page);
  await page.getByRole("combobox", { name: "Documents you have" }).selectOption("DEGREE_ONLY_NO_MARKSHEET");
  let sent = 0;
  page.on("request", (request) => {
    if (/\/(uploads|files|detect-document-issues)/.test(request.url()) && request.method() !== "GET") sent += 1;
  });
  const input = page.getByLabel("Degree certificate", { exact: true });
  await expect(page.getByText("Click to upload file (40KB - 25MB)").first()).toBeVisible();
  const refusals: [Parameters<typeof input.setInputFiles>[0], string | RegExp][] = [
    [
      { name: "small.png", mimeType: "image/png", buffer: Buffer.alloc(40 * 1024 - 1) },
      "File size should be more than 40 KB",
    ],
    [
      { name: "scan.gif", mimeType: "image/gif", buffer: Buffer.alloc(50_000) },
      "Please upload a file of type: PDF, JPEG, JPG, PNG",
    ],
  ];
  for (const [files, message] of refusals) {
    await input.setInputFiles(files);
    await expect(page.getByText(message)).toBeVisible();
  }
  const large = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(25 * 1024 * 1024 + 1)], "large.pdf", { type: "application/pdf" }));
    return carried;
  });
  await input.dispatchEvent("drop", { dataTransfer: large });
  await expect(page.getByText("File size should be less than 25 MB")).toBeVisible();
  const two = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    for (const name of ["a.png", "b.png"])
      carried.items.add(new File([new Uint8Array(50_000)], name, { type: "image/png" }));
    return carried;
  });
  await input.dispatchEvent("drop", { dataTransfer: two });
  await expect(page.getByText("Only 1 file(s) can be uploaded")).toBeVisible();
  expect(sent).toBe(0);
});

test("turns photos of a marksheet into the one PDF that is uploaded", async ({ page }) => {
  const asha = await startForm(page, "harbour", "background-check");
  await asha.open();
  await openTile(page, "10th Marksheet");
  await page.getByLabel("Marksheet", { exact: true }).setInputFiles([
    { name: "front.jpg", mimeType: "image/jpeg", buffer: await makePicture({ format: "jpeg", rows: 6 }) },
    { name: "back.jpg", mimeType: "image/jpeg", buffer: await makePicture({ format: "jpeg", rows: 6 }) },
  ]);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/uploads"));
  await page.getByRole("button", { name: "Merge and upload" }).click();
  const meta = (await sent).headers()["upload-metadata"] ?? "";
  const type = /filetype ([^,]+)/.exec(meta)?.[1] ?? "";
  expect(Buffer.from(type, "base64").toString()).toBe("application/pdf");
  await expect(
    page.getByText("Uploaded", { exact: true }).or(page.getByRole("button", { name: "Proceed Anyway" })),
  ).toBeVisible();
});

test("does not ask again for a document that waits for the connection", async ({ page, context }) => {
  await openDegree(page);
  await page.getByRole("combobox", { name: "Documents you have" }).selectOption("DEGREE_ONLY_NO_MARKSHEET");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(problems(page).filter({ hasText: "Upload Degree certificate" })).toHaveCount(1);
  const input = page.getByLabel("Degree certificate", { exact: true });
  await context.setOffline(true);
  await input.setInputFiles({ name: "degree.pdf", mimeType: "application/pdf", buffer: await makePdf() });
  await expect(
    page.getByText("Your file is kept and is sent when you are back online.", { exact: false }),
  ).toBeVisible();
  await expect(page.getByText("Upload Degree certificate")).toHaveCount(0);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(problems(page).filter({ hasText: "Please wait until the upload is finished" })).toHaveCount(1);
  await expect(page.getByText("Upload Degree certificate")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText("Uploaded", { exact: true })).toBeVisible();
  await expect(page.getByText("Please wait until the upload is finished")).toHaveCount(0);
});
