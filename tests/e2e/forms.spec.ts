import { randomBytes } from "node:crypto";
import type { APIRequestContext, Page } from "playwright/test";
import { expect, test } from "./own-server.ts";
import { PDFDocument, StandardFonts } from "pdf-lib";

const walletApi = "/verification/web-wallet/api/1.0";
let numbers = 0;

interface Signed {
  token: string;
  orgId: string;
  formId: string;
  txnId: string;
}

/** Creates a candidate with a verified identity and an open free transaction, and signs them in on this page. */
async function begin(page: Page, request: APIRequestContext): Promise<Signed> {
  const mobile = `+9198765${String(10_000 + (process.pid % 80_000) + numbers++).slice(-5)}`;
  const tokens = (await (
    await request.post("/sandbox/session", { data: { mobile, name: "Asha Rao", identity: true } })
  ).json()) as { accessToken: string; refreshToken: string };
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const [orgId, formId] = ["harbour", "background-check"];
  const created = (await (
    await request.post(`${walletApi}/transactions`, { headers, data: { orgId, eKycFormId: formId } })
  ).json()) as { data: { transactionId: string } };
  const txnId = created.data.transactionId;
  await request.post(`${walletApi}/transactions/process`, { headers, data: { orgId, txnId } });
  await page.goto("/login");
  await page.evaluate(
    ([auth, ids]) => {
      localStorage.setItem("root-v3", JSON.stringify({ auth: { ...auth, refreshTokenExpiresIn: 3600 }, version: 3 }));
      localStorage.setItem("refreshToken", JSON.stringify(auth.refreshToken));
      for (const [key, value] of Object.entries(ids)) localStorage.setItem(key, JSON.stringify(value));
    },
    [tokens, { orgId, formId, txnId }] as const,
  );
  return { token: tokens.accessToken, orgId, formId, txnId };
}

async function openVerification(page: Page, verificationName: string): Promise<void> {
  await page.goto("/");
  await page.evaluate(
    (name) => history.replaceState({ usr: { verificationName: name }, key: "form" }, "", "/verification"),
    verificationName,
  );
  await page.reload();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
}

/** A readable marksheet of at least this size in kilobytes. */
async function toMarksheet(sizeKb: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  for (let line = 0; line < 30; line++)
    page.drawText(`Central Board of Secondary Education. Roll number 1234567. Asha Rao. 2018. Line ${line}.`, {
      x: 40,
      y: 800 - line * 22,
      size: 11,
      font,
    });
  document.context.register(document.context.stream(randomBytes(sizeKb * 1024)));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

test("lists errors as links to their fields", async ({ page, request }) => {
  await begin(page, request);
  await openVerification(page, "bgv-degree");
  await page.getByRole("button", { name: "Submit" }).click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Registration number is required" }).click();
  const number = page.getByRole("textbox", { name: "Registration number", exact: true });
  await expect(number).toBeFocused();
  await number.fill("A 1");
  await expect(summary.getByRole("link", { name: "Registration number is required" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Documents you have" }).selectOption("DEGREE_WITH_MARKSHEET");
  await expect(summary.getByRole("link", { name: "Upload Education Marksheet" })).toBeVisible();
  await page.getByRole("combobox", { name: "Documents you have" }).selectOption("DEGREE_ONLY_NO_MARKSHEET");
  await expect(summary.getByRole("link", { name: "Upload Education Marksheet" })).toHaveCount(0);
});

test("keeps a draft over a reload and merges it with another device's", async ({ page, request }) => {
  const { token, orgId, txnId } = await begin(page, request);
  await openVerification(page, "bgv-employment");
  const designation = page.getByRole("textbox", { name: "Designation" });
  const employeeId = page.getByRole("textbox", { name: "Employee ID (Optional)" });
  await designation.fill("Engineer");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await employeeId.fill("E-1");
  await page.reload(); // before the draft delay has passed
  await expect(employeeId).toHaveValue("E-1");
  await expect(designation).toHaveValue("Engineer");

  const at = `${walletApi}/transactions/bgv-employment/draft?orgId=${orgId}&txnId=${txnId}`;
  const headers = { authorization: `Bearer ${token}` };
  const read = async () =>
    (
      (await (await request.get(at, { headers })).json()) as {
        data: { version: number; data: Record<string, unknown> };
      }
    ).data;
  await expect.poll(async () => (await read()).data["employeeId"]).toBe("E-1");
  await expect(page.getByText("Draft saved")).toBeVisible(); // no newer draft is on its way
  const { version, data } = await read();
  const put = await request.put(at, { headers, data: { version, data: { ...data, designation: "Manager" } } });
  expect(put.status()).toBe(200);
  await employeeId.fill("E-22");
  await expect(page.getByText("This form was changed elsewhere")).toBeVisible();
  await expect(designation).toHaveValue("Manager");
  await expect.poll(async () => (await read()).data).toEqual({ designation: "Manager", employeeId: "E-22" });
});

test("resumes an upload after a lost connection, shows the submission again, and lets it be changed", async ({
  page,
  request,
}) => {
  await begin(page, request);
  await openVerification(page, "bgv-tenth");
  await page.getByRole("combobox", { name: "Board name" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: "Roll number" }).fill("1234567");
  await page.getByRole("textbox", { name: "Year of passing" }).fill("2018");

  const started: string[] = [];
  const offsets: number[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().includes("/uploads")) started.push(sent.url());
    if (sent.method() === "PATCH") offsets.push(Number(sent.headers()["upload-offset"]));
  });
  let breaks = 1;
  await page.route("**/uploads/**", (route) =>
    route.request().method() === "PATCH" && Number(route.request().headers()["upload-offset"]) > 0 && breaks-- > 0
      ? route.abort("connectionfailed")
      : route.continue(),
  );
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "marks.pdf", mimeType: "application/pdf", buffer: await toMarksheet(2_500) });
  await expect(
    page.getByText("Uploaded", { exact: true }).or(page.getByRole("button", { name: "Proceed Anyway" })),
  ).toBeVisible();
  if (await page.getByRole("button", { name: "Proceed Anyway" }).isVisible())
    await page.getByRole("button", { name: "Proceed Anyway" }).click();
  await expect(page.getByText("Uploaded", { exact: true })).toBeVisible();
  expect(started).toHaveLength(1);
  expect(offsets[0]).toBe(0);
  expect(offsets.slice(1).every((offset) => offset > 0)).toBe(true);

  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/\/ekyc\//);
  const listDrafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft:")));
  expect(await listDrafts()).toEqual([]);
  await openVerification(page, "bgv-tenth");
  const roll = page.getByRole("textbox", { name: "Roll number" });
  await expect(roll).toHaveValue("1234567");
  await expect(page.getByRole("button", { name: "View marks.pdf" })).toBeVisible();
  await roll.focus();
  await roll.blur();
  await page.waitForTimeout(500); // leaving a field without typing stores nothing, and nothing signals that
  expect(await listDrafts()).toEqual([]);
  await roll.fill("7654321");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/\/ekyc\//);
});
